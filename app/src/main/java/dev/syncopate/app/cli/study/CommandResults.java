package dev.syncopate.app.cli.study;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.report.Version;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The JSON document of {@code launch} or {@code cuda} as the result of a job. */
final class CommandResults {
  /** Members of a launch that are no counters. */
  private static final Set<String> NO_COUNTERS = Set.of("cycles", "dynamicShared");

  private CommandResults() {}

  /**
   * The command line of a job.
   *
   * @param words the command and its own arguments
   * @param document file for its JSON document; a dash for standard output
   */
  static List<String> arguments(List<String> words, Job job, String document) {
    List<String> line = new ArrayList<>(List.of(words.getFirst(), "--json=" + document));
    line.addAll(List.of("--gpu", job.machine(), "--seed", Long.toString(job.seed())));
    line.addAll(List.of("--protocol", job.protocol(), "--model", job.model()));
    job.settings().forEach(setting -> line.addAll(List.of("--set", setting)));
    if (!words.contains("--quiet")) {
      line.add("--quiet");
    }
    line.addAll(words.subList(1, words.size()));
    return line;
  }

  /**
   * The result of a job.
   *
   * @param key of the job, for the record
   * @param input what it worked on, in words
   * @param document what the command wrote
   * @param code its exit code
   */
  static JobResult of(Job job, String key, String input, JsonNode document, int code) {
    TreeMap<String, Long> counters = new TreeMap<>();
    for (JsonNode launch : document.path("launches")) {
      launch
          .properties()
          .forEach(member -> {
            if (!NO_COUNTERS.contains(member.getKey())) {
              count(member.getKey(), member.getValue(), counters);
            }
          });
    }
    return new JobResult(
        key,
        job.describe(),
        input,
        ending(document, code),
        message(document, code),
        document.path("cycles").asLong(),
        document.path("launches").size(),
        counters,
        Map.of(),
        Map.of(),
        document.path("wallSeconds").asDouble(),
        document.path("cpuSeconds").asDouble(),
        Version.text());
  }

  private static void count(String name, JsonNode value, Map<String, Long> counters) {
    if (value.isIntegralNumber()) {
      counters.merge(name, value.asLong(), Long::sum);
    } else if (value.isObject()) {
      value
          .properties()
          .forEach(member -> count(name + "." + member.getKey(), member.getValue(), counters));
    }
  }

  /** Only {@code launch --expect} knows an answer; a program's own check is its exit status. */
  private static Ending ending(JsonNode document, int code) {
    boolean isDone = document.path("ending").asText().equals("done");
    return switch (code) {
      case ExitCode.RIGHT ->
          document.path("verified").asBoolean() ? Ending.RIGHT : Ending.UNCHECKED;
      case ExitCode.UNCHECKED -> Ending.UNCHECKED;
      case ExitCode.HANG -> Ending.HANG;
      case ExitCode.USAGE -> Ending.FAILED;
      default -> isDone ? Ending.WRONG : Ending.FAILED;
    };
  }

  private static String message(JsonNode document, int code) {
    String message = document.path("message").asText();
    int status = document.path("exitStatus").asInt();
    return !message.isEmpty()
        ? message
        : status != 0
            ? "the program ends with status " + status
            : code != 0
                ? "it ends with exit code " + code
                : document.has("exitStatus") ? "exit 0" : "unchecked";
  }
}
