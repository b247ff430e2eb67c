package dev.syncopate.app.cli;

import dev.syncopate.app.explore.Charts;
import dev.syncopate.app.explore.ExplorationTree;
import dev.syncopate.app.explore.ExploredTest;
import dev.syncopate.app.explore.Judging;
import dev.syncopate.app.explore.Pool;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.app.report.ProgressLine;
import dev.syncopate.model.axiom.candidate.TooLargeException;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.Request;
import dev.syncopate.model.explore.machine.Layout;
import dev.syncopate.model.explore.machine.Placement;
import dev.syncopate.model.explore.machine.Setup;
import dev.syncopate.model.explore.machine.Size;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.verdict.Binding;
import dev.syncopate.study.json.Json;
import dev.syncopate.workload.runtime.Mechanisms;
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
      "",
      "Exit codes: 1 a forbidden outcome or a failure, 3 a deadlock, 4 stopped at the bound."
    })
final class ExploreCommand implements Callable<Integer> {
  private static final int LOOP_ROUNDS = 4;

  /** Which of two ways, or both. */
  enum Sizes {
    TINY,
    ROOMY,
    TABLES,
    ALL
  }

  enum Caches {
    COLD,
    WARM,
    ALL
  }

  enum Ways {
    APART,
    PAIRS,
    TOGETHER,
    SAME,
    ALL
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file, a folder of *.litmus, the name of a test of the library, or"
              + " 'library' for all of it.")
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
  private @Nullable String against;

  @Option(
      names = "--config",
      paramLabel = "tiny|roomy|tables|all",
      defaultValue = "ALL",
      description =
          "Machine: one of everything, so that everything overflows; room for all; or room for all"
              + " but tables of remote scope promotion with one entry each. Default: all")
  private Sizes config = Sizes.ALL;

  @Option(
      names = "--caches",
      paramLabel = "cold|warm|all",
      defaultValue = "ALL",
      description =
          "L1s at the start: empty, or with what each has loaded of every location before. Default:"
              + " all, cold on the tiny machine")
  private Caches caches = Caches.ALL;

  @Option(
      names = "--layout",
      paramLabel = "apart|pairs|together|all",
      defaultValue = "APART",
      description = "Locations: each in its own line, two in a line, or all in one. Default: apart")
  private Ways layout = Ways.APART;

  @Option(
      names = "--placement",
      paramLabel = "apart|same|all",
      defaultValue = "APART",
      description = "CTAs: each on its own compute unit, or all on one. Default: apart")
  private Ways placement = Ways.APART;

  @Option(
      names = "--bound",
      paramLabel = "STATES",
      description = "Stop a setup after so many states. Default: 10,000,000")
  private long bound = Request.DEFAULT_BOUND;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Stop all after so long. Default: never")
  private @Nullable Integer timeout;

  @Mixin private BarriersOption barriers = new BarriersOption();

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
    List<TestFile> tests = new ArrayList<>();
    names.forEach(name -> tests.addAll(barriers.files(NamedTests.of(name))));
    Request request = request();
    CatModel memoryModel = memoryModel(request);
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    threads.check();
    if (timeout != null && timeout < 1) {
      throw new UserErrorException("--timeout takes seconds from 1, not " + timeout);
    }
    PrintWriter out = spec.commandLine().getOut();
    ExploreProgress progress =
        new ExploreProgress(
            output.quiet
                ? null
                : new ProgressLine(
                    spec.commandLine().getErr(), Terminal.isInteractive(), System::nanoTime),
            timeout);
    List<ExploredTest> explored = new ArrayList<>();
    Pool pool = new Pool(threads.number);
    pool.<TestFile, Attempt>run(
        tests,
        file -> attempt(file, request, memoryModel, progress.of(file, pool::abandoned)),
        progress::show,
        attempt -> {
          progress.erase();
          ExploredTest each = attempt.explored();
          if (each != null) {
            explored.add(each);
            shown(each, out);
          } else if (tests.size() == 1) {
            throw new UserErrorException(attempt.refusal());
          } else {
            out.println("not explored: " + attempt.refusal());
          }
        });
    if (explored.isEmpty()) {
      throw new UserErrorException("none of the tests could be explored");
    }
    if (output.json != null) {
      String document = Json.write(ExplorationTree.of(explored));
      if (output.jsonToStandardOutput()) {
        out.print(document);
      } else {
        OutputFile.write("--json", output.json, document.getBytes(StandardCharsets.UTF_8));
      }
    }
    out.flush();
    int code = explored.stream().mapToInt(ExploreCommand::code).max().orElse(ExitCode.RIGHT);
    boolean unread = tests.stream().anyMatch(file -> file.problem() != null);
    return code == ExitCode.RIGHT && unread ? ExitCode.USAGE : code;
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

