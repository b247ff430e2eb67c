package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.demo.Demo;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: what the program is for, in under a minute. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Run PageRank under several synchronisation settings on two machines; print a table and"
            + " write a picture.")
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      defaultValue = "syncopate-demo",
      description = "Where to write the picture and the page. Default: ${DEFAULT-VALUE}")
  private Path folder = Path.of("");

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    ProgressDisplay display = Terminal.progress(spec.commandLine().getErr());
    int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      boolean right = new Demo().run(folder, threads, out, display, interruption::requested);
      return !right
          ? ExitCode.WRONG
          : interruption.requested() ? ExitCode.INTERRUPTED : ExitCode.RIGHT;
    } catch (IOException e) {
      throw new UserErrorException("--to: cannot write to " + folder + ": " + FileErrors.reason(e));
    }
  }
}
