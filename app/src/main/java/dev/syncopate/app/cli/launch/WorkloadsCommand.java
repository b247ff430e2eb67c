package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.report.Paragraph;
import dev.syncopate.workload.input.PaperInput;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Workload;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code workloads}: what {@code run} can run. */
@Command(
    name = "workloads",
    mixinStandardHelpOptions = true,
    description =
        "List the workloads with their sizes and options; the first of several is the default.")
public final class WorkloadsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  private final List<Workload> workloads;

  /**
   * @param workloads what there is to list
   */
  public WorkloadsCommand(List<Workload> workloads) {
    this.workloads = workloads;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Workload workload : workloads) {
      out.println(workload.name());
      out.print(Paragraph.wrap(workload.description(), "    "));
      out.print(Paragraph.wrap("--size " + sizes(workload), "    "));
      if (workload.takesGraph()) {
        out.println("    --graph FILE, or --input NAME of a paper's graph");
      }
      for (Option option : workload.options()) {
        out.println("    --option " + choices(option));
        out.print(Paragraph.wrap(option.description(), "        "));
      }
    }
    out.println("inputs");
    out.print(Paragraph.wrap(String.join(", ", PaperInput.names()), "    "));
    out.flush();
    return ExitCode.RIGHT;
  }

  private static String sizes(Workload workload) {
    String named =
        workload.sizes().stream()
            .map(size -> size.name() + " (" + size.value() + ")")
            .collect(Collectors.joining(", "));
    return "%s, or a number of %s; default %s"
        .formatted(named, workload.sizeMeaning(), workload.sizes().getFirst().name());
  }

  private static String choices(Option option) {
    return switch (option) {
      case Option.Whole whole ->
          "%s=%d (%d to %d)".formatted(whole.name(), whole.byDefault(), whole.min(), whole.max());
      case Option.Choice choice -> choice.name() + "=" + String.join("|", choice.words());
    };
  }
}
