package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.ThreadsOption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.explore.RefutedMutants;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verify.Refutation;
import dev.syncopate.model.verify.Refuter;
import dev.syncopate.model.verify.SeededFault;
import dev.syncopate.workload.runtime.Mechanisms;
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

/** {@code mutants}: whether the library finds protocols that are wrong on purpose. */
@Command(
    name = "mutants",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Explore the library's litmus tests on protocols that are each wrong in one thing, until a"
            + " test shows it. What is not found could be wrong in the right protocol, too.",
    footer = {
      "",
      "  syncopate mutants                                            all protocols",
      "  syncopate mutants --protocol srsp --list                     what is wrong in each",
      "  syncopate mutants --protocol gpu my-tests/                   which your own tests find",
      "  syncopate explore MP-gpu --mutant no-flush                   see one go wrong",
      "",
      "Exit code 1: some mutant is not found."
    })
public final class MutantsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "TEST",
      description =
          "A litmus test's file, a folder of *.litmus, or the name of a test of the library, in"
              + " place of the library.")
  private List<String> names = List.of();

  @Option(
      names = "--protocol",
      paramLabel = "NAME|all",
      description =
          "The protocol; 'protocols' lists them. gpu+lab2 for local atomic buffers of two lines in"
              + " front of it, localtm for the unit of transactions in shared memory, async for the copy unit. 'all' has"
              + " gpu+lab2 and denovo+lab2, too. Default: ${DEFAULT-VALUE}")
  private String protocol = "all";

  @Option(names = "--list", description = "Only say what is wrong in each.")
  private boolean list;

  @Option(
      names = "--bound",
      paramLabel = "STATES",
      description = "Stop a test's exploration on a machine after so many states.")
  private long bound = Refuter.BOUND;

  @Mixin private BarriersOption barriers = new BarriersOption();

  @Mixin private ThreadsOption threads = new ThreadsOption();

  @Option(names = "--csv", paramLabel = "FILE", description = "Write a row for each mutant.")
  private @Nullable Path csv;

  @Override
  public Integer call() {
    List<String> protocols = protocols();
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      list(protocols, out);
      return ExitCode.RIGHT;
    }
    List<LitmusTest> tests = names.isEmpty() ? null : barriers.tests(NamedTests.readable(names));
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      RefutedMutants search = new RefutedMutants(protocols, tests, bound, interruption::requested);
      List<Refutation> refutations = search.run(threads.number, () -> line.show(search::progress));
      line.clear();
      report(refutations, out);
      if (interruption.requested()) {
        return ExitCode.INTERRUPTED;
      }
      return refutations.stream().allMatch(Refutation::found) ? ExitCode.RIGHT : ExitCode.WRONG;
    }
  }

  private List<String> protocols() {
    if (bound < 1) {
      throw new UserErrorException("--bound must be at least 1, found " + bound);
    }
    threads.check();
    if (csv != null) {
      OutputFile.check("--csv", csv);
    }
    List<String> protocols = new ArrayList<>();
    if (!protocol.equals(UnitExplorer.NAME) && !protocol.equals(ModelBinding.COPIES)) {
      protocols.addAll(protocol.equals("all") ? Mechanisms.protocols() : List.of(protocol));
      protocols.forEach(name -> Mechanisms.check(name, "hrf"));
    }
    if (protocol.equals("all")) {
      protocols.addAll(SeededFault.decorated());
    }
    if (protocol.equals("all") || protocol.equals(UnitExplorer.NAME)) {
      protocols.add(UnitExplorer.NAME);
    }
    if (protocol.equals("all") || protocol.equals(ModelBinding.COPIES)) {
      protocols.add(ModelBinding.COPIES);
    }
    List<String> seeded =
        protocols.stream().filter(name -> !SeededFault.of(name).isEmpty()).toList();
    if (seeded.isEmpty()) {
      throw new UserErrorException("there are no mutants of " + protocol);
    }
    return seeded;
  }

  private static void list(List<String> protocols, PrintWriter out) {
    for (String name : protocols) {
      out.println(name);
      for (SeededFault seeded : SeededFault.of(name)) {
        out.printf("  %s: %s%n", seeded.mutant(), seeded.fault());
      }
    }
    out.flush();
  }

  private void report(List<Refutation> refutations, PrintWriter out) {
    out.print(RefutedMutants.table(refutations));
    out.println(RefutedMutants.summary(refutations));
    if (csv != null) {
      String text = RefutedMutants.csv(refutations);
      OutputFile.write("--csv", csv, text.getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
  }
}
