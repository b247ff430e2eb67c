package dev.syncopate.app.cli.machine;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.Paragraph;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code protocols}: the coherence mechanisms, and what each does per instruction. */
@Command(
    name = "protocols",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "List the coherence protocols, or print what one does for each synchronisation instruction:"
            + " the tables that are executed.",
    footer = {
      "",
      "  syncopate protocols srsp",
      "  syncopate protocols brsp --gpu rsp-8cu     as rsp describes it, not as srsp does"
    })
public final class ProtocolsCommand implements Callable<Integer> {
  private static final String GPU = "srsp-64cu";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "A protocol to print.")
  private @Nullable String name;

  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      description = "The machine whose promotion.* fields count. Default: " + GPU)
  private @Nullable String gpu;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a field of the machine, as in promotion.blocks=everything.")
  private List<String> settings = List.of();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (name != null) {
      String machine = gpu == null ? GPU : gpu;
      out.print(Mechanisms.describe(name, ConfigOverrides.apply(Presets.load(machine), settings)));
    } else if (gpu != null || !settings.isEmpty()) {
      throw new UserErrorException("--gpu and --set need the name of a protocol");
    } else {
      for (String protocol : Mechanisms.protocols()) {
        out.println(protocol);
        out.print(Paragraph.wrap(Mechanisms.summary(protocol) + ".", "    "));
      }
    }
    out.flush();
    return ExitCode.RIGHT;
  }
}