  /** A test that was explored, or why it cannot be. */
  private record Attempt(@Nullable ExploredTest explored, String refusal) {}

  private static Attempt attempt(
      TestFile file, Request request, @Nullable CatModel memoryModel, Explorer.Progress progress) {
    try {
      return new Attempt(explore(file, request, memoryModel, progress), "");
    } catch (UserErrorException e) {
      return new Attempt(null, String.valueOf(e.getMessage()));
    }
  }

  private Request request() {
    List<Setup> setups = new ArrayList<>();
    boolean promotes = Mechanisms.hasRemoteOperations(protocol);
    for (Size size : Size.values()) {
      if (size == Size.TABLES && config == Sizes.ALL && !promotes) {
        continue; // without tables it is the roomy machine
      }
      for (Layout way : Layout.values()) {
        for (Placement place : Placement.values()) {
          boolean wanted =
              (config == Sizes.ALL || config.name().equals(size.name()))
                  && (layout == Ways.ALL || layout.name().equals(way.name()))
                  && (placement == Ways.ALL || placement.name().equals(place.name()));
          if (wanted && caches != Caches.WARM) {
            setups.add(new Setup(size, way, place));
          }
          if (wanted && (caches == Caches.ALL ? size != Size.TINY : caches == Caches.WARM)) {
            setups.add(new Setup(size, way, place).warmed());
          }
        }
      }
    }
    if (setups.isEmpty()) {
      throw new UserErrorException(
          "--layout takes apart, pairs, together or all; --placement takes apart, same or all");
    }
    try {
      Request request = Request.of(protocol, model).withSetups(setups).withBound(bound);
      return mutant == null ? request : request.withMutant(mutant);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  private static ExploredTest explore(
      TestFile file, Request request, @Nullable CatModel memoryModel, Explorer.Progress progress) {
    LitmusTest test = file.test();
    if (test == null) {
      throw new UserErrorException(String.valueOf(file.problem()));
    }
    ExploredTest explored;
    Judging judging;
    try {
      judging = Judging.of(test, memoryModel, LOOP_ROUNDS);
      explored = ExploredTest.of(test, request, progress, judging::judge);
    } catch (TooLargeException e) {
      throw new UserErrorException(
          "%s: the memory model cannot judge it: %s; --against none explores it all the same"
              .formatted(test.name(), e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(test.name() + ": " + e.getMessage());
    }
    Exploration seen = explored.exploration();
    if (!judging.fault().isEmpty() && seen.failures().isEmpty()) {
      throw new UserErrorException(test.name() + ": " + judging.fault());
    }
    if (seen.complete() && seen.outcomes().isEmpty() && seen.failures().isEmpty()) {
      throw new UserErrorException(
          test.name() + ": its filter leaves out every outcome, so there is nothing to judge");
    }
    return explored;
  }

  /** The memory model that judges; null for none. */
  private @Nullable CatModel memoryModel(Request request) {
    if ("none".equals(against)) {
      return null;
    }
    try {
      return ModelCatalog.find(
          against == null ? Binding.model(protocol, request.model().label()) : against);
    } catch (IOException | UncheckedIOException | SourceException | IllegalArgumentException e) {
      throw new UserErrorException("--against: " + e.getMessage());
    }
  }

  private static int code(ExploredTest test) {
    if (test.hangs()) {
      return ExitCode.HANG;
    } else if (test.wrong()) {
      return ExitCode.WRONG;
    }
    return test.exploration().complete() ? ExitCode.RIGHT : ExitCode.MAX_CYCLES;
  }

  private static void draw(Path folder, ExploredTest test) {
    try {
      Charts.write(folder, test);
    } catch (IOException e) {
      throw new UserErrorException(
          "--draw: cannot write in %s: %s".formatted(folder, e.getMessage()));
    }
  }
}
