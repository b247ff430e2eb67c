package dev.syncopate.app.cli.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.FrontOptions;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.Paragraph;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  syncopate protocols brsp --gpu rsp-8cu     as rsp describes it, not as srsp does",
      "  syncopate protocols gpu+lab64              with a local atomic buffer in front",
      "  syncopate protocols denovo --html denovo.html",
      "  syncopate protocols localtm                transactions in shared memory"
    })
public final class ProtocolsCommand implements Callable<Integer> {
  private static final String GPU = "srsp-64cu";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "A protocol to print.")
  private @Nullable String name;

  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      description = "The machine whose settings of the mechanism count. Default: " + GPU)
  private @Nullable String gpu;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a field of the machine, as in mechanisms.brsp.blocks=everything.")
  private List<String> settings = List.of();

  @Mixin private FrontOptions front = new FrontOptions();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the tables as a page as well, with all that it needs.")
  private @Nullable Path html;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (name != null) {
      if (html != null) {
        OutputFile.check("--html", html);
      }
      String machine = gpu == null ? GPU : gpu;
      MachineSettings.check(settings, front.settings());
      List<String> overrides = new ArrayList<>(settings);
      overrides.addAll(front.settings().values());
      MachineConfig config = ConfigOverrides.apply(Presets.load(machine), overrides);
      out.print(Mechanisms.describe(name, config));
      if (html != null) {
        OutputFile.write("--html", html, ProtocolHtml.of(name, config).getBytes(UTF_8));
      }
    } else if (gpu != null || !settings.isEmpty() || front.any() || html != null) {
      throw new UserErrorException(
          "--gpu, --set, %s and --html need the name of a protocol"
              .formatted(FrontOptions.names()));
    } else {
      List<String> protocolNames = new ArrayList<>(Mechanisms.protocols());
      protocolNames.addAll(Mechanisms.besideProtocols());
      for (String protocol : protocolNames) {
        out.println(protocol);
        out.print(Paragraph.wrap(Mechanisms.summary(protocol) + ".", "    "));
      }
    }
    out.flush();
    return ExitCode.RIGHT;
  }
}
