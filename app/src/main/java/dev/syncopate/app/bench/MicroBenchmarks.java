package dev.syncopate.app.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.study.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Micro-benchmarks of a version: a jar of JMH, run in a new process. */
public final class MicroBenchmarks {
  private static final Map<String, Double> SECONDS =
      Map.of("s/op", 1.0, "ms/op", 1e-3, "us/op", 1e-6, "ns/op", 1e-9);

  private MicroBenchmarks() {}

  /**
   * Runs those whose names contain a pattern, for two seconds each.
   *
   * @param jar of the benchmarks
   * @param pattern regular expression
   * @return seconds of an operation, by name and parameters
   * @throws IOException if they do not end well; the message has what they printed
   * @throws CancellationException if they were to be ended
   */
  public static Map<String, Double> run(Path jar, String pattern, BooleanSupplier stop)
      throws IOException, InterruptedException {
    Path json = Files.createTempFile("syncopate-bench-", ".json");
    Path log = Files.createTempFile("syncopate-bench-", ".log");
    try {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-jar",
                  jar.toString(),
                  pattern,
                  "-f=1",
                  "-wi=1",
                  "-w=1",
                  "-i=1",
                  "-r=1",
                  "-rf=json",
                  "-rff=" + json)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
        if (stop.getAsBoolean()) {
          process.destroy();
          int _ = process.waitFor();
          throw new CancellationException();
        }
      }
      if (process.exitValue() != 0) {
        throw new IOException("micro-benchmarks ended badly:\n" + Files.readString(log));
      }
      return scores(json.toString(), Files.readString(json));
    } finally {
      Files.deleteIfExists(json);
      Files.deleteIfExists(log);
    }
  }

  /**
   * Times of JMH's document.
   *
   * @param file names the document in messages
   * @param text of the document
   */
  static Map<String, Double> scores(String file, String text) throws IOException {
    Map<String, Double> scores = new TreeMap<>();
    for (JsonNode benchmark : JsonReader.read(file, text, JsonNode.class)) {
      String unit = benchmark.at("/primaryMetric/scoreUnit").asText();
      double score = benchmark.at("/primaryMetric/score").asDouble();
      Double seconds = SECONDS.get(unit);
      if (seconds == null && unit.startsWith("ops/")) {
        seconds = SECONDS.get(unit.substring("ops/".length()) + "/op");
        score = 1 / score;
      }
      if (seconds == null) {
        throw new IOException("a micro-benchmark has the unit %s, not a time".formatted(unit));
      }
      scores.put(name(benchmark), score * seconds);
    }
    return scores;
  }

  private static String name(JsonNode benchmark) {
    List<String> words = List.of(benchmark.path("benchmark").asText().split("\\."));
    StringBuilder name =
        new StringBuilder(
            String.join(".", words.subList(Math.max(0, words.size() - 2), words.size())));
    benchmark
        .path("params")
        .properties()
        .forEach(parameter ->
            name.append(' ')
                .append(parameter.getKey())
                .append('=')
                .append(parameter.getValue().asText()));
    return name.toString();
  }
}
