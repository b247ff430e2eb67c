package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.ThreadsOption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.explore.Charts;
import dev.syncopate.app.explore.ExplorationTree;
import dev.syncopate.app.explore.ExploredTest;
import dev.syncopate.app.explore.ExploredTests;
import dev.syncopate.app.explore.ObservationJudge;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.TerminationQuestion;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.json.Json;
import dev.syncopate.study.parallel.OrderedPool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code explore}: everything the simulated hardware can do with a litmus test. */
@Command(
    name = "explore",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Drive the real controllers through every order of messages and instructions of a PTX"
            + " litmus test: print each outcome, any error, deadlock or broken invariant, each with"
            + " a shortest schedule, and what the memory model of the hardware says of it.",
    footer = {
      "",
      "  syncopate explore mp.litmus --protocol srsp",
      "  syncopate explore mp.litmus --config tiny --schedules --draw charts",
      "  syncopate explore transactions --set tx.conflicts=rw",
      "  syncopate explore my.litmus --fairness obe         whether every run ends",
      "",
      "Exit codes: 1 a forbidden outcome or a failure, in any case; 3 a deadlock or livelock;"
          + " 4 not all",
      "was explored."
    })
public final class ExploreCommand implements Callable<Integer> {
  private static final int LOOP_ROUNDS = 4;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file, a folder of *.litmus, the name of a test of the library, or"
              + " 'library' for all of it; 'transactions' for those on transactions, which are"
              + " explored on the unit of transactions in shared memory.")
  private List<String> names = List.of();

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      defaultValue = "gpu",
      description = "Coherence protocol. Default: ${DEFAULT-VALUE}")
  private String protocol = "";

  @Option(
      names = "--mutant",
      paramLabel = "NAME",
      description = "Make the protocol wrong in one thing; 'mutants --list' says in which.")
  private @Nullable String mutant;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "hrf",
      description = "Consistency model: drf0, hrf or drfrlx. Default: ${DEFAULT-VALUE}")
  private String model = "";

  @Option(
      names = "--against",
      paramLabel = "NAME|FILE.cat",
      description =
          "The memory model that says what is allowed; none for none. Default: the one that the"
              + " consistency model promises.")
  private @Nullable String modelName;

  @Mixin private SetupOptions machines = new SetupOptions();

  @Option(
      names = "--reduction",
      paramLabel = "off|on|check",
      description =
          "Leave out orders that have the same effect as others: the same outcomes and failures from"
              + " fewer states, but not always by a shortest schedule. 'check' explores both ways and"
              + " compares. Default: off")
  private ExplorationRequest.Reduction reduction = ExplorationRequest.Reduction.OFF;

  @Option(
      names = "--bound",
      paramLabel = "STATES",
      description = "Stop a setup after so many states. Default: 10,000,000")
  private long bound = ExplorationRequest.DEFAULT_BOUND;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop everything after so many seconds. Default: never")
  private @Nullable Integer timeout;

  @Mixin private BarriersOption barriers = new BarriersOption();

  @Mixin private TerminationOptions termination = new TerminationOptions();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(names = "--schedules", description = "Print each outcome's schedule.")
  private boolean schedules;

  @Option(
      names = "--draw",
      paramLabel = "FOLDER",
      description = "Draw a message-sequence chart (SVG) of each outcome and failure there.")
  private @Nullable Path draw;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() {
    List<TestFile> tests = barriers.files(NamedTests.inPtx(NamedTests.all(names)));
    boolean someShared = tests.stream().anyMatch(ExploreCommand::isShared);
    boolean someGlobal = !tests.stream().allMatch(ExploreCommand::isShared);
    if (!someGlobal) {
      ExploredHardware.checkOptions(spec.commandLine().getParseResult(), protocol);
    }
    if (someShared && termination.question() != null) {
      throw new UserErrorException(
          "--ends: tests on shared memory are always asked whether lanes commit, under weak fairness");
    }
    boolean someAsynchronous = tests.stream().anyMatch(ExploreCommand::isAsynchronous);
    ExploredHardware shared = someShared ? unit() : null;
    ExploredHardware global = someGlobal ? controllers(someAsynchronous) : null;
    ExploredHardware asynchronous =
        global != null && someAsynchronous
            ? global.judgedBy(memoryModel(ModelBinding.ASYNCHRONOUS))
            : global;
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    threads.check();
    if (timeout != null && timeout < 1) {
      throw new UserErrorException("--timeout takes seconds from 1, not " + timeout);
    }
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      return explored(
          tests,
          file ->
              Objects.requireNonNull(
                  isShared(file) ? shared : isAsynchronous(file) ? asynchronous : global),
          interruption);
    }
  }

  /** Whether a test is one on shared memory, which the transaction unit takes. */
  private static boolean isShared(TestFile file) {
    return file.test() != null && file.test().isOnTransactionUnit();
  }

  private static boolean isAsynchronous(TestFile file) {
    return file.test() != null && file.test().isAsynchronous();
  }

  /**
   * @param asynchronous whether some tests have asynchronous operations: then a mutant may be one
   *     of these
   */
  private ExploredHardware controllers(boolean asynchronous) {
    ExplorationRequest request = request();
    String promised = ModelBinding.model(request.protocolName(), model);
    return new ExploredHardware(
        wrong(request, asynchronous), List.of(), bound, memoryModel(promised));
  }

  private ExploredHardware unit() {
    List<UnitSetup> units = ExploredHardware.units(machines.settings(), mutant);
    boolean isWeakOnPurpose =
        mutant == null && UnitExplorer.isolation(units.getFirst()).equals("weak");
    ModelBinding binding = ModelBinding.transactions().get(isWeakOnPurpose ? 1 : 0);
    return new ExploredHardware(null, units, bound, memoryModel(binding.model()));
  }

  private int explored(
      List<TestFile> tests,
      Function<TestFile, ExploredHardware> hardware,
      Interruption interruption) {
    PrintWriter out = spec.commandLine().getOut();
    ExploreProgress progress =
        new ExploreProgress(
            output.quiet ? null : Terminal.progress(spec.commandLine().getErr()),
            timeout,
            interruption);
    ExploredTests explored = new ExploredTests();
    OrderedPool pool = new OrderedPool(threads.number);
    pool.<TestFile, Attempt>run(
        tests,
        file -> attempt(file, hardware, progress, pool),
        progress::show,
        attempt -> {
          progress.erase();
          ExploredTest exploredTest = attempt.explored();
          if (exploredTest != null) {
            explored.add(exploredTest);
            shown(exploredTest, out);
          } else if (attempt.refusal().isEmpty()) {
            explored.left(attempt.name());
          } else if (tests.size() == 1) {
            throw new UserErrorException(attempt.refusal());
          } else {
            out.println("not explored: " + attempt.refusal());
          }
        });
    boolean interrupted = interruption.requested();
    if (explored.isEmpty() && explored.notBegun().isEmpty() && !interrupted) {
      throw new UserErrorException("none of the tests could be explored");
    }
    if (output.json != null) {
      written(output.json, ExplorationTree.of(explored, interrupted), out);
    }
    if (!output.jsonToStandardOutput()) {
      out.print(explored.missing(interrupted ? "Interrupted" : "Not everything was explored"));
    }
    out.flush();
    if (interrupted) {
      return ExitCode.INTERRUPTED;
    }
    int code = code(explored);
    boolean unread = tests.stream().anyMatch(file -> file.problem() != null);
    return code == ExitCode.RIGHT && unread ? ExitCode.USAGE : code;
  }

  private void written(Path file, Map<String, Object> tree, PrintWriter out) {
    String document = Json.write(tree);
    if (output.jsonToStandardOutput()) {
      out.print(document);
    } else {
      OutputFile.write("--json", file, document.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void shown(ExploredTest test, PrintWriter out) {
    if (!output.quiet && !output.jsonToStandardOutput()) {
      out.print(test.text(schedules));
      out.flush();
    }
    if (draw != null) {
      draw(draw, test);
    }
  }

  /** A test that was explored, or why it cannot be, or neither: it was not begun. */
  private record Attempt(String name, @Nullable ExploredTest explored, String refusal) {}

  private static Attempt attempt(
      TestFile file,
      Function<TestFile, ExploredHardware> hardware,
      ExploreProgress progress,
      OrderedPool pool) {
    LitmusTest test = file.test();
    if (test == null) {
      return new Attempt(file.path(), null, String.valueOf(file.problem()));
    }
    if (progress.isOver() || pool.abandoned()) {
      return new Attempt(test.name(), null, "");
    }
    try {
      ExploredTest explored = explore(test, hardware.apply(file), progress, pool);
      return new Attempt(test.name(), explored, "");
    } catch (UserErrorException e) {
      return new Attempt(test.name(), null, String.valueOf(e.getMessage()));
    }
  }

  private ExplorationRequest request() {
    List<MachineSetup> setups = machines.setups(protocol);
    try {
      ExplorationRequest request =
          machines.settings().isEmpty()
              ? ExplorationRequest.of(protocol, model).withSetups(setups)
              : ExplorationRequest.on(protocol, model, setups);
      ExplorationRequest bounded = request.withBound(bound).with(reduction);
      TerminationQuestion question = termination.question();
      return question == null ? bounded : bounded.asking(question);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  /** The request with the mutant that is asked for, if any. */
  private ExplorationRequest wrong(ExplorationRequest request, boolean asynchronous) {
    try {
      String name = mutant;
      if (name == null) {
        return request;
      }
      return asynchronous && ExplorationRequest.isAsyncMutant(name)
          ? request.withAsyncMutant(name)
          : request.withMutant(name);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  private static ExploredTest explore(
      LitmusTest test, ExploredHardware hardware, ExploreProgress progress, OrderedPool pool) {
    CatModel memoryModel = hardware.model();
    String name = memoryModel == null ? "" : memoryModel.name();
    ObservationJudge judging =
        new ObservationJudge(
            memoryModel,
            LOOP_ROUNDS,
            progress.all(test, name, pool::abandoned),
            progress.seen(test, name, pool::abandoned));
    ExploredTest explored;
    try {
      explored = hardware.explore(test, progress.of(test, pool::abandoned), judging);
    } catch (TooLargeException e) {
      throw new UserErrorException(
          "%s: the memory model cannot judge it: %s; --against none explores it all the same"
              .formatted(test.name(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(test.name() + ": " + e.getMessage());
    }
    Exploration exploration = explored.exploration();
    if (!explored.fault().isEmpty() && exploration.failures().isEmpty()) {
      throw new UserErrorException(test.name() + ": " + explored.fault());
    }
    if (exploration.complete()
        && exploration.outcomes().isEmpty()
        && exploration.failures().isEmpty()) {
      throw new UserErrorException(
          test.name() + ": its filter leaves out every outcome, so there is nothing to judge");
    }
    return explored;
  }

  /**
   * The memory model that judges; null for none.
   *
   * @param promised the one that the hardware promises
   */
  private @Nullable CatModel memoryModel(String promised) {
    if ("none".equals(modelName)) {
      return null;
    }
    try {
      return ModelCatalog.find(modelName == null ? promised : modelName);
    } catch (IOException | UncheckedIOException | SourceException | IllegalArgumentException e) {
      throw new UserErrorException("--against: " + e.getMessage());
    }
  }

  /** A wrong answer says more than a hang, and a hang more than what was not looked at. */
  private static int code(ExploredTests tests) {
    return tests.any(ExploredTest::answersWrong)
        ? ExitCode.WRONG
        : tests.any(ExploredTest::hangs)
            ? ExitCode.HANG
            : tests.isWhole() ? ExitCode.RIGHT : ExitCode.MAX_CYCLES;
  }

  private static void draw(Path folder, ExploredTest test) {
    try {
      Charts.write(folder, test);
    } catch (IOException e) {
      throw new UserErrorException(
          "--draw: cannot write in %s: %s".formatted(folder, FileErrors.reason(e)));
    }
  }
}
