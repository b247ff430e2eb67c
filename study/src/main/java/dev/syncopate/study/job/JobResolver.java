package dev.syncopate.study.job;

import dev.syncopate.sim.config.NearestName;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.List;

/** From a job's words to the workload and what it is run with. */
final class JobResolver {
  private JobResolver() {}

  /**
   * @throws WorkloadInputException if there is none of that name
   */
  static Workload workload(Job job) {
    return Workloads.find(job.workload()).orElseThrow(() -> unknown(job.workload()));
  }

  private static WorkloadInputException unknown(String name) {
    List<String> names = Workloads.all().stream().map(Workload::name).toList();
    String near = NearestName.hint(name, names);
    return new WorkloadInputException(
        "there is no workload '%s'%s"
            .formatted(name, near.isEmpty() ? "; there are " + String.join(", ", names) : near));
  }

  /**
   * @throws WorkloadInputException if the workload has no such option, size or input
   */
  static ContextBuilder options(Job job, Workload workload) {
    ContextBuilder choices = new ContextBuilder(workload).seed(job.seed());
    job.options().forEach(choices::option);
    if (job.input() instanceof JobInput.Generated generated && !generated.size().isEmpty()) {
      choices.size(generated.size());
    }
    if (!(job.input() instanceof JobInput.Generated) && !workload.takesGraph()) {
      throw new WorkloadInputException(workload.name() + " does not read a graph");
    }
    return choices;
  }

  /**
   * With the input.
   *
   * @throws WorkloadInputException if it cannot be had
   */
  static ContextBuilder choices(Job job, Workload workload, GraphCache inputs) {
    ContextBuilder choices = options(job, workload);
    switch (job.input()) {
      case JobInput.Generated _, JobInput.Program _, JobInput.Command _ -> {}
      case JobInput.GraphFile graph -> choices.input(inputs.read(graph.file()));
      case JobInput.Named named -> choices.input(inputs.open(named, job.seed()));
    }
    return choices;
  }
}
