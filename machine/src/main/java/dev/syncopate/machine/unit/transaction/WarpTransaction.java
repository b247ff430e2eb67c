package dev.syncopate.machine.unit.transaction;

import dev.syncopate.machine.divergence.RepeatedCode;
import dev.syncopate.machine.warp.Warp;
import org.jspecify.annotations.Nullable;

/**
 * State that a warp slot keeps for lanes that may have to restart: where, and their shadow
 * registers (localtm §III-B), and what they have overwritten in their own memory. Arrays are made
 * once and used by one transaction after another.
 */
final class WarpTransaction {
  /** What its lanes have stored in their own memory. */
  final LocalVersions local;

  private long[] registers = new long[0];
  private long[] predicates = new long[0];
  private @Nullable RepeatedCode stretch;
  private int depth;

  WarpTransaction(int width) {
    local = new LocalVersions(width);
  }

  /** Keeps the registers as they are. */
  void keep(Warp warp) {
    if (registers.length < warp.values().length) {
      registers = new long[warp.values().length];
    }
    if (predicates.length < warp.predicates().length) {
      predicates = new long[warp.predicates().length];
    }
    System.arraycopy(warp.values(), 0, registers, 0, warp.values().length);
    System.arraycopy(warp.predicates(), 0, predicates, 0, warp.predicates().length);
  }

  /** Gives lanes the registers that were kept. */
  void restore(Warp warp, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int index = lane; index < warp.values().length; index += warp.width) {
        warp.values()[index] = registers[index];
      }
    }
    for (int p = 0; p < warp.predicates().length; p++) {
      warp.predicates()[p] = (warp.predicates()[p] & ~lanes) | (predicates[p] & lanes);
    }
  }

  void begin(RepeatedCode newStretch, int calls) {
    stretch = newStretch;
    depth = calls;
  }

  /** Calls that lanes were in at {@code tx.begin}. */
  int depth() {
    return depth;
  }

  RepeatedCode stretch() {
    RepeatedCode currentStretch = stretch;
    if (currentStretch == null) {
      throw new IllegalStateException("no transaction has begun");
    }
    return currentStretch;
  }
}
