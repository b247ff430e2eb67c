package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.ThreadsOption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.explore.Charts;
import dev.syncopate.app.explore.ExploredTest;
import dev.syncopate.app.explore.VerifiedSuite;
import dev.syncopate.app.explore.VerifiedSuite.Checked;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.generate.RandomTransactions;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verify.ShrinkingVerification;
import dev.syncopate.model.verify.UnitVerifier;
import dev.syncopate.model.verify.Verification;
import dev.syncopate.model.verify.VerificationSuite;
import dev.syncopate.model.verify.VerificationSuite.Scale;
import dev.syncopate.model.verify.Verifier;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.IOException;
import java.io.PrintWriter;
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

/** {@code verify}: whether protocols keep to their memory models, over many litmus tests. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Explore many litmus tests on a protocol's controllers and compare all that can happen with"
            + " what its memory model allows. A table at the end; what is wrong is shown with the"
            + " requirement that it breaks and the messages that lead there.",
    footer = {
      "",
      "  syncopate verify                                    all protocols, quick scale",
      "  syncopate verify --protocol srsp --scale full       every generated test",
      "  syncopate verify --protocol brsp my-tests/          your own tests",
      "",
      "Exit codes: 1 something is wrong, 4 nothing wrong but not all was explored."
    })
public final class VerifyCommand implements Callable<Integer> {
  private static final int SHOWN = 5;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file, a folder of *.litmus, the name of a test of the library, or"
              + " 'library', in place of the library and the generated tests.")
  private List<String> names = List.of();

  @Option(
      names = "--protocol",
      paramLabel = "NAME|all",
      description =
          "The protocol; 'protocols' lists them. gpu+lab1 is gpu behind local atomic buffers of one"
              + " line, localtm the unit of transactions in shared memory, async the copy unit with mbarriers. 'all' has each protocol"
              + " also behind such buffers, with the tests that have commutative atomics. Default:"
              + " ${DEFAULT-VALUE}")
  private String protocol = "all";

  @Option(
      names = "--scale",
      paramLabel = "quick|full",
      description =
          "Which tests are generated in addition to the library: two threads with one operation each, or"
              + " with two and three; and 24 or 400 random ones that hand locations over. Default:"
              + " quick")
  private Scale scale = Scale.QUICK;

  @Option(
      names = "--reduction",
      paramLabel = "off|on|check",
      description =
          "Leave out orders that have the same effect as others; what is wrong is explored again"
              + " without, so that its schedule is a shortest one. 'check' explores every test both"
              + " ways and compares. Default: on")
  private ExplorationRequest.Reduction reduction = ExplorationRequest.Reduction.ON;

  @Option(
      names = "--bound",
      paramLabel = "STATES",
      description =
          "Stop a test's exploration on a machine after so many states. Default: 1,000,000, at full"
              + " scale 2,000,000")
  private @Nullable Long bound;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Of the random programs for localtm, which their names have. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Mixin private BarriersOption barriers = new BarriersOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(names = "--csv", paramLabel = "FILE", description = "Write a row for each test.")
  private @Nullable Path csv;

  @Option(
      names = "--draw",
      paramLabel = "FOLDER",
      description = "Draw message-sequence charts (SVG) of what is wrong there.")
  private @Nullable Path draw;

  @Override
  public Integer call() {
    check();
    PrintWriter out = spec.commandLine().getOut();
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    List<Checked> checkedTests = new ArrayList<>();
    int total = 0;
    List<ModelBinding> bindings = bindings();
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      for (ModelBinding binding : bindings) {
        Verification verifier = verifier(binding);
        List<LitmusTest> tests = tests(binding);
        total += tests.size();
        VerifiedSuite suite =
            new VerifiedSuite(verifier, tests, interruption::requested, interruption::whyAtLast);
        checkedTests.addAll(suite.run(threads.number, () -> line.show(suite::progress)));
      }
      line.clear();
      report(checkedTests, out);
      if (interruption.requested()) {
        out.printf(
            "Interrupted: %,d of %,d tests were begun, %,d of these not finished.%n",
            checkedTests.size(),
            total,
            checkedTests.stream().filter(Checked::isIncomplete).count());
        out.flush();
        return ExitCode.INTERRUPTED;
      }
    }
    if (checkedTests.stream().noneMatch(Checked::isChecked)) {
      throw new UserErrorException(
          "nothing was verified: each test is refused by the hardware or has a race");
    }
    boolean incomplete = checkedTests.stream().anyMatch(checked -> checked.isIncomplete());
    boolean wrong = checkedTests.stream().anyMatch(checked -> checked.isWrong());
    return wrong ? ExitCode.WRONG : incomplete ? ExitCode.MAX_CYCLES : ExitCode.RIGHT;
  }

  /** All that is asked for; of named tests, without hardware that would refuse each of them. */
  private List<ModelBinding> bindings() {
    if (!protocol.equals("all")) {
      return ModelBinding.of(protocol);
    }
    List<LitmusTest> named = NamedTests.readable(names);
    boolean someShared = named.stream().anyMatch(LitmusTest::isOnTransactionUnit);
    boolean someAsynchronous = named.stream().anyMatch(LitmusTest::isAsynchronous);
    boolean someGlobal =
        named.stream().anyMatch(test -> !test.isOnTransactionUnit() && !test.isAsynchronous());
    boolean someCommutative = named.stream().anyMatch(VerificationSuite::isCommutative);
    List<ModelBinding> bindings = new ArrayList<>();
    bindings.addAll(names.isEmpty() || someGlobal ? ModelBinding.all() : List.of());
    bindings.addAll(names.isEmpty() || someCommutative ? ModelBinding.decorated() : List.of());
    bindings.addAll(names.isEmpty() || someShared ? ModelBinding.transactions() : List.of());
    bindings.addAll(names.isEmpty() || someAsynchronous ? ModelBinding.asynchronous() : List.of());
    return bindings;
  }

  private static boolean isUnit(ModelBinding binding) {
    return ModelBinding.transactions().contains(binding);
  }

  private Verification verifier(ModelBinding binding) {
    long effectiveBound = bound == null ? scale.bound() : bound;
    if (ModelBinding.asynchronous().contains(binding)) {
      return Verifier.of(binding, effectiveBound, reduction);
    }
    return isUnit(binding)
        ? new ShrinkingVerification(
            UnitVerifier.of(binding, effectiveBound),
            test -> test.name().startsWith(RandomTransactions.prefix(seed)))
        : new Verifier(
            binding,
            ExplorationRequest.of(binding.protocol(), binding.hardware())
                .withLayouts()
                .withBound(effectiveBound)
                .with(reduction));
  }

  private void check() {
    threads.check();
    if (!protocol.equals("all")
        && !protocol.equals(UnitExplorer.NAME)
        && !protocol.equals(ModelBinding.COPIES)) {
      Mechanisms.check(protocol, "hrf");
    }
    List<String> unbound =
        ModelBinding.unbound(protocol.equals("all") ? Mechanisms.protocols() : List.of(protocol));
    if (!unbound.isEmpty()) {
      throw new UserErrorException(
          "no memory model binds protocol %s, so there is nothing to verify; %s"
              .formatted(
                  String.join(", ", unbound),
                  "model.verdict.ModelBinding says which model a protocol has to keep to"));
    }
    if (bound != null && bound < 1) {
      throw new UserErrorException("--bound must be at least 1, found " + bound);
    }
    if (csv != null) {
      OutputFile.check("--csv", csv);
    }
  }

  private List<LitmusTest> tests(ModelBinding binding) {
    if (names.isEmpty() && isUnit(binding)) {
      return VerificationSuite.transactions(scale, seed);
    }
    if (names.isEmpty() && ModelBinding.asynchronous().contains(binding)) {
      return VerificationSuite.asynchronous();
    }
    List<LitmusTest> tests =
        names.isEmpty()
            ? VerificationSuite.tests(
                scale, Mechanisms.hasRemoteOperations(binding.protocol()), binding.buffers())
            : barriers.tests(NamedTests.readable(names));
    // What the rest of the tests shows is in the row of the protocol behind.
    boolean onlyCommutative = protocol.equals("all") && binding.isDecorated();
    return onlyCommutative
        ? tests.stream().filter(VerificationSuite::isCommutative).toList()
        : tests;
  }

  private void report(List<Checked> checkedTests, PrintWriter out) {
    List<Checked> wrong = checkedTests.stream().filter(Checked::isWrong).toList();
    for (Checked checked : wrong.subList(0, Math.min(SHOWN, wrong.size()))) {
      out.println(checked.title());
      ExploredTest explored = checked.explored();
      if (explored != null) {
        out.print(explored.text(false));
      }
    }
    if (wrong.size() > SHOWN) {
      out.printf("… and %d more%n", wrong.size() - SHOWN);
    }
    checkedTests.stream()
        .filter(Checked::isIncomplete)
        .limit(SHOWN)
        .forEach(checked -> out.println(checked.title()));
    out.print(VerifiedSuite.table(checkedTests));
    if (csv != null) {
      OutputFile.write(
          "--csv", csv, VerifiedSuite.csv(checkedTests).getBytes(StandardCharsets.UTF_8));
    }
    if (draw != null) {
      drawn(draw, wrong, out);
    }
    out.flush();
  }

  private static void drawn(Path folder, List<Checked> wrong, PrintWriter out) {
    int charts = 0;
    try {
      for (Checked checked : wrong) {
        ExploredTest explored = checked.explored();
        charts += explored == null ? 0 : Charts.write(folder, explored);
      }
    } catch (IOException e) {
      throw new UserErrorException(
          "--draw: cannot write in %s: %s".formatted(folder, FileErrors.reason(e)));
    }
    out.printf("%d charts in %s%n", charts, folder);
  }
}
