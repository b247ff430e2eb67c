/**
 * Numbers for what is equal, and rows of numbers. Unless a table says otherwise, any thread reads
 * it without a lock, and one thread at a time writes it. A thread that gets a number from the
 * table, directly or through other threads, sees the object of that number.
 *
 * <p>May enter: tables and lists of numbers. May not enter: what the numbers stand for.
 */
@NullMarked
package dev.syncopate.model.explore.table;

import org.jspecify.annotations.NullMarked;
