package dev.syncopate.memory.mechanism.gpu;

import dev.syncopate.memory.cache.NumberedStoreFifo;
import java.util.Objects;
import java.util.TreeMap;

/**
 * sFIFO with one entry a line and no bound: a line that becomes dirty again moves to the back. The
 * older bytes of that line have left the L1 already, so no release waits for the removed entry.
 */
final class MergingStoreFifo implements NumberedStoreFifo {
  private final TreeMap<Long, Long> lines = new TreeMap<>();
  private long next;

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void push(long line) {
    lines.values().remove(line);
    lines.put(next++, line);
  }

  @Override
  public long pop() {
    return Objects.requireNonNull(lines.pollFirstEntry(), "sFIFO is empty").getValue();
  }

  @Override
  public long marker() {
    return next;
  }

  @Override
  public long oldest() {
    return lines.isEmpty() ? next : lines.firstKey();
  }

  @Override
  public long line(long entry) {
    return lines.getOrDefault(entry, ABSENT);
  }

  @Override
  public void cleaned(long line) {}

  @Override
  public long renumber() {
    long shift = oldest();
    TreeMap<Long, Long> old = new TreeMap<>(lines);
    lines.clear();
    old.forEach((entry, line) -> lines.put(entry - shift, line));
    next -= shift;
    return shift;
  }
}
