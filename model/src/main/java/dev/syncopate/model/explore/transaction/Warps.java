package dev.syncopate.model.explore.transaction;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Warps of a test's threads: those that name one, the others each its own. */
final class Warps {
  private Warps() {}

  /** Each thread's code, in the order of the threads. */
  static List<LaneCode> codes(LitmusTest test, WordMap words) {
    TreeMap<Integer, Integer> named = new TreeMap<>();
    List<Integer> sizes = new ArrayList<>();
    List<LaneCode> codes = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      Integer warp = thread.warp() == LitmusThread.ALONE ? null : named.get(thread.warp());
      if (warp == null) {
        warp = sizes.size();
        sizes.add(0);
        if (thread.warp() != LitmusThread.ALONE) {
          named.put(thread.warp(), warp);
        }
      }
      codes.add(LaneCode.of(thread, warp, sizes.get(warp), words));
      sizes.set(warp, sizes.get(warp) + 1);
    }
    return codes;
  }

  /** By warp and lane: which thread it is. */
  static int[][] places(List<LaneCode> codes) {
    int warps = codes.stream().mapToInt(LaneCode::warp).max().orElse(-1) + 1;
    int[][] places = new int[warps][];
    for (int warp = 0; warp < warps; warp++) {
      int number = warp;
      places[warp] =
          IntStream.range(0, codes.size()).filter(i -> codes.get(i).warp() == number).toArray();
    }
    return places;
  }
}
