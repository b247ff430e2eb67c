package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Warp;

/**
 * The pipes of a compute unit's SIMD units, and those that all of them share: which is free when,
 * and which warps' next instructions want it. Warp slot {@code w} belongs to SIMD unit {@code w mod
 * simds}.
 */
final class Pipes {
  final int simds;
  private final long[] simdMask;

  /** Warps whose next instruction wants the pipe. */
  private final long[] pipeDemand = new long[Pipe.COUNT];

  /** First cycle in which a SIMD unit's pipe is free: {@code simd * Pipe.HELD + pipe}. */
  private final long[] free;

  /** First cycle in which all of a SIMD unit's pipes are free. */
  private final long[] allFree;

  Pipes(int simds, int warps) {
    this.simds = simds;
    this.simdMask = new long[simds];
    this.free = new long[simds * Pipe.HELD];
    this.allFree = new long[simds];
    for (int slot = 0; slot < warps; slot++) {
      simdMask[slot % simds] |= 1L << slot;
    }
  }

  /** The warps of a SIMD unit among those ready whose pipe is free. */
  long unobstructed(long ready, int simd, long now) {
    long unblockedWarps = ready & simdMask[simd];
    if (allFree[simd] <= now) {
      return unblockedWarps;
    }
    int base = simd * Pipe.HELD;
    for (int pipe = 0; pipe < Pipe.HELD && unblockedWarps != 0; pipe++) {
      if (free[base + pipe] > now) {
        unblockedWarps &= ~pipeDemand[pipe];
      }
    }
    return unblockedWarps;
  }

  /** The earliest cycle in which a pipe is free that one of the ready warps wants. */
  long nextFree(long ready, long earliestCycle) {
    long next = Long.MAX_VALUE;
    for (int simd = 0; simd < simds && next > earliestCycle; simd++) {
      long candidates = ready & simdMask[simd];
      int base = simd * Pipe.HELD;
      for (int pipe = 0; pipe < Pipe.HELD && candidates != 0; pipe++) {
        if ((candidates & pipeDemand[pipe]) != 0) {
          next = Math.min(next, Math.max(earliestCycle, free[base + pipe]));
          candidates &= ~pipeDemand[pipe];
        }
      }
      next = candidates == 0 ? next : earliestCycle;
    }
    return next;
  }

  /** An instruction holds a SIMD unit's pipe; pipes that all share are held by {@link #hold}. */
  void taken(int simd, int pipe, long endCycle) {
    if (pipe < Pipe.SIMD) {
      free[simd * Pipe.HELD + pipe] = endCycle;
      allFree[simd] = Math.max(allFree[simd], endCycle);
    }
  }

  /** An instruction holds a pipe that all SIMD units share. */
  void hold(Pipe pipe, long endCycle) {
    for (int i = pipe.number; i < free.length; i += Pipe.HELD) {
      free[i] = endCycle;
    }
    for (int simd = 0; simd < simds; simd++) {
      allFree[simd] = Math.max(allFree[simd], endCycle);
    }
  }

  /**
   * Something holds a pipe that all SIMD units share as soon as it is free.
   *
   * @return the cycle in which it is done
   */
  long queue(Pipe pipe, long now, int cycles) {
    long endCycle = Math.max(now, free[pipe.number]) + cycles;
    hold(pipe, endCycle);
    return endCycle;
  }

  /** A warp's next instruction wants a pipe. */
  void wants(Warp warp, int pipe) {
    if (warp.pipe() != pipe) {
      leaves(warp);
      warp.pipe(pipe);
    }
    pipeDemand[pipe] |= warp.bit();
  }

  /** Warps whose next instruction wants a pipe. */
  long wanting(Pipe pipe) {
    return pipeDemand[pipe.number];
  }

  /** A warp has no next instruction. */
  void leaves(Warp warp) {
    pipeDemand[warp.pipe()] &= ~warp.bit();
  }
}
