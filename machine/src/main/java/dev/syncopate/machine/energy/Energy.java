package dev.syncopate.machine.energy;

import dev.syncopate.machine.config.EnergyConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.EnergyShare;
import dev.syncopate.memory.config.EnergyTerm;
import dev.syncopate.memory.config.MechanismSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The energy of what was counted: each event times what one costs (lab §IV-A).
 *
 * @param picojoules of each part of the machine, in the order printed
 */
public record Energy(Map<EnergyPart, Double> picojoules) {
  private static final double ATTO_IN_PICO = 1e6;

  /** Keeps a copy. */
  public Energy {
    picojoules = Collections.unmodifiableMap(new LinkedHashMap<>(picojoules));
  }

  /**
   * Adds up what was counted.
   *
   * @param counted by the names of docs/use/statistics.md
   * @return null where nothing is known of the machine's energies
   */
  public static @Nullable Energy of(MachineConfig machine, Map<String, Long> counted) {
    List<EnergyShare> shares = shares(machine);
    boolean energyKnown =
        machine.energy().isKnown() || shares.stream().anyMatch(EnergyShare::configured);
    return energyKnown ? new Sum(machine.energy(), shares, counted).energy() : null;
  }

  /** The parts of a machine, in the order printed: those of mechanisms are behind the caches. */
  public static List<EnergyPart> parts(MachineConfig machine) {
    List<EnergyPart> parts =
        new ArrayList<>(
            List.of(
                EnergyPart.OPERATIONS,
                EnergyPart.INSTRUCTION_CACHE,
                EnergyPart.SHARED,
                EnergyPart.L1,
                EnergyPart.L2));
    shares(machine).forEach(share -> parts.add(part(share)));
    parts.addAll(List.of(EnergyPart.NETWORK, EnergyPart.MEMORY));
    return parts;
  }

  private static List<EnergyShare> shares(MachineConfig machine) {
    return MechanismSettings.of(machine.mechanisms()).stream()
        .flatMap(settings -> settings.energyShares().stream())
        .toList();
  }

  private static EnergyPart part(EnergyShare share) {
    return new EnergyPart(share.key(), share.label());
  }

  /** All of it, in picojoules. */
  public double total() {
    return picojoules.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private record Sum(EnergyConfig costs, List<EnergyShare> shares, Map<String, Long> counted) {
    Energy energy() {
      Map<EnergyPart, Double> parts = new LinkedHashMap<>();
      parts.put(EnergyPart.OPERATIONS, times(operations(), costs.operation()));
      parts.put(
          EnergyPart.INSTRUCTION_CACHE,
          times(of("icache.hits") + of("icache.misses"), costs.icacheRead())
              + times(of("icache.misses"), costs.icacheWrite()));
      parts.put(
          EnergyPart.SHARED,
          times(of("shared.reads"), costs.sharedRead())
              + times(of("shared.writes"), costs.sharedWrite()));
      parts.put(
          EnergyPart.L1, times(l1Reads(), costs.l1Read()) + times(l1Writes(), costs.l1Write()));
      parts.put(
          EnergyPart.L2, times(l2Reads(), costs.l2Read()) + times(l2Writes(), costs.l2Write()));
      shares.forEach(share -> parts.put(part(share), sum(share)));
      parts.put(EnergyPart.NETWORK, times(of("network.messages"), costs.message()));
      parts.put(EnergyPart.MEMORY, times(of("dram.reads") + of("dram.writes"), costs.memory()));
      return new Energy(parts);
    }

    private long operations() {
      return switch (costs.operations()) {
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

    private double sum(EnergyShare share) {
      double sum = 0;
      for (EnergyTerm term : share.terms()) {
        sum += times(term.counters().stream().mapToLong(this::of).sum(), term.attojoules());
      }
      return sum;
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
