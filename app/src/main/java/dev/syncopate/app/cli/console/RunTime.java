package dev.syncopate.app.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Since when the program runs, on {@link System#nanoTime}'s clock; a build came before. */
public final class RunTime {
  private static final long START = System.nanoTime();

  private RunTime() {}

  /** Starts the clock, if it does not run yet. */
  public static void start() {}

  /** Seconds since the program began. */
  public static double seconds() {
    return (System.nanoTime() - START) / 1e9;
  }

  /** Bytes that this process has had resident at most; null where the system does not tell. */
  public static @Nullable Long peakBytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // not Linux
    }
    return null;
  }

  /** Processor seconds of all threads of this process. */
  public static double cpuSeconds() {
    ProcessHandle.Info process = ProcessHandle.current().info();
    return process.totalCpuDuration().map(used -> used.toMillis() / 1000.0).orElse(0.0);
  }
}
