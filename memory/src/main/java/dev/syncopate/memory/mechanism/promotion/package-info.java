/**
 * What the mechanisms of remote scope promotion share: a home bank that has L1s flush, performs the
 * remote access and has L1s resume; L1s that hold a line's accesses meanwhile (page.md).
 *
 * <p>May enter: what more than one such mechanism does. May not enter: time, a mechanism's own
 * table of steps and messages.
 */
@NullMarked
package dev.syncopate.memory.mechanism.promotion;

import org.jspecify.annotations.NullMarked;
