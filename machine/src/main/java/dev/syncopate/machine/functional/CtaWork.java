package dev.syncopate.machine.functional;

import dev.syncopate.machine.warp.CtaSubset;

/**
 * Warp instructions of the CTAs of a launch: of each that a subset selects, and of all together.
 */
public final class CtaWork {
  private final CtaSubset selection;
  private final long[] selected;
  private long total;

  /**
   * @param selection CTAs that are counted one by one
   */
  public CtaWork(CtaSubset selection) {
    this.selection = selection;
    this.selected = new long[Math.toIntExact(selection.count())];
  }

  /** A CTA has issued some more. */
  public void add(long cta, long instructions) {
    total += instructions;
    long position = selection.position(cta);
    if (selection.at(position) == cta) {
      selected[(int) position] += instructions;
    }
  }

  /** Of a CTA of the selection, by its place in it. */
  public long of(int position) {
    return selected[position];
  }

  /** Of all CTAs of the grid. */
  public long total() {
    return total;
  }
}
