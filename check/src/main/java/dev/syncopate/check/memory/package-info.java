/**
 * Reads of memory that was never written.
 *
 * <p>May enter: what is known of bytes of memory. May not enter: how findings are put into words;
 * anything that changes the run.
 */
@NullMarked
package dev.syncopate.check.memory;

import org.jspecify.annotations.NullMarked;
