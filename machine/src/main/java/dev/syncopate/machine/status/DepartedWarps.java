package dev.syncopate.machine.status;

import dev.syncopate.machine.spin.HeldWords;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.LatestWrites;
import dev.syncopate.machine.warp.Warp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Records of the warps that last left a compute unit, for reports. */
public final class DepartedWarps {
  private static final int KEPT = 64;

  private final Deque<Departed> latest = new ArrayDeque<>(KEPT);

  /** A warp with its words. */
  private record Departed(
      Grid grid, long cta, int warp, long[] address, int[] lane, int[] pc, int heldCount) {}

  public void clear() {
    latest.clear();
  }

  /** A warp leaves; nothing is kept of one that has written nothing. */
  public void add(Warp warp, Cta cta) {
    HeldWords heldWords = warp.needs.heldWords;
    LatestWrites wrote = warp.accesses.wrote;
    int count = heldWords.count();
    for (int i = 0; i < LatestWrites.KEPT; i++) {
      count += wrote.has(i) ? 1 : 0;
    }
    if (count == 0) {
      return;
    }
    long[] address = new long[count];
    int[] lane = new int[count];
    int[] pc = new int[count];
    int index = 0;
    for (; index < heldWords.count(); index++) {
      address[index] = heldWords.address(index);
      lane[index] = heldWords.lane(index);
      pc[index] = heldWords.pc(index);
    }
    for (int i = 0; i < LatestWrites.KEPT; i++) {
      if (wrote.has(i)) {
        address[index] = wrote.address(i);
        lane[index] = wrote.lane(i);
        pc[index++] = wrote.pc(i);
      }
    }
    if (latest.size() == KEPT) {
      latest.removeFirst();
    }
    latest.addLast(
        new Departed(
            cta.grid(), cta.index, warp.indexInCta(), address, lane, pc, heldWords.count()));
  }

  /** The latest first. */
  public List<WarpTraces> traces(int unit) {
    List<WarpTraces> traces = new ArrayList<>();
    for (Departed warp : latest.reversed()) {
      Grid grid = warp.grid();
      List<WarpTraces.Word> words = new ArrayList<>();
      for (int i = 0; i < warp.pc().length; i++) {
        words.add(
            new WarpTraces.Word(
                warp.address()[i],
                warp.lane()[i],
                warp.pc()[i],
                grid.kernel().position(warp.pc()[i])));
      }
      traces.add(
          new WarpTraces(
              grid,
              unit,
              warp.cta(),
              grid.indices(warp.cta()),
              warp.warp(),
              true,
              List.copyOf(words.subList(0, warp.heldCount())),
              List.copyOf(words.subList(warp.heldCount(), words.size()))));
    }
    return traces;
  }
}
