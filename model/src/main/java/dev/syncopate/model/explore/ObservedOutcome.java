package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.LocationAddresses;
import dev.syncopate.model.explore.machine.setup.TestArrangement;
import dev.syncopate.model.litmus.FinalState;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Outcome that the hardware has shown.
 *
 * @param values of the registers ({@code P0:r1}) and locations that tell outcomes apart
 * @param states in how many different final states of the machine, over all setups
 * @param setup of the schedule
 * @param schedule with fewest steps; it has been run again on fresh controllers
 */
public record ObservedOutcome(
    SortedMap<String, Long> values, long states, TestArrangement setup, ExploredSchedule schedule)
    implements FinalState {

  /** The same outcome of two setups: the shorter schedule is shown. */
  public ObservedOutcome and(ObservedOutcome right) {
    ObservedOutcome shown = right.schedule.steps().size() < schedule.steps().size() ? right : this;
    return new ObservedOutcome(values, states + right.states, shown.setup, shown.schedule);
  }

  @Override
  public long register(int thread, String name) {
    return schedule.values().getOrDefault("P" + thread + ":" + name, 0L); // 0 if nothing sets it
  }

  @Override
  public long content(String location) {
    return Objects.requireNonNull(schedule.values().get(location));
  }

  @Override
  public long address(String location) {
    return Objects.requireNonNull(schedule.values().get("&" + location));
  }

  /** A value, a location's address, and what is behind it within its bytes, by its name. */
  public String shown(long value) {
    for (Map.Entry<String, Long> entry : schedule.values().entrySet()) {
      long offset = value - entry.getValue();
      if (entry.getKey().startsWith("&") && offset >= 0 && offset < LocationAddresses.BYTES) {
        return entry.getKey() + (offset == 0 ? "" : "+" + offset);
      }
    }
    return Long.toString(value);
  }

  /** For example {@code P1:r1=1, x=2}. */
  public String text() {
    return text(values);
  }

  /** Values as people read them. */
  public static String text(Map<String, Long> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
