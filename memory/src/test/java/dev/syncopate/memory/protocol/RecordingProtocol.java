package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.gpu.GpuL1;
import dev.syncopate.memory.protocol.gpu.GpuL2;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A protocol that keeps its controllers, to be asked afterwards what has happened in them. */
final class RecordingProtocol implements Protocol {
  private final Protocol of;
  private final List<GpuL1> l1s = new ArrayList<>();
  private final List<GpuL2> l2s = new ArrayList<>();

  RecordingProtocol(Protocol of) {
    this.of = of;
  }

  /** How often each listed pair has happened, over all controllers made. */
  Map<String, Long> transitions() {
    Map<String, Long> counts = new TreeMap<>();
    for (GpuL1 l1 : l1s) {
      l1.transitions().forEach(pair -> count(counts, "L1 ", pair));
    }
    for (GpuL2 l2 : l2s) {
      l2.transitions().forEach(pair -> count(counts, "L2 ", pair));
    }
    return counts;
  }

  private static void count(Map<String, Long> counts, String where, Transitions.Pair pair) {
    counts.merge(where + pair.state() + " " + pair.event(), pair.count(), Long::sum);
  }

  @Override
  public String name() {
    return of.name();
  }

  @Override
  public String summary() {
    return of.summary();
  }

  @Override
  public StepTable table() {
    return of.table();
  }

  @Override
  public StepTable systemTable() {
    return of.systemTable();
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    return of.refusal(operation);
  }

  @Override
  public L1Controller l1(
      int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
    L1Controller l1 = of.l1(tile, config, environment, counters);
    l1s.add((GpuL1) l1);
    return l1;
  }

  @Override
  public L2Controller l2(
      int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
    L2Controller l2 = of.l2(bank, config, environment, counters);
    l2s.add((GpuL2) l2);
    return l2;
  }
}
