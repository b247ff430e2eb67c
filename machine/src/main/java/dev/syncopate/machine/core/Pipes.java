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
  private final long[] wanted = new long[Pipe.COUNT];

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
    long left = ready & simdMask[simd];
    if (allFree[simd] <= now) {
      return left;
    }
    int base = simd * Pipe.HELD;
    for (int pipe = 0; pipe < Pipe.HELD && left != 0; pipe++) {
      if (free[base + pipe] > now) {
        left &= ~wanted[pipe];
      }
    }
    return left;
  }

  /** The earliest cycle in which a pipe is free that one of the ready warps wants. */
  long nextFree(long ready, long from) {
    long next = Long.MAX_VALUE;
    for (int simd = 0; simd < simds && next > from; simd++) {
      long candidates = ready & simdMask[simd];
      int base = simd * Pipe.HELD;
      for (int pipe = 0; pipe < Pipe.HELD && candidates != 0; pipe++) {
        if ((candidates & wanted[pipe]) != 0) {
          next = Math.min(next, Math.max(from, free[base + pipe]));
          candidates &= ~wanted[pipe];
        }
      }
      next = candidates == 0 ? next : from;
    }
    return next;
  }

  /** An instruction holds a SIMD unit's pipe; pipes that all share are held by {@link #hold}. */
  void taken(int simd, int pipe, long until) {
    if (pipe < Pipe.SIMD) {
      free[simd * Pipe.HELD + pipe] = until;
      allFree[simd] = Math.max(allFree[simd], until);
    }
  }

  /** An instruction holds a pipe that all SIMD units share. */
  void hold(Pipe pipe, long until) {
    for (int i = pipe.number; i < free.length; i += Pipe.HELD) {
      free[i] = until;
    }
    for (int simd = 0; simd < simds; simd++) {
      allFree[simd] = Math.max(allFree[simd], until);
    }
  }

  /**
   * Something holds a pipe that all SIMD units share as soon as it is free.
   *
   * @return the cycle in which it is done
   */
  long queue(Pipe pipe, long now, int cycles) {
    long done = Math.max(now, free[pipe.number]) + cycles;
    hold(pipe, done);
    return done;
  }

  /** A warp's next instruction wants a pipe. */
  void wants(Warp warp, int pipe) {
    if (warp.pipe() != pipe) {
      leaves(warp);
      warp.pipe(pipe);
    }
    wanted[pipe] |= warp.bit();
  }

  /** Warps whose next instruction wants a pipe. */
  long wanting(Pipe pipe) {
    return wanted[pipe.number];
  }

  /** A warp has no next instruction. */
  void leaves(Warp warp) {
    wanted[warp.pipe()] &= ~warp.bit();
  }
}
