package dev.syncopate.workload.analytics;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.round.RoundChoice;
import dev.syncopate.workload.round.RoundRun;
import dev.syncopate.workload.round.RoundSample;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Launches of one thread for each of an algorithm's elements. */
final class PushRun {
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA.", 256, 1, 1024);

  private PushRun() {}

  /** What can be chosen about any of them. */
  static List<WorkloadOption> options() {
    List<WorkloadOption> options = new ArrayList<>(List.of(UpdateGuarantee.OPTION, BLOCK));
    options.addAll(RoundChoice.options(0));
    return options;
  }

  /**
   * The rounds that the user has chosen, with everything on the device.
   *
   * @param elements one thread each
   * @param anew makes the algorithm at its start
   */
  static RoundRun of(
      Workload workload,
      WorkloadContext context,
      KernelLibrary kernels,
      int elements,
      Supplier<? extends RoundAlgorithm> anew) {
    RoundAlgorithm algorithm = anew.get();
    int firstRound = RoundChoice.skip(workload, context, algorithm);
    RoundSample sample = RoundChoice.sample(context, anew);
    algorithm.upload(context.device());
    Module module = kernels.load(context.device(), algorithm.source());
    LaunchShape shape = LaunchShape.covering(elements, (int) context.number(BLOCK.name()));
    return new RoundRun(
        algorithm,
        launch -> module.kernel(launch.kernel()).launch(shape, launch.work()),
        firstRound,
        sample);
  }
}
