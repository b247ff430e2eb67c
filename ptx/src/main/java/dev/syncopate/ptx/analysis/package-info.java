/**
 * Facts about decoded instructions: basic blocks, post-dominators, liveness, loops, transactions.
 *
 * <p>May enter: graph algorithms over instructions. May not enter: text, time, hardware.
 */
@NullMarked
package dev.syncopate.ptx.analysis;

import org.jspecify.annotations.NullMarked;
