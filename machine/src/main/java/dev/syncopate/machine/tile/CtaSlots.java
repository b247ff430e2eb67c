package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;

/**
 * CTA slots of a compute unit: the unit divided among the CTAs of a launch that fit in it at once.
 *
 * <p>CTA slot {@code i} has warp slots {@code i * warps} onwards and the {@code i}-th piece of
 * shared memory. A slot is made when a CTA occupies it first, so that small launches make few. A
 * launch that divides the unit as the one before reuses the slots: all are free.
 */
public final class CtaSlots {
  private final ComputeUnit unit;
  private Cta[] ctas = new Cta[0];

  /** Slots that exist: the first of {@link #ctas}. */
  private int slotCount;

  private int warpsPerCta;
  private int sharedStride;

  public CtaSlots(ComputeUnit unit) {
    this.unit = unit;
  }

  /** Divides the unit for a launch. */
  public void divide(Grid grid) {
    boolean isDividedLikeBefore =
        ctas.length == grid.ctasPerUnit()
            && warpsPerCta == grid.warps()
            && sharedStride == grid.sharedStride();
    if (!isDividedLikeBefore) {
      ctas = new Cta[grid.ctasPerUnit()];
      slotCount = 0;
      warpsPerCta = grid.warps();
      sharedStride = grid.sharedStride();
    }
  }

  /** CTAs that fit at once. */
  public int count() {
    return ctas.length;
  }

  /** Whether a slot is free. */
  public boolean isFree(int slot) {
    return slot >= slotCount || !ctas[slot].resident;
  }

  /** The lowest slot that is free; the caller places a CTA there. */
  public Cta occupy() {
    for (int i = 0; i < slotCount; i++) {
      if (!ctas[i].resident) {
        return ctas[i];
      }
    }
    if (slotCount == ctas.length) {
      throw new IllegalStateException("compute unit " + unit.index + " has no free CTA slot");
    }
    return make();
  }

  /** A slot that is free; the caller places a CTA there. */
  public Cta occupy(int slot) {
    while (slotCount <= slot && slotCount < ctas.length) {
      make();
    }
    if (slot >= slotCount || ctas[slot].resident) {
      throw new IllegalStateException(
          "CTA slot %d of compute unit %d is not free".formatted(slot, unit.index));
    }
    return ctas[slot];
  }

  private Cta make() {
    Warp[] warps = new Warp[warpsPerCta];
    for (int i = 0; i < warps.length; i++) {
      warps[i] = unit.warp(slotCount * warpsPerCta + i);
    }
    Cta cta = new Cta(slotCount, warps, slotCount * sharedStride);
    ctas[slotCount++] = cta;
    return cta;
  }
}
