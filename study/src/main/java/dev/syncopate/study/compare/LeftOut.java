package dev.syncopate.study.compare;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.Job;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Mechanisms that a comparison's machine cannot run: nothing of them is simulated. This is known
 * before anything is.
 */
final class LeftOut {
  /** By machine's changes and protocol: why it cannot run, or null. */
  private final Map<List<String>, @Nullable String> reasons = new LinkedHashMap<>();

  /** By reason: who. */
  private final Map<String, Set<String>> mechanisms = new LinkedHashMap<>();

  /**
   * Takes out the cells that cannot run.
   *
   * @param cells every cell of the comparison
   */
  List<ResultCell> from(List<ResultCell> cells) {
    List<ResultCell> remaining = new ArrayList<>();
    for (ResultCell cell : cells) {
      String reason = reason(cell.task().job());
      if (reason == null) {
        remaining.add(cell);
      } else {
        mechanisms
            .computeIfAbsent(reason, _ -> new LinkedHashSet<>())
            .add(cell.coordinate().scenario());
      }
    }
    return remaining;
  }

  private @Nullable String reason(Job job) {
    List<String> key = new ArrayList<>(job.settings());
    key.add(job.protocol());
    if (!reasons.containsKey(key)) {
      MachineConfig machine = ConfigOverrides.apply(Presets.load(job.machine()), job.settings());
      reasons.put(key, Mechanisms.refusal(job.protocol(), machine));
    }
    return reasons.get(key);
  }

  /** A sentence for each reason: which mechanisms, and why. */
  List<String> told() {
    return mechanisms.entrySet().stream()
        .map(entry ->
            MechanismStandings.together(List.copyOf(entry.getValue())) + ": " + entry.getKey())
        .toList();
  }

  /** Whether a mechanism is among them. */
  boolean has(String mechanism) {
    return mechanisms.values().stream().anyMatch(group -> group.contains(mechanism));
  }
}
