package dev.syncopate.app.cli.machine;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.FrontOptions;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.ConfigWriter;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gpus}: the machines that come with the program. */
@Command(
    name = "gpus",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "List the machines, or print one with what each of its fields means.",
    footer = {
      "",
      "What it prints is a file that --gpu takes:",
      "  syncopate gpus rsp-8cu > mine.yaml",
      "  syncopate run vecadd --gpu mine.yaml",
      "",
      "What sRSP's tables cost, and a local atomic buffer:",
      "  syncopate gpus srsp-64cu --area",
      "  syncopate gpus titanv-80sm --area --lab 64"
    })
public final class GpusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "A preset or a YAML file to print.")
  private @Nullable String name;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a field before printing, as in l1.size=32KiB; may be repeated.")
  private List<String> settings = List.of();

  @Mixin private FrontOptions front = new FrontOptions();

  @Option(
      names = "--source",
      description = "Print the file itself, whose comments say where each value is from.")
  private boolean source;

  @Option(
      names = "--area",
      description =
          "Print what its caches keep, and what each protocol keeps in addition, in bits of SRAM.")
  private boolean area;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      if (source || area || changes()) {
        throw new UserErrorException(
            "--source, --set, %s and --area need the name of a machine"
                .formatted(FrontOptions.names()));
      }
      list(out);
    } else if (source) {
      if (area || changes()) {
        throw new UserErrorException(
            "--source prints a file as it is; it takes neither --set, %s nor --area"
                .formatted(FrontOptions.names()));
      }
      out.print(Presets.source(name).text());
    } else if (area) {
      out.print(Mechanisms.area(machine(name)));
    } else {
      out.print(ConfigWriter.print(machine(name)));
    }
    out.flush();
    return ExitCode.RIGHT;
  }

  private boolean changes() {
    return !settings.isEmpty() || front.any();
  }

  private MachineConfig machine(String preset) {
    MachineSettings.check(settings, front.settings());
    List<String> overrides = new ArrayList<>(settings);
    overrides.addAll(front.settings().values());
    return ConfigOverrides.apply(Presets.load(preset), overrides);
  }

  private static void list(PrintWriter out) {
    out.println("name            units  warp  MHz   L1 each  L2 all   L2 banks  memory channels");
    for (String preset : Presets.names()) {
      MachineConfig machine = Presets.load(preset);
      int gpus = machine.system().gpus();
      out.println(
          String.format(
              Locale.ROOT,
              "%-15s %5s %5d %5d %8s %8s %8d %10d",
              preset,
              gpus > 1 ? gpus + "x" + machine.memory().unitsPerGpu() : machine.core().units(),
              machine.core().warpWidth(),
              machine.core().clock(),
              machine.l1().size() / 1024 + "KiB",
              gpus * machine.l2().size() / 1024 + "KiB",
              gpus * machine.l2().banks(),
              machine.dram().channels()));
    }
  }
}
