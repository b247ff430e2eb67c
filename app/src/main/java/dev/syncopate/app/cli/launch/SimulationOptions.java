package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.FunctionalOption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.OrdersOption;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.recording.RecordingOptions;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.MeshOptions;
import dev.syncopate.app.cli.watch.PerturbOptions;
import dev.syncopate.app.cli.watch.ProfileOptions;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.cli.watch.ShrinkExecution;
import dev.syncopate.app.cli.watch.ShrinkOptions;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Options of commands that run kernels on a device: the machine, who watches it, what is told. */
final class SimulationOptions {
  @Mixin MachineOptions machine = new MachineOptions();
  @Mixin OutputOptions output = new OutputOptions();
  @Mixin MeshOptions mesh = new MeshOptions();
  @Mixin CheckOptions checks = new CheckOptions();
  @Mixin ProfileOptions profile = new ProfileOptions();
  @Mixin RecordingOptions recording = new RecordingOptions();
  @Mixin PerturbOptions perturb = new PerturbOptions();
  @Mixin FunctionalOption functional = new FunctionalOption();
  @Mixin ShrinkOptions shrink = new ShrinkOptions();

  /** Orders that the command's kernels' atomics count as. */
  OrdersOption orders = new OrdersOption();

  /**
   * The device that is asked for, not opened yet.
   *
   * @param seed of its schedule; 0 for the machine's own
   */
  DeviceBuilder device(int seed) {
    DeviceBuilder builder = functional.prepare(orders.prepare(machine.device()));
    return checks.prepare(PerturbOptions.prepare(builder, seed));
  }

  /** Refuses numbers that cannot be used, and options that contradict one another. */
  void check(CommandSpec command) {
    perturb.check();
    functional.check(command, timed());
  }

  /** Options that need time and that the command line's parser does not tell of. */
  private List<String> timed() {
    return Stream.concat(checks.advice().stream(), profile.given().stream()).toList();
  }

  /** The only schedule that is asked for. */
  RunSchedule only() {
    return new RunSchedule(perturb.first(), null);
  }

  /**
   * Shrinks the schedules of a command.
   *
   * @param again what it runs, on another device each time
   * @return the exit code
   */
  int shrink(CommandLine command, RepeatedRuns.Body again) {
    if (functional.asked()) {
      throw new UserErrorException(
          "shrink removes delays of a schedule, and a run with --functional has none");
    }
    perturb.shrinks();
    refuseForSeveral();
    return new ShrinkExecution(
            new ShrinkExecution.Options(shrink, perturb, checks, output, 0),
            command,
            this::device,
            again::run)
        .run();
  }

  private void refuseForSeveral() {
    checks.refuse(perturb);
    mesh.refuse(perturb);
    profile.refuse(perturb);
    recording.refuse(perturb);
    recording.asked(output); // refuses what belongs to one that is not asked for
  }

  /** The schedules that are asked for, of which one report is made; refuses what tells of one. */
  Schedules several(CommandLine command) {
    refuseForSeveral();
    return new Schedules(perturb, output, checks.reports(), command);
  }
}
