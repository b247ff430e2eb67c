package dev.syncopate.check.memory;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Finds divisions of integers by zero: their result is unspecified, and no GPU reports an error.
 */
public final class ZeroDivisions implements Observer {
  private record Key(String kernel, int pc) {}

  private final Map<Key, ZeroDivision> divisions = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  /** What was found so far, each instruction once, in the order of finding. */
  public List<ZeroDivision> divisions() {
    List<ZeroDivision> countedDivisions = new ArrayList<>();
    divisions.forEach(
        (key, division) -> countedDivisions.add(division.counted(counts.getOrDefault(key, 1L))));
    return countedDivisions;
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return new LaunchObserver() {
      @Override
      public void misused(int unit, Warp warp, int pc, Misuse misuse) {
        if (misuse.kind() == Misuse.Kind.DIVISION_BY_ZERO) {
          found(grid, warp, pc, misuse);
        }
      }
    };
  }

  private void found(Grid grid, Warp warp, int pc, Misuse misuse) {
    Key key = new Key(grid.kernel().program.name(), pc);
    counts.merge(key, (long) Long.bitCount(misuse.lanes()), Long::sum);
    int cta = (int) warp.owner().index;
    int thread = warp.indexInCta() * warp.width + misuse.lane();
    divisions.putIfAbsent(key, new ZeroDivision(grid, pc, cta, thread, 1));
  }
}
