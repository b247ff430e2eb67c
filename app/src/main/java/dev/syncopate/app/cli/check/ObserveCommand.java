package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.app.observe.LitmusKernel;
import dev.syncopate.app.observe.Observation;
import dev.syncopate.app.observe.ObservationReport;
import dev.syncopate.app.observe.TestRuns;
import dev.syncopate.app.observe.UnsupportedTestException;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.source.SourceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

/** {@code observe}: litmus tests as kernels on the whole machine. */
@Command(
    name = "observe",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Run litmus tests as kernels on the whole machine, under many schedules, and compare what"
            + " their threads read with what a memory model allows.",
    footer = {
      "",
      "Exit code 1 if an outcome was observed that the model forbids. 'explore' tries all schedules,"
          + " of the memory system",
      "alone.",
    })
public final class ObserveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file in PTX, a folder of *.litmus, the name of a test of the library, or"
              + " 'library' or 'asynchronous' for all of it.")
  private List<String> names = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How often each test runs. Default: ${DEFAULT-VALUE}")
  private int runs = 100;

  @Option(
      names = "--perturb-seed",
      paramLabel = "K",
      description = "Seed of the schedule. Default: ${DEFAULT-VALUE}")
  private int perturbSeed = 1;

  @Option(
      names = "--against",
      paramLabel = "NAME|FILE.cat",
      description =
          "The memory model. Default: ptx; of tests with asynchronous operations ptx-9-async.")
  private @Nullable String modelName;

  @Option(
      names = "--bound",
      paramLabel = "N",
      description =
          "How often a thread executes an instruction at most, as the model counts. Default:"
              + " ${DEFAULT-VALUE}")
  private int bound = 3;

  @Option(
      names = "--ptx",
      paramLabel = "FILE",
      description = "Write the kernel of one test there, and run nothing.")
  private @Nullable Path ptx;

  @Mixin private MachineOptions machine = new MachineOptions();

  @Override
  public Integer call() {
    if (runs < 1) {
      throw new UserErrorException("--runs must be at least 1, found " + runs);
    }
    if (perturbSeed < 1) {
      throw new UserErrorException("--perturb-seed must be at least 1, found " + perturbSeed);
    }
    List<TestFile> files = new ArrayList<>();
    for (String name : names) {
      files.addAll(NamedTests.of(name, names.size() > 1));
    }
    return ptx == null ? observed(files) : written(files, ptx);
  }

  private int written(List<TestFile> files, Path file) {
    LitmusTest test = files.getFirst().test();
    if (files.size() != 1 || test == null) {
      throw new UserErrorException("--ptx writes the kernel of one test, found " + files.size());
    }
    try {
      OutputFile.write("--ptx", file, LitmusKernel.of(test).ptx().getBytes(StandardCharsets.UTF_8));
    } catch (UnsupportedTestException e) {
      throw new UserErrorException("%s: %s".formatted(test.name(), e.getMessage()));
    }
    return ExitCode.RIGHT;
  }

  private int observed(List<TestFile> files) {
    PrintWriter out = spec.commandLine().getOut();
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    List<Observation> observations = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      TestRuns testRuns =
          new TestRuns(
              () -> machine.device().set("perturb.seed=" + perturbSeed),
              runs,
              interruption::requested);
      for (TestFile file : files) {
        if (interruption.requested()) {
          break;
        }
        line.show(() ->
            "%s, test %,d of %,d"
                .formatted(file.path(), observations.size() + refused.size() + 1, files.size()));
        LitmusTest test = file.test();
        if (test == null) {
          refused.add("%s: %s".formatted(file.path(), file.problem()));
          continue;
        }
        try {
          observations.add(testRuns.of(test, model(test), bound));
        } catch (UnsupportedTestException e) {
          refused.add("%s: %s".formatted(test.name(), e.getMessage()));
        }
      }
      line.clear();
      return report(out, observations, refused, interruption.requested());
    }
  }

  private static int report(
      PrintWriter out, List<Observation> observations, List<String> refused, boolean interrupted) {
    if (observations.size() == 1) {
      out.print(ObservationReport.of(observations.getFirst()));
    } else if (!observations.isEmpty()) {
      out.print(ObservationReport.table(observations));
    }
    refused.forEach(reason -> out.println("not run: " + reason));
    long wrong = observations.stream().filter(o -> !o.forbidden().isEmpty()).count();
    if (observations.size() > 1) {
      out.printf(
          "%,d tests run, %,d with a forbidden outcome, %,d not run%n",
          observations.size(), wrong, refused.size());
    }
    out.flush();
    return interrupted
        ? ExitCode.INTERRUPTED
        : wrong > 0 ? ExitCode.WRONG : observations.isEmpty() ? ExitCode.USAGE : ExitCode.RIGHT;
  }

  private CatModel model(LitmusTest test) {
    String chosen =
        modelName != null
            ? modelName
            : test.isAsynchronous() ? ModelCatalog.asynchronous().getFirst() : "ptx";
    try {
      return ModelCatalog.find(chosen);
    } catch (IOException | UncheckedIOException | IllegalArgumentException | SourceException e) {
      throw new UserErrorException("--against: " + e.getMessage());
    }
  }
}
