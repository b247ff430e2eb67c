package dev.syncopate.check.host;

import dev.syncopate.check.host.HostError.Problem;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of the host that CUDA answers with an error, which programs often ignore. These are
 * frees of memory that is already free or was never allocated, and copies to and from freed memory.
 */
public final class HostMemory implements Observer {
  /**
   * @param end first address behind it
   * @param name what messages call it
   */
  private record Range(long start, long end, String name) {}

  private record Key(Problem problem, @Nullable String memory, long launches) {}

  private final TreeMap<Long, Range> allocated = new TreeMap<>();
  private final TreeMap<Long, Range> freed = new TreeMap<>();
  private final Map<Key, HostError> errors = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();
  private @Nullable String last;
  private long launches;

  /** What was found so far, in the order of finding. */
  public List<HostError> errors() {
    List<HostError> countedErrors = new ArrayList<>();
    errors.forEach((key, error) -> countedErrors.add(error.counted(counts.getOrDefault(key, 1L))));
    return countedErrors;
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    last = grid.kernel().program.name();
    launches++;
    return LaunchObserver.NOBODY;
  }

  /** The host has allocated memory, or a module brings a variable. */
  public void allocated(long address, long bytes, String name) {
    Map.Entry<Long, Range> overlapping = freed.lowerEntry(address + bytes);
    while (overlapping != null && overlapping.getValue().end > address) {
      freed.remove(overlapping.getKey());
      overlapping = freed.lowerEntry(address + bytes);
    }
    allocated.put(address, new Range(address, address + bytes, name));
  }

  /** The host has given memory back. */
  public void freed(long address) {
    Range range = allocated.remove(address);
    if (range != null) {
      freed.put(address, range);
    }
  }

  /** The host wants to give memory back, and there is none at that address. */
  public void refusedToFree(long address) {
    Range inside = in(allocated, address);
    Range freedRange = in(freed, address);
    if (inside != null) {
      add(Problem.FREED_INSIDE, address, 0, inside);
    } else {
      add(freedRange == null ? Problem.FREED_UNKNOWN : Problem.FREED_TWICE, address, 0, freedRange);
    }
  }

  /** The host wants to copy from or to memory, or to fill it, and not all of that is allocated. */
  public void refusedToAccess(long address, long bytes) {
    Range inside = in(allocated, address);
    Range freedRange = in(freed, address);
    if (inside != null) {
      add(Problem.USED_BEYOND, address, bytes, inside);
    } else {
      add(
          freedRange == null ? Problem.USED_UNKNOWN : Problem.USED_FREED,
          address,
          bytes,
          freedRange);
    }
  }

  private static @Nullable Range in(NavigableMap<Long, Range> ranges, long address) {
    Map.Entry<Long, Range> below = ranges.floorEntry(address);
    return below != null && address < below.getValue().end ? below.getValue() : null;
  }

  private void add(Problem problem, long address, long bytes, @Nullable Range range) {
    String name = range == null ? null : range.name;
    Key key = new Key(problem, name, launches);
    if (counts.merge(key, 1L, Long::sum) == 1) {
      long offset = range == null ? 0 : address - range.start;
      errors.put(key, new HostError(problem, address, bytes, name, offset, last, launches, 1));
    }
  }
}
