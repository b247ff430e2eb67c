package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.litmus.AnsweredTest;
import dev.syncopate.app.litmus.Expectations;
import dev.syncopate.app.litmus.OutcomeReport;
import dev.syncopate.app.litmus.OutcomeReport.Witnesses;
import dev.syncopate.app.litmus.SuiteReport;
import dev.syncopate.app.litmus.TerminatedTest;
import dev.syncopate.app.litmus.TerminationReport;
import dev.syncopate.app.litmus.TestFile;
import dev.syncopate.app.litmus.TestPage;
import dev.syncopate.app.litmus.WitnessFiles;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import dev.syncopate.model.progress.TerminationQuestion;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.parallel.OrderedPool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code model}: what memory models allow of litmus tests. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Print which outcomes memory models allow of litmus tests, each with an execution that"
            + " shows it, whether the test's condition holds, and whether the test has a race where"
            + " the model says what one is. Several tests give a table.",
    footer = {
      "",
      "  syncopate model MP-gpu --model ptx --model sc      a test of the library, two models",
      "  syncopate model tests/ --expect verdicts.csv       a folder against stored verdicts",
      "  syncopate model library --model hrf-rsp            every test of the library",
      "  syncopate model my.litmus --fairness obe           whether every run of it ends",
      "",
      "Exit codes: 1 a verdict is not as expected, 2 a test has no verdict, 4 none within --timeout."
    })
