package dev.syncopate.machine.energy;

import dev.syncopate.machine.config.EnergyConfig;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The energy of what was counted: each event times what one costs (lab §IV-A).
 *
 * @param picojoules of each part of the machine
 */
public record Energy(Map<EnergyPart, Double> picojoules) {
  private static final double ATTO_IN_PICO = 1e6;

  /** Keeps a copy. */
  public Energy {
    picojoules = Collections.unmodifiableMap(new EnumMap<>(picojoules));
  }

  /**
   * Adds up what was counted.
   *
   * @param entries of its local atomic buffers; 0 for none
   * @param counted by the names of docs/statistics.md
   * @return null where nothing is known of the machine's energies
   */
  public static @Nullable Energy of(EnergyConfig each, int entries, Map<String, Long> counted) {
    return each.isKnown() ? new Sum(each, entries, counted).energy() : null;
  }

  /** All of it, in picojoules. */
  public double total() {
    return picojoules.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private record Sum(EnergyConfig each, int entries, Map<String, Long> counted) {
    Energy energy() {
      Map<EnergyPart, Double> parts = new EnumMap<>(EnergyPart.class);
      parts.put(EnergyPart.OPERATIONS, times(operations(), each.operation()));
      parts.put(
          EnergyPart.INSTRUCTION_CACHE,
          times(of("icache.hits") + of("icache.misses"), each.icacheRead())
              + times(of("icache.misses"), each.icacheWrite()));
      parts.put(
          EnergyPart.SHARED,
          times(of("shared.reads"), each.sharedRead())
              + times(of("shared.writes"), each.sharedWrite()));
      parts.put(EnergyPart.L1, times(l1Reads(), each.l1Read()) + times(l1Writes(), each.l1Write()));
      parts.put(EnergyPart.L2, times(l2Reads(), each.l2Read()) + times(l2Writes(), each.l2Write()));
      parts.put(
          EnergyPart.LAB,
          times(labReads(), each.lab().read(entries))
              + times(of("lab.updates"), each.lab().write(entries)));
      parts.put(EnergyPart.NETWORK, times(of("network.messages"), each.message()));
      parts.put(EnergyPart.MEMORY, times(of("dram.reads") + of("dram.writes"), each.memory()));
      return new Energy(parts);
    }

    private long operations() {
      return switch (each.operations()) {
        case LANES -> of("instructions.thread") - of("instructions.accessThread");
        case WARPS ->
            of("instructions.warp") - of("instructions.memory") - of("instructions.shared");
      };
    }

    /** A load reads what is there, whether that is enough; so does what leaves the cache. */
    private long l1Reads() {
      return of("l1.loads") + of("l1.atomics") + of("l1.writeThroughs");
    }

    private long l1Writes() {
      return of("l1.stores") + of("l1.atomics") + of("l1.fills");
    }

    private long l2Reads() {
      return of("l2.reads") + of("l2.atomics") + of("l2.writeBacks");
    }

    /** What was asked of memory for a miss is written when it comes. */
    private long l2Writes() {
      return of("l2.writes") + of("l2.atomics") + of("dram.reads");
    }

    /** An update that hits reads what is there; so does what leaves. */
    private long labReads() {
      return of("lab.hits")
          + of("lab.evictions")
          + of("lab.clashes")
          + of("lab.passed")
          + of("lab.flushedLines");
    }

    private long of(String counter) {
      Long value = counted.get(counter);
      if (value == null) {
        throw new IllegalArgumentException("nothing counts " + counter);
      }
      return value;
    }

    private static double times(long events, long attojoules) {
      return events * (double) attojoules / ATTO_IN_PICO;
    }
  }
}
