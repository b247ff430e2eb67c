package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.explore.CoverageText;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.coverage.BoundHardware;
import dev.syncopate.model.coverage.CoverageRun;
import dev.syncopate.model.coverage.CoveredTransitions;
import dev.syncopate.workload.runtime.Mechanisms;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code coverage}: which listed transitions of the controllers happen, and where. */
@Command(
    name = "coverage",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Count how often each (state, event) pair that a protocol's controllers list happens in"
            + " explorations of the library and under the random tester. What never happens needs a"
            + " reason.",
    footer = {
      "",
      "Exit codes: 1 a pair never happened without a reason, or happened although one says that it cannot."
    })
public final class CoverageCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--protocol",
      paramLabel = "NAME|all",
      description = "The protocol; 'protocols' lists them. Default: ${DEFAULT-VALUE}")
  private String protocol = "all";

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description =
          "The consistency model: drf0, hrf or drfrlx. Default: each that a memory model binds")
  private @Nullable String model;

  @Option(
      names = "--bound",
      paramLabel = "STATES",
      description =
          "Stop a test's exploration on a machine after so many states. Default: ${DEFAULT-VALUE}")
  private long bound = 1_000;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "Memory operations of the random tester. Default: ${DEFAULT-VALUE}")
  private long operations = 5_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of its first program. Default: ${DEFAULT-VALUE}")
  private long seed = 1;

  @Option(names = "--summary", description = "Leave out the tables of all pairs.")
  private boolean summary;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write a row for each pair.")
  private @Nullable Path csv;

  @Override
  public Integer call() {
    List<BoundHardware> chosen = chosen();
    if (bound < 1) {
      throw new UserErrorException("--bound must be at least 1, found " + bound);
    }
    if (operations < 1) {
      throw new UserErrorException("--operations must be at least 1, found " + operations);
    }
    if (csv != null) {
      OutputFile.check("--csv", csv);
    }
    ProgressDisplay line = Terminal.progress(spec.commandLine().getErr());
    List<CoveredTransitions> results = new ArrayList<>();
    try (Interruption interruption = new Interruption()) {
      interruption.arm();
      for (BoundHardware hardware : chosen) {
        CoveredTransitions covered =
            CoverageRun.of(
                hardware,
                new CoverageRun.Extent(bound, operations, seed),
                (source, completed, total) -> {
                  line.show(() ->
                      "%s, %s: %,d of %,d".formatted(hardware, source.text(), completed, total));
                  return !interruption.requested();
                });
        if (interruption.requested()) {
          break; // a part of the counts would blame what was left out
        }
        results.add(covered);
      }
      line.clear();
      int code = results.isEmpty() ? ExitCode.RIGHT : report(results);
      if (interruption.requested()) {
        missing(chosen.subList(results.size(), chosen.size()));
        return ExitCode.INTERRUPTED;
      }
      return code;
    }
  }

  private void missing(List<BoundHardware> remaining) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "Interrupted: not counted for "
            + remaining.stream().map(BoundHardware::toString).collect(Collectors.joining(", ")));
    out.flush();
  }

  private List<BoundHardware> chosen() {
    if (!protocol.equals("all")) {
      Mechanisms.check(protocol, model == null ? "hrf" : model);
    }
    List<BoundHardware> chosen =
        (protocol.equals("all") ? BoundHardware.all() : BoundHardware.of(protocol))
            .stream()
                .filter(candidate -> model == null || candidate.model().equals(model))
                .toList();
    if (chosen.isEmpty()) {
      throw new UserErrorException(
          "no memory model binds protocol %s under %s; bound are %s"
              .formatted(
                  protocol,
                  model,
                  BoundHardware.all().stream()
                      .map(BoundHardware::toString)
                      .collect(Collectors.joining(", "))));
    }
    return chosen;
  }

  private int report(List<CoveredTransitions> results) {
    PrintWriter out = spec.commandLine().getOut();
    if (!summary) {
      results.forEach(covered -> out.println(CoverageText.pairs(covered)));
    }
    out.print(CoverageText.summary(results));
    results.stream()
        .map(CoverageText::never)
        .filter(text -> !text.isEmpty())
        .forEach(text -> {
          out.println();
          out.print(text);
        });
    List<String> faults =
        results.stream().flatMap(result -> CoverageText.faults(result).stream()).toList();
    if (!faults.isEmpty()) {
      out.println();
      faults.forEach(out::println);
    }
    if (csv != null) {
      OutputFile.write("--csv", csv, CoverageText.csv(results).getBytes(StandardCharsets.UTF_8));
    }
    out.flush();
    return faults.isEmpty() ? ExitCode.RIGHT : ExitCode.WRONG;
  }
}
