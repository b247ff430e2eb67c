package dev.syncopate.check.host;

import org.jspecify.annotations.Nullable;

/**
 * A wrong use of device memory by the host.
 *
 * @param problem what is wrong
 * @param address that the host gave
 * @param bytes that it wanted from there on; 0 where it gives memory back
 * @param memory what the address is, or was, part of; null for nothing that is known
 * @param offset of the address in that
 * @param lastKernel the kernel that was launched last; null for none
 * @param launches before the call
 * @param count how often it was seen
 */
public record HostError(
    Problem problem,
    long address,
    long bytes,
    @Nullable String memory,
    long offset,
    @Nullable String lastKernel,
    long launches,
    long count) {
  /** Kind of the error. */
  public enum Problem {
    /** Memory is given back that has been given back. */
    FREED_TWICE,
    /** The address given back is not the first of an allocation. */
    FREED_INSIDE,
    /** No allocation was ever there. */
    FREED_UNKNOWN,
    /** A copy or a memset touches memory that has been given back. */
    USED_FREED,
    /** It ends behind its allocation. */
    USED_BEYOND,
    /** It touches what is no allocation. */
    USED_UNKNOWN
  }

  HostError counted(long times) {
    return new HostError(problem, address, bytes, memory, offset, lastKernel, launches, times);
  }
}
