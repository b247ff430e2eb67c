package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Warp;

/**
 * Starvation guard of a pipe that all SIMD units share. Schedulers pick by age or in turn. Warps
 * that spin on shared memory in step with the pipe's free cycles could therefore keep it from the
 * holder of their lock for ever. A warp that has waited for {@value #CYCLES} cycles is served
 * before any other.
 */
final class StarvationGuard {
  static final int CYCLES = 1024;

  /** Cycles between two looks at who waits, at the least. */
  private static final int INTERVAL = 128;

  private final Warp[] warps;
  private final Pipes pipes;
  private long nextLook;

  /** The warp that is served next at each of the pipes, or none. */
  private long memory;

  private long shared;

  StarvationGuard(Warp[] warps, Pipes pipes) {
    this.warps = warps;
    this.pipes = pipes;
  }

  /** Whether some warp has waited for too long. */
  boolean isOver() {
    return (memory | shared) != 0;
  }

  /** Warps that let the others pass, of those whose next instruction could issue. */
  long yielding(long ready) {
    return yielding(Pipe.MEMORY, memory, ready) | yielding(Pipe.SHARED, shared, ready);
  }

  private long yielding(Pipe pipe, long first, long ready) {
    long wanting = pipes.wanting(pipe);
    return (first & ready & wanting) == 0 ? 0 : wanting & ~first;
  }

  /** A warp has issued an instruction to one of the pipes. */
  void issued(Warp warp, int pipe, long ready, long now) {
    if (isOver()) {
      memory &= pipe == Pipe.MEMORY.number ? ~warp.bit() : -1L;
      shared &= pipe == Pipe.SHARED.number ? ~warp.bit() : -1L;
    }
    if (now >= nextLook) {
      nextLook = now + INTERVAL;
      memory = starved(Pipe.MEMORY, ready, now);
      shared = starved(Pipe.SHARED, ready, now);
    }
  }

  /** The warp that has waited longest for a pipe, if that is too long. */
  private long starved(Pipe pipe, long ready, long now) {
    long first = 0;
    long oldestReady = now - CYCLES;
    for (long rest = ready & pipes.wanting(pipe); rest != 0; rest &= rest - 1) {
      Warp warp = warps[Long.numberOfTrailingZeros(rest)];
      long readyCycle = Math.max(warp.wakeAt(), warp.since());
      if (readyCycle < oldestReady) {
        oldestReady = readyCycle;
        first = warp.bit();
      }
    }
    return first;
  }
}
