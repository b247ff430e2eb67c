package dev.syncopate.app.cli.machine;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.litmus.TextTable;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.workload.calibrate.Calibration;
import dev.syncopate.workload.calibrate.ConfiguredValues;
import dev.syncopate.workload.calibrate.HardwareValues;
import dev.syncopate.workload.calibrate.HardwareValues.Value;
import dev.syncopate.workload.calibrate.Measurement;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code calibrate}: latencies and throughputs of a machine's parts, compared with the
 * configuration and with hardware.
 */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measure a machine's latencies, bandwidths, conflicts, atomics, barriers and divergence with"
            + " small kernels, and print them with what its fields amount to and what was measured"
            + " of hardware.",
    footer = {
      "",
      "The kernels and a host program for a GPU are in workload/src/main/cuda; what that prints is"
          + " what",
      "--hardware reads."
    })
public final class CalibrateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "GPU",
      defaultValue = "titanv-80sm",
      description = "A preset (see 'gpus') or a YAML file. Default: ${DEFAULT-VALUE}")
  private String gpu = "";

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a field of the machine, as in l1.size=32KiB; may be repeated.")
  private List<String> settings = List.of();

  @Option(
      names = "--only",
      paramLabel = "PREFIX",
      description = "Only measurements whose names begin so, as in latency; may be repeated.")
  private List<String> prefixes = List.of();

  @Option(
      names = "--hardware",
      paramLabel = "FILE",
      description = "What the host program printed on a GPU, in place of what was published.")
  private @Nullable Path hardware;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write the measurements, name,value.")
  private @Nullable Path csv;

  @Override
  public Integer call() {
    if (csv != null) {
      OutputFile.check("--csv", csv);
    }
    List<Measurement> measurements = wanted();
    HardwareValues values = hardwareValues();
    try (Interruption interruption = new Interruption()) {
      DeviceBuilder builder =
          new DeviceBuilder(gpu, "gpu", "hrf").progress(_ -> !interruption.requested());
      MachineSettings.check(settings);
      settings.forEach(builder::set);
      Device device = builder.open();
      Calibration calibration = calibration(device);
      interruption.arm();
      return measure(calibration, measurements, values, interruption);
    }
  }

  private List<Measurement> wanted() {
    List<Measurement> measurements =
        Measurement.all().stream()
            .filter(measurement ->
                prefixes.isEmpty() || prefixes.stream().anyMatch(measurement.name()::startsWith))
            .toList();
    if (measurements.isEmpty()) {
      throw new UserErrorException(
          "--only %s: no measurement's name begins so; there are %s"
              .formatted(
                  String.join(", ", prefixes),
                  String.join(", ", Measurement.all().stream().map(Measurement::name).toList())));
    }
    return measurements;
  }

  private HardwareValues hardwareValues() {
    if (hardware == null) {
      return HardwareValues.published(gpu);
    }
    try {
      return HardwareValues.read(hardware.toString(), Files.readAllLines(hardware));
    } catch (IOException e) {
      throw new UserErrorException(
          "--hardware: cannot read %s: %s".formatted(hardware, FileErrors.reason(e)));
    } catch (HardwareValues.FormatException e) {
      throw new UserErrorException("--hardware: " + e.getMessage());
    }
  }

  private static Calibration calibration(Device device) {
    try {
      return new Calibration(device);
    } catch (LaunchException e) {
      throw new UserErrorException("calibrate: " + e.getMessage());
    }
  }

  private int measure(
      Calibration calibration,
      List<Measurement> measurements,
      HardwareValues values,
      Interruption interruption) {
    PrintWriter out = spec.commandLine().getOut();
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    TextTable table = new TextTable();
    table.row(List.of("measurement", "configured", "measured", "hardware", "unit", "source"));
    StringBuilder text = new StringBuilder("# " + calibration.machine().name() + "\n");
    List<String> missing = new ArrayList<>();
    for (Measurement measurement : measurements) {
      if (!measurement.isPossible(calibration.machine())) {
        continue;
      }
      line.show(measurement::name);
      Double value =
          interruption.requested() ? null : value(calibration, measurement, interruption);
      if (value == null) {
        missing.add(measurement.name());
        continue;
      }
      table.row(row(calibration, measurement, value, values.of(measurement.name())));
      text.append(String.format(Locale.ROOT, "%s,%.3f%n", measurement.name(), value));
    }
    line.clear();
    out.print(table.text());
    if (!missing.isEmpty()) {
      out.printf("%nInterrupted: not measured: %s%n", String.join(", ", missing));
    }
    out.flush();
    if (csv != null) {
      OutputFile.write("--csv", csv, text.toString().getBytes(StandardCharsets.UTF_8));
    }
    return missing.isEmpty() ? ExitCode.RIGHT : ExitCode.INTERRUPTED;
  }

  /** Null when it was interrupted. */
  private static @Nullable Double value(
      Calibration calibration, Measurement measurement, Interruption interruption) {
    try {
      return calibration.measure(measurement);
    } catch (LaunchException | LaunchStoppedException e) {
      if (interruption.requested()) {
        return null;
      }
      throw new UserErrorException(measurement.name() + ": " + e.getMessage());
    }
  }

  private static List<String> row(
      Calibration calibration, Measurement measurement, double measured, @Nullable Value hardware) {
    Double configured = ConfiguredValues.value(measurement.name(), calibration.machine());
    return List.of(
        measurement.name(),
        configured == null ? "" : number(configured),
        number(measured),
        hardware == null ? "" : number(hardware.value()),
        measurement.unit(),
        hardware == null ? "" : hardware.source());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
  }
}
