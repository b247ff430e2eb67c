package dev.syncopate.machine.barrier;

import dev.syncopate.machine.warp.Cta;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The barriers of the CTAs of a compute unit, by CTA slot. */
public final class CtaBarriers {
  private @Nullable BarrierSet[] sets = new @Nullable BarrierSet[8];

  /** A CTA becomes resident: no thread has arrived at any barrier. */
  public void begin(Cta cta) {
    if (cta.slot >= sets.length) {
      sets = Arrays.copyOf(sets, Math.max(cta.slot + 1, 2 * sets.length));
    }
    BarrierSet set = sets[cta.slot];
    if (set == null || !set.isOf(cta)) {
      sets[cta.slot] = new BarrierSet(cta);
    } else {
      set.clear();
    }
  }

  /** Those of a CTA that is here. */
  public BarrierSet of(Cta cta) {
    BarrierSet set = sets[cta.slot];
    if (set == null) {
      throw new IllegalStateException("CTA slot " + cta.slot + " has had no CTA");
    }
    return set;
  }
}
