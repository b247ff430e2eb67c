package dev.syncopate.app.report;

import dev.syncopate.machine.energy.Energy;
import dev.syncopate.study.json.Json;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.ProgramSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything a finished run has to say.
 *
 * @param title what ran, for people
 * @param subject what ran, for programs: members of the JSON document
 * @param device where
 * @param checkResults what checks have found; null where there was none
 * @param members what others who watched it have to say: further members of the JSON document
 * @param verified whether the answer was right; null if there was nothing to compare with or it did
 *     not get so far
 * @param message about the answer
 * @param wallSeconds since the program began; JVM start, some hundredths of a second, not included
 * @param cpuSeconds of all threads of the process
 * @param peakBytes the process had resident at most; null where the system does not tell
 */
public record RunReport(
    String title,
    Map<String, Object> subject,
    Device device,
    @Nullable CheckResults checkResults,
    Map<String, Object> members,
    @Nullable Boolean verified,
    String message,
    double wallSeconds,
    double cpuSeconds,
    @Nullable Long peakBytes) {

  /** Version of the document: a new one whenever a member changes its name or meaning. */
  public static final int SCHEMA = 1;

  /** How the last launch ended; {@link Ending#DONE} if there was none. */
  public Ending ending() {
    List<LaunchResult> launches = device.launches();
    return launches.isEmpty() ? Ending.DONE : launches.getLast().ending();
  }

  /** Cycles of all launches together. */
  public long cycles() {
    ProgramSample sample = device.sample();
    return sample != null
        ? sample.total().cycles()
        : device.launches().stream().mapToLong(LaunchResult::cycles).sum();
  }

  /** Counters of all launches together. */
  public Map<String, Long> totals() {
    Map<String, Long> totals = new TreeMap<>();
    for (LaunchResult launch : device.launches()) {
      launch.statistics().forEach((name, value) -> totals.merge(name, value, Long::sum));
    }
    return totals;
  }

  /** Whether some launches stand for more than themselves. */
  public boolean isSampled() {
    return device.launches().stream().anyMatch(LaunchResult::isSampled);
  }

  /** What all that they stand for would have taken. */
  public long estimatedCycles() {
    return device.launches().stream().mapToLong(launch -> Math.round(launch.scaledCycles())).sum();
  }

  /** What all would have counted, likewise. */
  public Map<String, Long> estimatedTotals() {
    Map<String, Long> totals = new TreeMap<>();
    for (LaunchResult launch : device.launches()) {
      launch
          .statistics()
          .forEach(
              (name, value) -> totals.merge(name, Math.round(value * launch.scale()), Long::sum));
    }
    return totals;
  }

  /** What all would have cost; null likewise. */
  public @Nullable Energy estimatedEnergy() {
    return energy(estimatedTotals());
  }

  /** What it has cost; null where nothing ran, or nothing is known of the machine's energies. */
  public @Nullable Energy energy() {
    return energy(totals());
  }

  /** Of counters; null also where nothing was launched, so that there are none. */
  private @Nullable Energy energy(Map<String, Long> counters) {
    return device.launches().isEmpty() ? null : Energy.of(device.machine(), counters);
  }

  /** What the links of a mesh have carried. */
  public LinkReport links() {
    return new LinkReport(title + " on " + device.machine().name(), device, cycles());
  }

  /** The document described in docs/use/command-line.md. */
  public String json() {
    Map<String, Object> document = new LinkedHashMap<>();
    Version version = Version.current();
    document.put("schema", SCHEMA);
    document.put("version", version.number());
    document.put("commit", version.wholeCommit());
    document.putAll(subject);
    if (device.functional()) {
      document.put("functional", true);
    } else {
      document.put("protocol", device.protocol());
      document.put("model", device.model());
    }
    document.put("seed", device.seed());
    document.put("threads", device.threads());
    document.put("ending", ending().name().toLowerCase(Locale.ROOT));
    document.put("verified", verified);
    document.put("message", message);
    document.put("wallSeconds", wallSeconds);
    document.put("cpuSeconds", cpuSeconds);
    document.put("simulationSeconds", device.simulationNanoseconds() / 1e9);
    document.put("peakBytes", peakBytes);
    if (!device.functional()) {
      document.put("cycles", cycles());
    }
    ProgramSample sample = device.sample();
    if (sample != null) {
      document.put("sampled", sampled(sample));
    }
    CounterTree.add(document, totals());
    if (!device.functional()) {
      document.put("energy", EnergyText.json(energy()));
    }
    if (isSampled() && !device.functional()) {
      document.put("estimate", estimate());
    }
    LinkReport links = links();
    if (!links.isEmpty()) {
      document.put("links", links.json());
    }
    if (checkResults != null) {
      document.put("check", CheckText.json(checkResults));
    }
    document.putAll(members);
    List<Object> launches = new ArrayList<>();
    for (int i = 0; i < device.launches().size(); i++) {
      Map<String, Object> described = describe(device.launches().get(i), device.functional());
      if (sample != null) {
        described.put("estimated", !sample.isTimed(i));
        described.put("timedCtas", sample.timedCtas(i));
      }
      launches.add(described);
    }
    document.put("launches", launches);
    document.put("overrides", device.overrides());
    document.put("config", RecordTree.of(device.machine()));
    return Json.write(document);
  }

  private static Map<String, Object> sampled(ProgramSample sample) {
    Map<String, Object> document = estimate(sample.total());
    Map<String, Object> kernels = new LinkedHashMap<>();
    sample.kernels().forEach((kernel, estimate) -> kernels.put(kernel, estimate(estimate)));
    document.put("kernels", kernels);
    return document;
  }

  private static Map<String, Object> estimate(ProgramSample.Estimate estimate) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("launches", estimate.launches());
    document.put("timed", estimate.timed());
    document.put("ctas", estimate.ctas());
    document.put("timedCtas", estimate.timedCtas());
    document.put("cycles", estimate.cycles());
    document.put("error", estimate.error());
    document.put("errorPercent", estimate.errorPercent());
    return document;
  }

  private Map<String, Object> estimate() {
    Map<String, Object> estimate = new LinkedHashMap<>();
    estimate.put("cycles", estimatedCycles());
    estimate.put("networkMessages", estimatedTotals().getOrDefault("network.messages", 0L));
    estimate.put("networkBytes", estimatedTotals().getOrDefault("network.bytes", 0L));
    Energy energy = estimatedEnergy();
    if (energy != null) {
      estimate.put("picojoules", Math.round(energy.total()));
    }
    return estimate;
  }

  private static Map<String, Object> describe(LaunchResult launch, boolean functional) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("kernel", launch.kernel());
    described.put("grid", dimensions(launch.shape().grid()));
    described.put("block", dimensions(launch.shape().block()));
    described.put("dynamicShared", launch.shape().dynamicShared());
    if (launch.isSampled()) {
      described.put("sample", RecordTree.of(launch.ran()));
      described.put("represents", launch.shape().represents());
      described.put("scale", launch.scale());
    }
    described.put("ending", launch.ending().name().toLowerCase(Locale.ROOT));
    if (!functional) {
      described.put("cycles", launch.cycles());
    }
    if (!launch.report().isEmpty()) {
      described.put("report", launch.report());
    }
    if (launch.codePlace() != null) {
      described.put("ptx", launch.codePlace().ptx());
      described.put("source", launch.codePlace().source());
    }
    CounterTree.add(described, launch.statistics());
    return described;
  }

  private static List<Integer> dimensions(dev.syncopate.workload.runtime.Dim3 dimensions) {
    return List.of(dimensions.x(), dimensions.y(), dimensions.z());
  }
}
