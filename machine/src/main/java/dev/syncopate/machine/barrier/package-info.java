/**
 * The barriers of CTAs and clusters: who has arrived, and when that is enough.
 *
 * <p>May enter: counting. May not enter: how warps come to wait or go on: they are told.
 */
@NullMarked
package dev.syncopate.machine.barrier;

import org.jspecify.annotations.NullMarked;
