package dev.syncopate.machine.status;

import dev.syncopate.machine.spin.HeldWords;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.LatestWrites;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * Words that a warp is known to have written, for reports.
 *
 * @param grid the launch
 * @param unit compute unit
 * @param cta number of its CTA
 * @param ctaIndex its CTA's indices as {@code (x,y,z)}
 * @param warp its number in the CTA
 * @param departed whether it has exited
 * @param heldWords words it has taken, by a compare-and-swap or an exchange, and not written since
 * @param wrote words it has written lately; the latest strong one first
 */
public record WarpTraces(
    Grid grid,
    int unit,
    long cta,
    String ctaIndex,
    int warp,
    boolean departed,
    List<Word> heldWords,
    List<Word> wrote) {

  /**
   * A word and who wrote it.
   *
   * @param address generic
   * @param pc index of the instruction that did
   * @param position where that stands
   */
  public record Word(long address, int lane, int pc, Position position) {}

  public static WarpTraces of(int unit, Grid grid, Cta cta, Warp warp) {
    List<Word> heldWords = new ArrayList<>();
    HeldWords words = warp.needs.heldWords;
    for (int i = 0; i < words.count(); i++) {
      heldWords.add(word(grid, words.address(i), words.lane(i), words.pc(i)));
    }
    List<Word> wrote = new ArrayList<>();
    LatestWrites latest = warp.accesses.wrote;
    for (int i = 0; i < LatestWrites.KEPT; i++) {
      if (latest.has(i)) {
        wrote.add(word(grid, latest.address(i), latest.lane(i), latest.pc(i)));
      }
    }
    return new WarpTraces(
        grid,
        unit,
        cta.index,
        grid.indices(cta.index),
        warp.indexInCta(),
        false,
        List.copyOf(heldWords),
        List.copyOf(wrote));
  }

  private static Word word(Grid grid, long address, int lane, int pc) {
    return new Word(address, lane, pc, grid.kernel().position(pc));
  }
}
