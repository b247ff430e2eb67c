package dev.syncopate.app.cli;

import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.Workload;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code workloads}: what {@code run} can run. */
@Command(
    name = "workloads",
    mixinStandardHelpOptions = true,
    description = "List the workloads with their sizes and options.")
final class WorkloadsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (Workload workload : Workloads.all()) {
      out.println(workload.name());
      out.println("    " + workload.description());
      out.println("    --size  " + workload.sizeMeaning() + ": " + sizes(workload));
      if (workload.takesGraph()) {
        out.println("    --graph FILE");
      }
      for (Option option : workload.options()) {
        out.println("    --option " + describe(option));
      }
    }
    return ExitCode.RIGHT;
  }

  private static String sizes(Workload workload) {
    return workload.sizes().stream()
            .map(size -> size.name() + " (" + size.value() + ")")
            .collect(Collectors.joining(", "))
        + ", or a number; default "
        + defaultSize(workload).name();
  }

  private static Size defaultSize(Workload workload) {
    return workload.sizes().getFirst();
  }

  private static String describe(Option option) {
    return switch (option) {
      case Option.Whole whole ->
          "%s=%d  %s (%d to %d)"
              .formatted(
                  whole.name(), whole.byDefault(), whole.description(), whole.min(), whole.max());
      case Option.Choice choice ->
          "%s=%s  %s (%s)"
              .formatted(
                  choice.name(),
                  choice.words().getFirst(),
                  choice.description(),
                  String.join(", ", choice.words()));
    };
  }
}
