package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.cli.console.GraphOptions;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.RunFailure;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.study.ListSweep;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run}: a workload that comes with the program. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = "Run a workload and check its answer.",
    footer = {
      "",
      "Examples:",
      "  syncopate run pagerank-push --size 10K --gpu rsp-8cu --model drf0",
      "  syncopate run sssp --input USA-road-d.BAY/16 --gpu srsp-64cu -o scenario=steal-only"
    })
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "WORKLOAD", description = "Its name; 'workloads' lists them.")
  private String name = "";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description =
          "A number, which may end in K, M or G (powers of 1024), or a name the workload has.")
  private @Nullable String size;

  @Option(
      names = {"-o", "--option"},
      paramLabel = "NAME=VALUE",
      description = "Choose something the workload offers; see 'workloads'.")
  private List<String> options = List.of();

  @Mixin private GraphOptions graph = new GraphOptions();
  @Mixin private SimulationOptions simulation = new SimulationOptions();

  private final List<Workload> workloads;

  /**
   * @param workloads what can be run
   */
  public RunCommand(List<Workload> workloads) {
    this.workloads = workloads;
  }

  @Override
  public Integer call() {
    Workload workload = find(name);
    MachineSettings.checkOptions(options);
    Optional<ListSweep> sweep = ListSweep.of(spec);
    if (sweep.isPresent()) {
      return sweep.get().workload(name, graph.datasets());
    }
    ContextBuilder choices = choices(workload);
    simulation.check(spec);
    if (simulation.shrink.wanted()) {
      return simulation.shrink(spec.commandLine(), device -> failure(workload, device));
    }
    if (!simulation.perturb.several()) {
      return run(workload, choices, simulation.only());
    }
    Schedules schedules = simulation.several(spec.commandLine());
    return schedules.run(false, seed -> run(workload, choices, new RunSchedule(seed, schedules)));
  }

  private int run(Workload workload, ContextBuilder choices, RunSchedule schedule) {
    try (CommandExecution execution = CommandExecution.open(simulation, spec, schedule)) {
      WorkloadContext context = choices.build(execution.device());
      try {
        WorkloadOutcome outcome = workload.run(context);
        execution.advise(device -> failure(workload, device));
        execution.repair(device -> failure(workload, device));
        execution.vary(outcome.verified(), device -> failure(workload, device));
        return execution.finish(
            title(context),
            subject(context, outcome.figures()),
            outcome.verified(),
            outcome.message());
      } catch (ArgumentSyntaxException e) {
        throw new IllegalStateException("a workload has no arguments", e);
      } catch (LaunchStoppedException e) {
        execution.repair(device -> failure(workload, device));
        return execution.finish(
            title(context), subject(context, Map.of()), null, String.valueOf(e.getMessage()));
      }
    }
  }

  private @Nullable String failure(Workload workload, Device device) {
    try {
      WorkloadOutcome outcome = workload.run(choices(workload).build(device));
      return outcome.verified() ? null : RunFailure.WRONG_ANSWER;
    } catch (LaunchStoppedException e) {
      return RunFailure.of(e.result().ending());
    }
  }

  private ContextBuilder choices(Workload workload) {
    ContextBuilder choices = new ContextBuilder(workload).seed(simulation.machine.seed);
    if (size != null) {
      choices.size(size);
    }
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new UserErrorException("--option takes NAME=VALUE, found '" + option + "'");
      }
      choices.option(option.substring(0, equals), option.substring(equals + 1));
    }
    graph.choose(choices, simulation.machine.seed);
    return choices;
  }

  private Workload find(String workloadName) {
    return workloads.stream()
        .filter(workload -> workload.name().equals(workloadName))
        .findFirst()
        .orElseThrow(() -> unknown(workloadName));
  }

  private UserErrorException unknown(String workloadName) {
    List<String> names = workloads.stream().map(Workload::name).toList();
    String near = NearestName.hint(workloadName, names);
    return new UserErrorException(
        "there is no workload '%s'%s"
            .formatted(
                workloadName, near.isEmpty() ? "; there are " + String.join(", ", names) : near));
  }

  private String title(WorkloadContext context) {
    InputGraph input = context.input();
    return input == null ? name : name + " of " + input.name();
  }

  private Map<String, Object> subject(WorkloadContext context, Map<String, Long> figures) {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("command", "run");
    subject.put("workload", name);
    subject.put("size", context.size());
    subject.put("graph", context.graph() == null ? null : context.graph().toString());
    InputGraph input = context.input();
    if (input != null) {
      subject.put("input", input.name());
      subject.put("original", input.original());
    }
    Map<String, Object> chosen = new TreeMap<>();
    chosen.putAll(context.numbers());
    chosen.putAll(context.words());
    subject.put("options", chosen);
    subject.put("figures", figures);
    return subject;
  }
}
