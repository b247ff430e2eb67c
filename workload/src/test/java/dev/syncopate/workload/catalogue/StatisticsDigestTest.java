package dev.syncopate.workload.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every nonzero counter of every workload on every machine, at the last intended change of one.
 * Sizes are small unless another is given. A change for speed or order changes no digit. A
 * developer who changes the machine's behaviour runs this with {@code -DupdateDigests}, which
 * writes the file anew, and says in the commit which lines have changed and why. What changed
 * within a line, {@code run WORKLOAD --size small --gpu MACHINE --json FILE} shows when run before
 * and after. Answers that are wrong for lack of system scope on several GPUs are part of it.
 */
class StatisticsDigestTest {
  private static final String FILE =
      "src/test/resources/dev/syncopate/workload/catalogue/statistics-digests.txt";
  private static final int DIGEST_BYTES = 8;

  /** Workloads of a tenth of a second each, on every machine. */
  private static final List<String> SHORT =
      List.of("vecadd", "reduction", "histogram", "spinmutex", "pagerank-push");

  /** The suite {@code analytics}, on one machine. */
  private static final List<String> ANALYTICS =
      List.of("bc", "cca", "color-push", "mis-push", "sssp-push", "cuts");

  /** The suite {@code classic} at sizes of a few hundredths of a second each. */
  private static final List<String> CLASSIC =
      List.of(
          "backprop size=1000",
          "bfs size=1000",
          "dwt2d size=64",
          "srad size=64",
          "nw size=100",
          "nn size=10000",
          "pathfinder size=500",
          "lud size=48",
          "gaussian size=24",
          "bplustree size=100",
          "huffman size=9000",
          "hybridsort size=2000");

  /** The suite {@code transactions}, with two warps of which one is not full. */
  private static final List<String> TRANSACTIONS =
      List.of(
          "ht2 block=70",
          "ht16 block=70 section=search",
          "bank block=70 accounts=10 transfers=1",
          "sorted-list block=70",
          "work-queue block=70 items=20 roots=3",
          "triple-histogram block=70 bins=4 values=1",
          "kmeans block=70 clusters=3 points=1");

  @Test
  void noCounterHasChanged() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String machine : Presets.names()) {
      for (String name : SHORT) {
        lines.add(line(name, machine, "gpu", "hrf"));
      }
    }
    for (String model : List.of("drf0", "drfrlx")) {
      lines.add(line("histogram", "srsp-8cu", "gpu", model, "atomic=acq_rel"));
      lines.add(line("pagerank-push", "srsp-8cu", "gpu", model));
      lines.add(line("spinmutex", "srsp-8cu", "gpu", model, "variant=lane"));
    }
    lines.add(line("bwc", "titanv-80sm", "gpu", "hrf"));
    for (String name : ANALYTICS) {
      lines.add(line(name, "srsp-8cu", "gpu", "hrf"));
    }
    lines.add(line("cca", "srsp-8cu", "gpu", "hrf", "variant=labels"));
    lines.add(line("pagerank", "titanv-80sm", "gpu", "hrf"));
    lines.add(line("pagerank", "srsp-2x8cu", "gpu", "hrf", "scenario=scope-only"));
    for (String protocol : List.of("brsp", "srsp", "srsp-opt")) {
      for (String machine : List.of("srsp-8cu", "srsp-2x8cu")) {
        lines.add(line("pagerank", machine, protocol, "hrf", "scenario=remote"));
      }
    }
    for (String classic : CLASSIC) {
      String[] parts = classic.split(" ", 2);
      lines.add(line(parts[0], "titanv-80sm", "gpu", "hrf", parts[1]));
    }
    for (String section : TRANSACTIONS) {
      String[] parts = section.split(" ", 2);
      for (String variant : List.of("tx", "fallback")) {
        String[] options = (parts[1] + " variant=" + variant).split(" ", -1);
        lines.add(line(parts[0], "southern-islands", "gpu", "hrf", options));
      }
    }
    lines.add(line("kmeans", "titanv-80sm", "gpu", "hrf", "block=70", "clusters=3", "variant=tx"));
    for (String protocol : List.of("phi", "hlrc")) {
      lines.add(line("huffman", "titanv-80sm", protocol, "hrf", "size=9000"));
      lines.add(line("hybridsort", "titanv-80sm", protocol, "hrf", "size=2000"));
    }
    Path file = Path.of(FILE);
    if (System.getProperty("updateDigests") != null) {
      Files.writeString(file, String.join("\n", lines) + "\n");
    }
    assertThat(lines).as("written anew with -DupdateDigests").isEqualTo(Files.readAllLines(file));
  }

  /** For example {@code vecadd rsp-8cu gpu hrf: right, 1234 cycles, 0123456789abcdef}. */
  private static String line(
      String name, String machine, String protocol, String model, String... options) {
    Workload workload = Workloads.find(name).orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size("small");
    for (String option : options) {
      String[] parts = option.split("=", 2);
      if (parts[0].equals("size")) {
        context.size(parts[1]);
      } else {
        context.option(parts[0], parts[1]);
      }
    }
    Device device = Device.open(machine, protocol, model);
    WorkloadOutcome outcome = workload.run(context.build(device));
    MessageDigest digest = sha256();
    long cycles = 0;
    for (LaunchResult launch : device.launches()) {
      cycles += launch.cycles();
      String text = launch.kernel() + " " + launch.cycles() + " " + happened(launch) + "\n";
      digest.update(text.getBytes(StandardCharsets.UTF_8));
    }
    return String.join(" ", name, machine, protocol, model)
        + String.join("", Stream.of(options).map(option -> " " + option).toList())
        + ": "
        + (outcome.verified() ? "right, " : "wrong, ")
        + cycles
        + " cycles, "
        + HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
  }

  /** Without what has not happened, which is every counter of the protocols that do not run. */
  private static Map<String, Long> happened(LaunchResult launch) {
    Map<String, Long> counted = new TreeMap<>(launch.statistics());
    counted.values().removeIf(count -> count == 0);
    return counted;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
