/**
 * Data races of a run, by the PTX memory model: which pairs of accesses no synchronisation orders.
 * It watches; it knows nothing of files, options or how findings are printed.
 */
@NullMarked
package dev.syncopate.check.race;

import org.jspecify.annotations.NullMarked;
