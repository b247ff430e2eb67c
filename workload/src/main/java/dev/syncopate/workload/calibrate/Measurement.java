package dev.syncopate.workload.calibrate;

import dev.syncopate.machine.config.MachineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something to measure, a line of {@code measurements.inc}: a kernel that does one thing some times
 * and twice as often, of which the difference counts.
 *
 * @param name for example {@code latency.l1}
 * @param kernel of {@code calibrate.cu}
 * @param everywhere whether each compute unit runs a CTA, else only one does
 * @param threads of a CTA
 * @param steps how often, a multiple of 8
 * @param a what the kernel says, likewise b
 * @param setUp what is done before
 * @param launch whether the whole launch is timed, else the warps from their first to their last
 * @param perStep units of work a thread does in a step; 0 where cycles a step are meant
 * @param unit of the value
 * @param source of the kernel
 */
public record Measurement(
    String name,
    String kernel,
    boolean everywhere,
    int threads,
    int steps,
    int a,
    int b,
    SetUp setUp,
    boolean launch,
    int perStep,
    String unit,
    Source source) {

  /** File of a kernel. */
  public enum Source {
    /** {@code calibrate.cu}. */
    BASIC("MEASUREMENT(", "calibrate"),
    /** {@code calibrate_async.cu}, for GPUs with bulk copies. */
    ASYNCHRONOUS("ASYNCHRONOUS(", "calibrate_async"),
    /** {@code calibrate_cluster.cu}, of clusters of two CTAs. */
    CLUSTERED("CLUSTERED(", "calibrate_cluster");

    private final String macro;

    /** Name of the file without its ending. */
    final String file;

    Source(String macro, String file) {
      this.macro = macro;
      this.file = file;
    }

    private static @Nullable Source of(String line) {
      for (Source source : values()) {
        if (line.startsWith(source.macro)) {
          return source;
        }
      }
      return null;
    }
  }

  /** Preparation of a measurement. */
  public enum SetUp {
    NONE,
    /** A ring of pointers is written. */
    RING,
    /** The same, absent from all caches. */
    COLD_RING,
    /** No cache has anything of the memory. */
    COLD
  }

  private static final String RESOURCE = "measurements.inc";
  private static final int FIELDS = 11;

  /** All there are, in their order. */
  public static List<Measurement> all() {
    try (InputStream stream = Measurement.class.getResourceAsStream(RESOURCE)) {
      return new String(
              Objects.requireNonNull(stream, RESOURCE).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> Source.of(line) != null)
          .map(Measurement::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Measurement parse(String line) {
    String fieldText = line.substring(line.indexOf('(') + 1, line.length() - 1);
    String[] fields = fieldText.strip().split(" *, *", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(RESOURCE + ": " + line);
    }
    return new Measurement(
        fields[0],
        fields[1],
        fields[2].equals("ALL"),
        Integer.parseInt(fields[3]),
        Integer.parseInt(fields[4]),
        Integer.parseInt(fields[5]),
        Integer.parseInt(fields[6]),
        SetUp.valueOf(fields[7]),
        fields[8].equals("LAUNCH"),
        fields[9].equals("CYCLES") ? 0 : Integer.parseInt(fields[9]),
        fields[10],
        Objects.requireNonNull(Source.of(line)));
  }

  /** CTAs that run on a machine with so many compute units. */
  int ctas(int units) {
    return everywhere ? units : source == Source.CLUSTERED ? 2 : 1;
  }

  /** Whether a machine has what the kernel needs. */
  public boolean isPossible(MachineConfig machine) {
    return source != Source.CLUSTERED || machine.cluster().unitsPerGpc() > 1;
  }

  /**
   * The value.
   *
   * @param units compute units of the machine
   * @param extraCycles cycles that twice as many steps take longer
   */
  double value(int units, long extraCycles) {
    return perStep == 0
        ? (double) extraCycles / steps
        : (double) steps * threads * (everywhere ? units : 1) * perStep / Math.max(1, extraCycles);
  }
}
