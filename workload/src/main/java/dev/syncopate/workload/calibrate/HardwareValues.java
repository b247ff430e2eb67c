package dev.syncopate.workload.calibrate;

import dev.syncopate.sim.config.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of hardware.
 *
 * @param values by the measurement's name
 */
public record HardwareValues(Map<String, Value> values) {
  private static final String RESOURCE = "published.csv";

  /**
   * A value of hardware.
   *
   * @param source where it is from
   */
  public record Value(double value, String source) {}

  /** A file of values has a line that cannot be used; the message says which and why. */
  public static final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    FormatException(String message) {
      super(message);
    }
  }

  /** Null where nothing is known. */
  public @Nullable Value of(String measurement) {
    return values.get(measurement);
  }

  /** What was published about the hardware that a preset describes; mostly nothing. */
  public static HardwareValues published(String machine) {
    Map<String, Value> values = new TreeMap<>();
    for (String line : resource()) {
      String[] fields = line.split(",", 4);
      if (!line.startsWith("#") && fields[0].equals(machine)) {
        values.put(fields[1], new Value(Double.parseDouble(fields[2]), fields[3]));
      }
    }
    return new HardwareValues(values);
  }

  private static List<String> resource() {
    try (InputStream stream = HardwareValues.class.getResourceAsStream(RESOURCE)) {
      return new String(
              Objects.requireNonNull(stream, RESOURCE).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads what the host program prints: lines {@code name,value}; a line that begins with {@code #}
   * says which GPU it was.
   *
   * @param file named in messages, and as the source where no line says which GPU
   * @throws FormatException for a line that is neither, or a name that no measurement has
   */
  public static HardwareValues read(String file, List<String> lines) {
    List<String> names = Measurement.all().stream().map(Measurement::name).toList();
    Map<String, Value> values = new TreeMap<>();
    String source = file;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        source = line.substring(1).strip();
      } else if (!line.isEmpty()) {
        String location = file + ":" + (i + 1) + ": ";
        int comma = line.indexOf(',');
        String name = comma < 0 ? line : line.substring(0, comma).strip();
        if (!names.contains(name)) {
          throw new FormatException(
              location + "there is no measurement '" + name + "'" + NearestName.hint(name, names));
        }
        String value = comma < 0 ? "" : line.substring(comma + 1).strip();
        values.put(name, new Value(number(location, value), source));
      }
    }
    if (values.isEmpty()) {
      throw new FormatException(file + ": expected lines such as latency.l1,28.0, found none");
    }
    return new HardwareValues(values);
  }

  private static double number(String location, String text) {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number) && number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new FormatException(
        location + "expected a number that is not negative, found '" + text + "'");
  }
}
