package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.DurationText;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.stress.StressRun;
import dev.syncopate.model.stress.StressRun.Choice;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.WholeFile;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code stress}: random race-free programs against a protocol. */
@Command(
    name = "stress",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Run random programs that are free of data races on a protocol's controllers, and check"
            + " every value they load.",
    footer = {
      "",
      "A program that goes wrong is made smaller and printed with its seed and what happened to the"
          + " line;",
      "a JUnit test that runs it is written to --out. Without --machine all take turns:",
    })
public final class StressCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--protocol",
      required = true,
      paramLabel = "NAME",
      description = "The protocol; 'protocols' lists them.")
  private String protocol = "";

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The consistency model: drf0, hrf or drfrlx. Default: ${DEFAULT-VALUE}")
  private String model = "hrf";

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Stop after so many memory operations. Default: ${DEFAULT-VALUE}")
  private long operations = 100_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the first program; the next one's is one more. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(
      names = "--machine",
      paramLabel = "NAME",
      description = "Where programs run; may be repeated.")
  private List<String> machines = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the JUnit test of a failure is written. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("syncopate-stress");

  @Option(names = "--transitions", description = "Print how often each listed transition happened.")
  private boolean transitions;

  /** Lets the help end with the machines there are. */
  public static void listMachines(CommandSpec spec) {
    List<String> footer = new ArrayList<>(List.of(spec.usageMessage().footer()));
    for (StressRun.Machine machine : StressRun.machines()) {
      footer.add("  %-16s %s".formatted(machine.name(), machine.description()));
    }
    spec.usageMessage().footer(footer.toArray(String[]::new));
  }

  @Override
  public Integer call() {
    if (operations < 1) {
      throw new UserErrorException("--operations must be at least 1, found " + operations);
    }
    Mechanisms.check(protocol, model);
    StressRun run;
    try {
      run = new StressRun(new Choice(protocol, model, machines, operations, seed));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      long start = System.nanoTime();
      while (!interruption.requested() && run.goOn()) {
        line.show(() -> progress(run));
      }
      line.clear();
      return report(run, System.nanoTime() - start, interruption.requested());
    }
  }

  private String progress(StressRun run) {
    return "%s: %,d programs, %,d of %,d operations, %.0f%%"
        .formatted(
            protocol,
            run.programs(),
            run.operations(),
            operations,
            Math.min(100.0, 100.0 * run.operations() / operations));
  }

  private int report(StressRun run, long nanoseconds, boolean interrupted) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s under %s: %,d programs with %,d operations are right, seeds %d to %d; %s operations/s%n",
        protocol,
        model,
        run.programs(),
        run.operations(),
        seed,
        seed + run.programs() - 1,
        DurationText.rate(run.operations() * 1e9 / Math.max(1, nanoseconds)));
    SortedSet<String> never = run.neverHappened();
    int listed = run.transitions().size();
    out.printf(
        "transitions: %d of %d listed pairs happened%s%n",
        listed - never.size(), listed, never.isEmpty() ? "" : "; not " + String.join(", ", never));
    if (transitions) {
      run.transitions().forEach((pair, count) -> out.printf("  %,15d  %s%n", count, pair));
    }
    if (interrupted) {
      out.printf("Interrupted after %,d of %,d operations.%n", run.operations(), operations);
    }
    StressRun.@Nullable Finding finding = run.finding().orElse(null);
    if (finding != null) {
      out.printf("%nWRONG on %s: %s", finding.machine(), finding.text());
      out.printf("JUnit test: %s%n", write(finding));
    }
    out.flush();
    return finding != null ? ExitCode.WRONG : interrupted ? ExitCode.INTERRUPTED : ExitCode.RIGHT;
  }

  private Path write(StressRun.Finding finding) {
    Path file = out.resolve(finding.className() + ".java");
    try {
      Files.createDirectories(out);
      WholeFile.write(file, finding.junit());
    } catch (IOException e) {
      throw new UserErrorException(
          "--out: cannot write %s: %s".formatted(file, FileErrors.reason(e)));
    }
    return file;
  }
}
