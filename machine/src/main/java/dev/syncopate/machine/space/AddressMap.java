package dev.syncopate.machine.space;

import dev.syncopate.ptx.ir.StateSpace;

/**
 * Layout of a thread's generic address space.
 *
 * <pre>
 *   0x0000_0000_ffe0_0000  guard pages, 2 MiB: never allocated
 *   0x0000_0001_0000_0000  device memory: allocations upwards, thread-local memory and the
 *                          kernels' heap at its upper end
 *   0x0000_7c00_0000_0000  constant memory, 1 MiB
 *   0x0000_7d00_0000_0000  kernel parameters, 1 MiB
 *   0x0000_7e00_0000_0000  the thread's own local memory, 1 GiB
 *   0x0000_7f00_0000_0000  the CTA's shared memory, 16 MiB
 *   0x0000_7f00_0100_0000  the shared memory of each CTA of the cluster by its rank, 16 MiB each
 * </pre>
 */
public final class AddressMap {
  /** First byte of device memory. */
  public static final long DEVICE_BASE = 0x1_0000_0000L;

  /**
   * Bytes below device memory that threads may touch: a page of a GPU's memory. Programs read below
   * their first allocation and drop the value, as they read behind their last one, where device
   * memory goes on.
   */
  public static final long GUARD_BYTES = 2L << 20;

  /** First address that is no fault. */
  public static final long FIRST_MAPPED = DEVICE_BASE - GUARD_BYTES;

  public static final long LOCAL_BASE = 0x7e00_0000_0000L;
  public static final long LOCAL_SIZE = 1L << 30;
  public static final long SHARED_BASE = 0x7f00_0000_0000L;
  public static final long SHARED_SIZE = 1L << 24;

  /** The most CTAs that a cluster can have. */
  public static final int MOST_RANKS = 16;

  /** Size of the window of a cluster's shared memory: the CTA's own, then that of each rank. */
  public static final long CLUSTER_SIZE = SHARED_SIZE * (1 + MOST_RANKS);

  /** {@link #rank} of an address in the CTA's own window. */
  public static final int NO_RANK = -1;

  public static final long CONSTANT_BASE = 0x7c00_0000_0000L;
  public static final long PARAMETER_BASE = 0x7d00_0000_0000L;

  /** Size of the windows of constant and parameter memory. */
  public static final long IMAGE_SIZE = 1L << 20;

  /** Consecutive bytes of one thread's local memory before the next lane's begin. */
  public static final int LOCAL_CHUNK = 16;

  /** Where linkers put a program of a fixed place (x86-64, aarch64). */
  private static final long FIXED_PROGRAM = 0x40_0000;

  private static final long FIXED_PROGRAM_END = 1L << 31;

  /** Addresses that a null pointer and a small index make. */
  private static final long NEAR_NULL = 4096;

  /** What follows a CTA's shared memory, and is its own, unless a launch is strict. */
  public static final int SHARED_TAIL = 1024;

  private AddressMap() {}

  /** Whether an address is that of a null pointer, or a small index into what it points to. */
  public static boolean isNull(long address) {
    return Long.compareUnsigned(address, NEAR_NULL) < 0;
  }

  /**
   * Whether an address is like those of a process's stack, heap and libraries (x86-64 and aarch64:
   * 47 or 48 bits), which are all behind device memory.
   */
  public static boolean isOfHost(long address) {
    return address >>> 44 != 0 && address >>> 48 == 0;
  }

  /**
   * Whether an address is where a host program linked to a fixed place ({@code -no-pie}, small code
   * model) has its variables, and where a null pointer with a large index points.
   */
  public static boolean isOfFixedProgram(long address) {
    return address >= FIXED_PROGRAM && address < FIXED_PROGRAM_END;
  }

  /**
   * The state space in which a generic address lies; {@link StateSpace#GLOBAL} when in no window.
   */
  public static StateSpace space(long generic) {
    if (generic >>> 44 != 7) {
      return StateSpace.GLOBAL;
    }
    if (Long.compareUnsigned(generic - SHARED_BASE, SHARED_SIZE) < 0) {
      return StateSpace.SHARED;
    }
    if (Long.compareUnsigned(generic - LOCAL_BASE, LOCAL_SIZE) < 0) {
      return StateSpace.LOCAL;
    }
    if (Long.compareUnsigned(generic - CONSTANT_BASE, IMAGE_SIZE) < 0) {
      return StateSpace.CONST;
    }
    if (Long.compareUnsigned(generic - PARAMETER_BASE, IMAGE_SIZE) < 0) {
      return StateSpace.PARAM;
    }
    return Long.compareUnsigned(generic - SHARED_BASE, CLUSTER_SIZE) < 0
        ? StateSpace.SHARED_CLUSTER
        : StateSpace.GLOBAL;
  }

  /** Where the window of a state space begins; 0 for those without one. */
  public static long base(StateSpace space) {
    return switch (space) {
      case SHARED, SHARED_CLUSTER -> SHARED_BASE;
      case LOCAL -> LOCAL_BASE;
      case CONST -> CONSTANT_BASE;
      case PARAM -> PARAMETER_BASE;
      case GENERIC, GLOBAL -> 0;
    };
  }

  /**
   * The address that a register and an offset make in shared, local, constant or parameter memory:
   * their sum modulo 2^32. The register's width does not matter (PTX ISA, "Addresses as Operands":
   * cut to the width of the state space). Compilers put a base below an array and a larger offset
   * behind it. A generic address, which has no business in a window, is left alone and so found
   * outside.
   */
  public static long inWindow(long sum) {
    return sum >>> 44 == 7 ? sum : sum & 0xffff_ffffL;
  }

  /**
   * The rank that an address in the window of a cluster's shared memory names; {@link #NO_RANK} for
   * one in the CTA's own window, and more than there are for one behind the window.
   */
  public static int rank(long inWindow) {
    return (int) Math.min(Integer.MAX_VALUE, inWindow / SHARED_SIZE) - 1;
  }

  /** Where an address in that window is in the shared memory of its CTA. */
  public static long inCta(long inWindow) {
    return inWindow & SHARED_SIZE - 1;
  }

  /** The address in that window of what is at an offset in the shared memory of a rank. */
  public static long ofRank(int rank, long offset) {
    return (rank + 1L) * SHARED_SIZE + offset;
  }

  /** Whether addresses of a space are 32 bits wide. */
  public static boolean isWindow(StateSpace space) {
    return space != StateSpace.GLOBAL && space != StateSpace.GENERIC;
  }

  /**
   * Where a byte of a lane's local memory is among its warp's: 16-byte chunks of the lanes take
   * turns, so that a warp whose lanes use the same local address touches few lines.
   */
  public static long localOffset(long offset, int lane, int width) {
    return (offset / LOCAL_CHUNK * width + lane) * LOCAL_CHUNK + offset % LOCAL_CHUNK;
  }
}
