package dev.syncopate.app.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload run in a new process, as by a user's command: JVM start, input, simulation and check
 * included.
 *
 * @param cpuSeconds of all its threads
 * @param wallSeconds from its start to its end
 * @param peakBytes resident at most, 0 where the system does not tell
 */
public record ColdRun(double cpuSeconds, double wallSeconds, long peakBytes) {
  /** System property: where the launcher is. */
  public static final String LAUNCHER = "syncopate.launcher";

  /**
   * Runs a command line of this program several times, each in a new process: the run whose
   * processor time is the median.
   *
   * @param arguments as after {@code syncopate}
   * @param rounds at least 1
   * @param stop whether to end
   * @throws CancellationException if it was to be ended
   * @throws IOException as {@link #of(List, BooleanSupplier)}
   */
  public static ColdRun of(List<String> arguments, int rounds, BooleanSupplier stop)
      throws IOException, InterruptedException {
    List<ColdRun> runs = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      runs.add(of(arguments, stop));
    }
    runs.sort(Comparator.comparingDouble(ColdRun::cpuSeconds));
    return runs.get(rounds / 2);
  }

  /**
   * Runs a command line of this program.
   *
   * @param arguments as after {@code syncopate}
   * @param stop whether to end it
   * @throws CancellationException if it was to be ended
   * @throws IOException if it cannot be started or does not end well; the message has what it
   *     printed
   */
  public static ColdRun of(List<String> arguments, BooleanSupplier stop)
      throws IOException, InterruptedException {
    return ofProgram(program(), arguments, stop);
  }

  /**
   * Runs a command line of another version.
   *
   * @param launcher of the version
   * @param arguments as after {@code syncopate}
   * @param stop whether to end it
   * @throws CancellationException if it was to be ended
   * @throws IOException as {@link #of(List, BooleanSupplier)}
   */
  public static ColdRun of(String launcher, List<String> arguments, BooleanSupplier stop)
      throws IOException, InterruptedException {
    return ofProgram(List.of(launcher), arguments, stop);
  }

  private static ColdRun ofProgram(
      List<String> program, List<String> arguments, BooleanSupplier stop)
      throws IOException, InterruptedException {
    Path json = Files.createTempFile("syncopate-bench-", ".json");
    Path log = Files.createTempFile("syncopate-bench-", ".log");
    try {
      List<String> command = new ArrayList<>(program);
      command.addAll(arguments);
      command.addAll(List.of("--quiet", "--json", json.toString()));
      long start = System.nanoTime();
      int code =
          end(
              new ProcessBuilder(command)
                  .redirectErrorStream(true)
                  .redirectOutput(log.toFile())
                  .start(),
              stop);
      double wallSeconds = (System.nanoTime() - start) / 1e9;
      if (code != 0) {
        throw new IOException(
            String.join(" ", arguments) + " ended with " + code + ": " + Files.readString(log));
      }
      String report = Files.readString(json);
      return new ColdRun(
          number(report, "cpuSeconds"), wallSeconds, (long) number(report, "peakBytes"));
    } finally {
      Files.deleteIfExists(json);
      Files.deleteIfExists(log);
    }
  }

  /** The exit code. Ctrl-C in a terminal ends the process, too. */
  private static int end(Process process, BooleanSupplier stop) throws InterruptedException {
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      if (stop.getAsBoolean()) {
        process.destroy();
        int _ = process.waitFor();
      }
    }
    if (stop.getAsBoolean()) {
      throw new CancellationException();
    }
    return process.exitValue();
  }

  /** The launcher, which chooses a JVM's options by the command, or else a JVM like this one. */
  private static List<String> program() {
    String launcher = System.getProperty(LAUNCHER);
    if (launcher != null) {
      return List.of(launcher);
    }
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    java.addAll(List.of("-cp", System.getProperty("java.class.path")));
    java.add("dev.syncopate.app.cli.Main");
    return java;
  }

  /** A number among the members of the report, whose form is our own. */
  private static double number(String report, String member) {
    Matcher matcher = Pattern.compile("\n  \"" + member + "\": ([0-9.]+)").matcher(report);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
  }
}
