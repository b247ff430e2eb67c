package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.Paragraph;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.input.PaperInput;
import dev.syncopate.workload.suite.Suite;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOption;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code workloads}: what {@code run} can run. */
@Command(
    name = "workloads",
    mixinStandardHelpOptions = true,
    description =
        "List the workloads with their sizes and options; the first of several is the default."
            + " Those that take the same are listed together.")
public final class WorkloadsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|SUITE",
      description = "A workload, or a suite of them (${COMPLETION-CANDIDATES}).",
      completionCandidates = Suites.class)
  private @Nullable String name;

  private final List<Workload> workloads;

  /**
   * @param workloads what there is to list
   */
  public WorkloadsCommand(List<Workload> workloads) {
    this.workloads = workloads;
  }

  /** The suites' names. */
  static final class Suites implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Workloads.suites().stream().map(Suite::name).iterator();
    }
  }

  /** What workloads that are listed together have in common. */
  private record Choices(String sizes, boolean takesGraph, List<WorkloadOption> options) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Map<Choices, List<Workload>> groups = new LinkedHashMap<>();
    for (Workload workload : chosen()) {
      groups
          .computeIfAbsent(
              new Choices(sizes(workload), workload.takesGraph(), workload.options()),
              choices -> new ArrayList<>())
          .add(workload);
    }
    groups.forEach((choices, group) -> print(out, choices, group));
    if (name == null) {
      out.println("inputs");
      out.print(Paragraph.wrap(String.join(", ", PaperInput.names()), "    "));
    }
    out.flush();
    return ExitCode.RIGHT;
  }

  private List<Workload> chosen() {
    if (name == null) {
      return workloads;
    }
    Optional<Suite> suite = Workloads.suite(name);
    if (suite.isPresent()) {
      return suite.get().workloads();
    }
    List<Workload> named = workloads.stream().filter(w -> w.name().equals(name)).toList();
    if (named.isEmpty()) {
      List<String> names = new ArrayList<>(workloads.stream().map(Workload::name).toList());
      new Suites().forEach(names::add);
      throw new UserErrorException(
          "there is no workload or suite '%s'%s".formatted(name, NearestName.hint(name, names)));
    }
    return named;
  }

  private static void print(PrintWriter out, Choices choices, List<Workload> group) {
    for (Workload workload : group) {
      out.println(workload.name());
      out.print(Paragraph.wrap(workload.description(), "    "));
    }
    if (group.size() > 1) {
      out.println("  each of these " + group.size() + ":");
    }
    out.print(Paragraph.wrap("--size " + choices.sizes(), "    "));
    if (choices.takesGraph()) {
      out.println("    --graph FILE, or --input NAME of a paper's graph");
    }
    for (WorkloadOption option : choices.options()) {
      out.println("    --option " + choices(option));
      out.print(Paragraph.wrap(option.description(), "        "));
    }
  }

  private static String sizes(Workload workload) {
    String named =
        workload.sizes().stream()
            .map(size -> size.name() + " (" + size.value() + ")")
            .collect(Collectors.joining(", "));
    return "%s, or a number of %s; default %s"
        .formatted(named, workload.sizeMeaning(), workload.sizes().getFirst().name());
  }

  private static String choices(WorkloadOption option) {
    return switch (option) {
      case WorkloadOption.Whole wholeOption ->
          "%s=%d (%d to %d)"
              .formatted(
                  wholeOption.name(),
                  wholeOption.byDefault(),
                  wholeOption.min(),
                  wholeOption.max());
      case WorkloadOption.Choice choice -> choice.name() + "=" + String.join("|", choice.words());
    };
  }
}