public final class ModelCommand implements Callable<Integer> {
  /** States of a machine that a page's exploration looks at. */
  private static final long PAGE_STATES = 200_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file, a folder of *.litmus, the name of a test of the library, or"
              + " 'library' for all of it; 'transactions' for those on transactions, 'termination' for"
              + " those on termination (--ends), 'asynchronous' for those on asynchronous operations.")
  private List<String> names = List.of();

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE.cat",
      description =
          "A model; may be repeated. Default: that of the tests' language (ptx, opencl, vulkan,"
              + " hsa); of tests with transactions local-tx, with asynchronous operations"
              + " ptx-9-async.")
  private List<String> modelNames = List.of();

  @Mixin private BarriersOption barriers = new BarriersOption();

  @Mixin private TerminationOptions termination = new TerminationOptions();

  @Option(names = "--list", description = "List the models and the library's tests.")
  private boolean list;

  @Option(
      names = "--bound",
      paramLabel = "N",
      description = "How often a thread executes an instruction at most. Default: 3.")
  private int bound = 3;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description =
          "Give each model so long for each test; of a test that takes longer there is no verdict,"
              + " but what was found to be allowed so far. Default: as long as it takes")
  private @Nullable Integer timeout;

  @Option(
      names = "--witness",
      paramLabel = "WHICH",
      description =
          "Of one test, show executions of outcomes: all, asked (those that meet the condition),"
              + " none. Default: all.")
  private Witnesses witnesses = Witnesses.ALL;

  @Option(
      names = "--draw",
      paramLabel = "FOLDER",
      description = "Write each witness there as a picture (.svg) and for Graphviz (.dot).")
  private @Nullable Path draw;

  @Option(
      names = "--page",
      paramLabel = "FILE.html",
      description =
          "Of one test, write a page: executions as pictures, what each model says and by what it"
              + " refuses, and what each protocol does. Default models: all.")
  private @Nullable Path page;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write the table as CSV.")
  private @Nullable Path csv;

  @Option(
      names = {"--expect", "--expected"},
      paramLabel = "FILE",
      description =
          "Compare with stored verdicts, lines of path,1|0 (with --ends, 1 says that every run ends);"
              + " exit code 1 if any differs. For one model.")
  private @Nullable Path expect;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      list(out);
      return ExitCode.RIGHT;
    }
    check();
    TerminationQuestion question = termination.question();
    if (question != null && (page != null || draw != null)) {
      throw new UserErrorException(
          "--page and --draw show outcomes, which --ends does not ask for");
    }
    List<TestFile> tests = new ArrayList<>();
    for (String name : names) {
      tests.addAll(barriers.files(NamedTests.of(name, names.size() > 1)));
    }
    List<CatModel> models =
        (modelNames.isEmpty() ? (page == null ? defaults(tests) : all(tests)) : modelNames)
            .stream().map(ModelCommand::model).toList();
    Expectations expectations = expect == null ? null : expectations(expect);
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      if (question != null) {
        return ended(tests, models, question, expectations, interruption);
      }
      List<AnsweredTest> answered = answered(tests, models, interruption);
      int code = report(answered, models, expectations, out);
      if (page != null) {
        writePage(page, answered, models, interruption);
      }
      if (interruption.requested()) {
        long completeTests = answered.stream().filter(AnsweredTest::isComplete).count();
        out.printf("Interrupted: %d of %d tests were judged.%n", completeTests, tests.size());
        code = ExitCode.INTERRUPTED;
      }
      out.flush();
      return code;
    }
  }

  /** The model of the dialect of the tests; of several dialects each one's model. */
  private static List<String> defaults(List<TestFile> files) {
    List<LitmusTest> tests = files.stream().map(TestFile::test).filter(Objects::nonNull).toList();
    boolean areAllRead = !tests.isEmpty() && tests.size() == files.size();
    if (areAllRead && tests.stream().allMatch(LitmusTest::hasTransactions)) {
      return List.of("local-tx");
    }
    if (areAllRead && tests.stream().allMatch(LitmusTest::isAsynchronous)) {
      return List.of(ModelCatalog.asynchronous().getFirst());
    }
    List<String> models =
        tests.stream().map(test -> test.annotations().dialect().model()).distinct().toList();
    return models.isEmpty() ? List.of(LitmusDialect.PTX.model()) : models;
  }

  /** Every model of the language of the tests. */
  private static List<String> all(List<TestFile> files) {
    List<String> defaults = defaults(files);
    boolean isPtx = defaults.equals(List.of(LitmusDialect.PTX.model()));
    return isPtx
        ? ModelCatalog.names().stream()
            .filter(name -> !name.equals("ptx") && !ModelCatalog.named(name).knowsTransactions())
            .toList()
        : defaults.equals(ModelCatalog.asynchronous().subList(0, 1))
            ? ModelCatalog.asynchronous()
            : defaults;
  }

  private List<AnsweredTest> answered(
      List<TestFile> tests, List<CatModel> models, Interruption interruption) {
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    AtomicInteger completed = new AtomicInteger();
    List<AnsweredTest> answered = new ArrayList<>();
    new OrderedPool(Runtime.getRuntime().availableProcessors())
        .<TestFile, AnsweredTest>run(
            tests,
            test -> {
              AnsweredTest answer =
                  AnsweredTest.of(test, models, bound, () -> patience(interruption));
              completed.incrementAndGet();
              return answer;
            },
            () -> line.show(() -> "%,d of %,d tests".formatted(completed.get(), tests.size())),
            answered::add);
    line.clear();
    return answered;
  }

  /** Asks whether the tests end, prints and writes; the exit code. */
  private int ended(
      List<TestFile> tests,
      List<CatModel> models,
      TerminationQuestion question,
      @Nullable Expectations expectations,
      Interruption interruption) {
    PrintWriter out = spec.commandLine().getOut();
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    AtomicInteger completed = new AtomicInteger();
    List<TerminatedTest> ended = new ArrayList<>();
    new OrderedPool(Runtime.getRuntime().availableProcessors())
        .<TestFile, TerminatedTest>run(
            tests,
            test -> {
              TerminatedTest answer =
                  TerminatedTest.of(test, models, question, bound, () -> patience(interruption));
              completed.incrementAndGet();
              return answer;
            },
            () -> line.show(() -> "%,d of %,d tests".formatted(completed.get(), tests.size())),
            ended::add);
    line.clear();
    TerminationReport report = new TerminationReport(question, bound);
    LitmusTest single = ended.size() == 1 ? ended.getFirst().file().test() : null;
    out.print(
        single == null
            ? report.table(ended, models.stream().map(CatModel::name).toList())
            : report.of(single, ended.getFirst().answers(), witnesses != Witnesses.NONE));
    if (csv != null) {
      OutputFile.write("--csv", csv, report.csv(ended).getBytes(StandardCharsets.UTF_8));
    }
    boolean differs = expectations != null && compared(expectations.compareEnds(ended), out);
    out.flush();
    if (interruption.requested()) {
      return ExitCode.INTERRUPTED;
    }
    boolean complete = ended.stream().allMatch(TerminatedTest::isComplete);
    return differs ? ExitCode.WRONG : complete ? ExitCode.RIGHT : ExitCode.USAGE;
  }

  /** Why a search that begins now should end. */
  private Cancellation.Reason patience(Interruption interruption) {
    long start = System.nanoTime();
    return () ->
        interruption.requested()
            ? interruption.why()
            : timeout != null && System.nanoTime() - start > timeout * 1_000_000_000L
                ? "it takes more than " + timeout + " s"
                : null;
  }

  private void writePage(
      Path file, List<AnsweredTest> answered, List<CatModel> models, Interruption interruption) {
    AnsweredTest single = answered.getFirst();
    LitmusTest test = single.file().test();
    if (answered.size() != 1 || test == null) {
      throw new UserErrorException("--page shows one test, found " + answered.size());
    }
    String text =
        test.annotations().dialect() == LitmusDialect.PTX ? LitmusWriter.text(test) : test.name();
    OutputFile.write(
        "--page",
        file,
        TestPage.of(
                test,
                text,
                models,
                single.answers(),
                bound,
                hardware(test, interruption),
                PAGE_STATES)
            .getBytes(StandardCharsets.UTF_8));
  }

  /** What each protocol does, under each consistency model of which something is promised. */
  private static List<TestPage.Hardware> hardware(LitmusTest test, Interruption interruption) {
    List<TestPage.Hardware> rows = new ArrayList<>();
    if (test.annotations().dialect() != LitmusDialect.PTX) {
      return rows;
    }
    Set<String> explored = new TreeSet<>();
    for (ModelBinding binding : ModelBinding.all()) {
      if (explored.add(binding.protocol() + " " + binding.hardware())) {
        rows.add(explored(test, binding, interruption));
      }
    }
    return rows;
  }

  private static TestPage.Hardware explored(
      LitmusTest test, ModelBinding binding, Interruption interruption) {
    ExplorationRequest request =
        ExplorationRequest.of(binding.protocol(), binding.hardware())
            .withBound(PAGE_STATES)
            .with(ExplorationRequest.Reduction.ON);
    try {
      return new TestPage.Hardware(
          binding.protocol(),
          binding.hardware(),
          Explorer.explore(test, request, (setup, states, depth) -> !interruption.requested()),
          "");
    } catch (IllegalArgumentException e) {
      return new TestPage.Hardware(
          binding.protocol(), binding.hardware(), null, String.valueOf(e.getMessage()));
    }
  }

  /** Prints and writes; the exit code. */
  private int report(
      List<AnsweredTest> answered,
      List<CatModel> models,
      @Nullable Expectations expectations,
      PrintWriter out) {
    LitmusTest single = answered.size() == 1 ? answered.getFirst().file().test() : null;
    out.print(
        single == null
            ? SuiteReport.table(answered, models.stream().map(CatModel::name).toList())
            : OutcomeReport.of(single, answered.getFirst().answers(), bound, witnesses));
    if (csv != null) {
      OutputFile.write("--csv", csv, SuiteReport.csv(answered).getBytes(StandardCharsets.UTF_8));
    }
    if (draw != null) {
      out.println(drawn(draw, answered) + " executions drawn in " + draw);
    }
    if (expectations != null && compared(expectations.compare(answered), out)) {
      return ExitCode.WRONG;
    }
    if (answered.stream().allMatch(AnsweredTest::isComplete)) {
      return ExitCode.RIGHT;
    }
    boolean onlyTime =
        answered.stream().allMatch(answer -> answer.isComplete() || answer.isUnfinished());
    return onlyTime ? ExitCode.MAX_CYCLES : ExitCode.USAGE;
  }

  private void check() {
    if (names.isEmpty()) {
      throw new UserErrorException(
          "name a test, a folder of tests, or '"
              + NamedTests.LIBRARY
              + "'; --list shows what there is");
    }
    if (bound < 1) {
      throw new UserErrorException("--bound: found " + bound + ", expected at least 1");
    }
    if (timeout != null && timeout < 1) {
      throw new UserErrorException("--timeout takes seconds from 1, not " + timeout);
    }
    if (expect != null && modelNames.size() > 1) {
      throw new UserErrorException("--expect compares one model, found " + modelNames.size());
    }
    if (csv != null) {
      OutputFile.check("--csv", csv);
    }
    if (page != null) {
      OutputFile.check("--page", page);
    }
  }

  /** Prints a comparison; whether something differs. */
  private static boolean compared(Expectations.Comparison comparison, PrintWriter out) {
    if (comparison.compared() == 0) {
      throw new UserErrorException("--expect: no test that was judged is in the file");
    }
    comparison.differences().forEach(out::println);
    out.print(comparison.table());
    out.println(
        "%d verdicts compared, %d differ; %d tests not compared"
            .formatted(
                comparison.compared(), comparison.differences().size(), comparison.unlisted()));
    return !comparison.differences().isEmpty();
  }

  private static int drawn(Path folder, List<AnsweredTest> answered) {
    try {
      return WitnessFiles.write(folder, answered);
    } catch (IOException e) {
      throw new UserErrorException(
          "--draw: cannot write in " + folder + ": " + FileErrors.reason(e));
    }
  }

  private static Expectations expectations(Path file) {
    try {
      return Expectations.read(file.toString(), SourceText.read(file).text());
    } catch (IOException | SourceException | IllegalArgumentException e) {
      throw new UserErrorException("--expect: " + reason(file.toString(), e));
    }
  }

  private static CatModel model(String name) {
    try {
      return ModelCatalog.find(name);
    } catch (IOException | UncheckedIOException | IllegalArgumentException | SourceException e) {
      throw new UserErrorException("--model: " + reason(name, e));
    }
  }

  /** The file included that there is not, or why the named one cannot be read. */
  private static String reason(String name, Exception e) {
    return switch (e) {
      case NoSuchFileException missing -> "there is no file " + missing.getMessage();
      case IOException failed -> "cannot read " + name + ": " + FileErrors.reason(failed);
      case UncheckedIOException failed -> "cannot read " + name + ": " + FileErrors.reason(failed);
      default -> String.valueOf(e.getMessage());
    };
  }

  private static void list(PrintWriter out) {
    out.println("models:");
    for (List<String> names :
        List.of(ModelCatalog.names(), ModelCatalog.asynchronous(), ModelCatalog.languages())) {
      for (String name : names) {
        out.println("  %-22s%s".formatted(name, ModelCatalog.named(name).title()));
      }
    }
    out.println("tests of the library:");
    Library.names().forEach(name -> out.println("  " + name));
    out.println("tests on transactions:");
    Library.transactions().forEach(name -> out.println("  " + name));
    out.println("tests on termination:");
    Library.terminations().forEach(name -> out.println("  " + name));
    out.println("tests on asynchronous operations:");
    Library.asynchronous().forEach(name -> out.println("  " + name));
    out.flush();
  }
}
