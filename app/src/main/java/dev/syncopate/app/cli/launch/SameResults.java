package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.BufferDifference;
import dev.syncopate.app.argument.ElementType;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.workload.runtime.Device;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Check that a launch gives equal buffers under every schedule. */
final class SameResults {
  /** By place, what the first schedule left. */
  private final Map<String, byte[]> first = new LinkedHashMap<>();

  private final Set<String> ignored;
  private int seed;

  /**
   * @param ignored places of buffers that may differ
   */
  SameResults(Set<String> ignored) {
    this.ignored = ignored;
  }

  /**
   * Compares with what the first schedule left.
   *
   * @return what differs; null for nothing
   */
  @Nullable ReportedProblem compare(DeviceArguments values, Device device) {
    if (first.isEmpty()) {
      seed = device.perturbSeed();
      values.buffers().forEach((place, type) -> first.put(place, values.read(place)));
      return null;
    }
    List<String> differing = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, ElementType> buffer : values.buffers().entrySet()) {
      String place = buffer.getKey();
      if (ignored.contains(place)) {
        continue;
      }
      byte[] previous = Objects.requireNonNull(first.get(place));
      byte[] now = values.read(place);
      String label = schedule() + " left";
      String difference = BufferDifference.describe(buffer.getValue(), now, previous, label);
      if (!difference.isEmpty()) {
        differing.add("argument " + place);
        lines.addAll(difference.indent(-2).lines().toList());
      }
    }
    return differing.isEmpty()
        ? null
        : ReportedProblem.of(
            device,
            "schedule-dependent",
            "another result",
            "%s not what %s leaves"
                .formatted(
                    String.join(", ", differing) + (differing.size() == 1 ? " is" : " are"),
                    schedule()),
            lines);
  }

  /** Whose results the others are compared with: another's only where the machine's own failed. */
  private String schedule() {
    return seed == 0 ? "the machine's own schedule" : "seed " + seed;
  }
}
