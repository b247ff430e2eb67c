/**
 * Numbers for what is equal, and rows of numbers. Unless it says otherwise, a table is read by any
 * thread without a lock, and written by one thread at a time: whoever gets a number from it, or
 * from whom got it there, sees what it stands for.
 *
 * <p>May enter: tables and lists of numbers. May not enter: what the numbers stand for.
 */
@NullMarked
package dev.syncopate.model.explore.table;

import org.jspecify.annotations.NullMarked;
