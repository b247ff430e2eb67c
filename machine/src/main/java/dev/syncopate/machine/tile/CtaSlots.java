package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import java.util.List;

/**
 * CTA slots of a compute unit: the unit divided among the CTAs of a launch that fit in it at once.
 *
 * <p>CTA slot {@code i} has warp slots {@code i * warps} onwards and the {@code i}-th piece of
 * shared memory. A slot is made when a CTA occupies it first, so that small launches make few. A
 * launch that divides the unit as the one before reuses the slots: all are free.
 *
 * <p>Launches that overlap divide the same unit, each in its own way. A slot of a later launch is
 * free when no CTA of an earlier one has the number, a warp slot, or shared memory of it, and
 * enough registers are left.
 */
public final class CtaSlots {
  private final ComputeUnit unit;
  private Cta[] ctas = new Cta[0];

  /** Slots that exist: the first of {@link #ctas}. */
  private int slotCount;

  private int warpsPerCta;
  private int sharedStride;
  private int registersPerCta;

  /** Those of launches that were there before and may have CTAs here. */
  private List<CtaSlots> earlierSlots = List.of();

  public CtaSlots(ComputeUnit unit) {
    this.unit = unit;
  }

  /** Divides the unit for a launch. */
  public void divide(Grid grid) {
    divide(grid, List.of());
  }

  /**
   * Divides the unit for a launch.
   *
   * @param earlier slots of launches that it overlaps; kept
   */
  void divide(Grid grid, List<CtaSlots> earlier) {
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
    registersPerCta = grid.registers();
    earlierSlots = earlier;
  }

  /** CTAs that fit at once. */
  public int count() {
    return ctas.length;
  }

  /**
   * Slots that CTAs of earlier launches leave, a bit each, the lowest of them as far as registers
   * are left.
   *
   * @param knownSlots slots that are among them: those that were asked for before
   */
  long usable(long knownSlots) {
    if (earlierSlots.isEmpty()) {
      return ctas.length == Long.SIZE ? -1L : (1L << ctas.length) - 1;
    }
    long registersLeft = unit.config.registers();
    for (CtaSlots earlier : earlierSlots) {
      registersLeft -= (long) earlier.residents() * earlier.registersPerCta;
    }
    long slotsWithRegisters = registersLeft / Math.max(1, registersPerCta);
    long usable = knownSlots;
    for (int slot = 0; slot < ctas.length && Long.bitCount(usable) < slotsWithRegisters; slot++) {
      usable |= isTaken(slot) ? 0 : 1L << slot;
    }
    return usable;
  }

  private int residents() {
    int residents = 0;
    for (int slot = 0; slot < slotCount; slot++) {
      residents += ctas[slot].resident ? 1 : 0;
    }
    return residents;
  }

  /** Whether a CTA of an earlier launch has something of a slot. */
  private boolean isTaken(int slot) {
    for (CtaSlots earlier : earlierSlots) {
      for (int other = 0; other < earlier.slotCount; other++) {
        if (earlier.ctas[other].resident
            && (other == slot
                || meet(slot, warpsPerCta, other, earlier.warpsPerCta)
                || meet(slot, sharedStride, other, earlier.sharedStride))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether piece {@code i} of pieces of one size meets piece {@code j} of those of another. */
  private static boolean meet(int i, int size, int j, int otherSize) {
    return i * size < (j + 1) * otherSize && j * otherSize < (i + 1) * size;
  }

  /** Whether a slot is free. */
  public boolean isFree(int slot) {
    return (slot >= slotCount || !ctas[slot].resident) && !isTaken(slot);
  }

  /** The lowest slot that is free; the caller places a CTA there. */
  public Cta occupy() {
    for (int i = 0; i < slotCount; i++) {
      if (!ctas[i].resident && !isTaken(i)) {
        return ctas[i];
      }
    }
    while (slotCount < ctas.length) {
      Cta cta = make();
      if (!isTaken(cta.slot)) {
        return cta;
      }
    }
    throw new IllegalStateException("compute unit " + unit.index + " has no free CTA slot");
  }

  /** A slot that is free; the caller places a CTA there. */
  public Cta occupy(int slot) {
    while (slotCount <= slot && slotCount < ctas.length) {
      make();
    }
    if (slot >= slotCount || !isFree(slot)) {
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
