package dev.syncopate.app.cli.cuda;

import dev.syncopate.app.cli.console.EscapedOutput;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.FunctionalOption;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.MachineOptions;
import dev.syncopate.app.cli.console.OrdersOption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.SampleOption;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.cuda.ProgramReport.Varied;
import dev.syncopate.app.cli.cuda.ProgramReport.Watchers;
import dev.syncopate.app.cli.recording.Recording;
import dev.syncopate.app.cli.recording.RecordingOptions;
import dev.syncopate.app.cli.watch.CheckOptions;
import dev.syncopate.app.cli.watch.MeshOptions;
import dev.syncopate.app.cli.watch.OtherSchedules;
import dev.syncopate.app.cli.watch.PerturbOptions;
import dev.syncopate.app.cli.watch.ProfileOptions;
import dev.syncopate.app.cli.watch.Profiling;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.cli.watch.ShrinkExecution;
import dev.syncopate.app.cli.watch.ShrinkOptions;
import dev.syncopate.app.cli.watch.Streams;
import dev.syncopate.app.cuda.ProgramEnd;
import dev.syncopate.app.cuda.ProgramRun;
import dev.syncopate.app.cuda.client.ClientLibraries;
import dev.syncopate.app.cuda.elf.CudaProgram;
import dev.syncopate.app.cuda.server.CudaSimulation;
import dev.syncopate.app.repair.RepairReport;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.LaunchProgress;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cuda}: a CUDA program with its own host code. */
@Command(
    name = "cuda",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run a CUDA program: its host code natively, its kernels on the simulated machine.",
      "",
      "The program needs PTX in it, and is otherwise as it is:",
      "  nvcc -gencode arch=compute_80,code=compute_80 program.cu -o program",
      "  syncopate cuda -- ./program ARGUMENTS",
      ""
    },
    footer = {
      "",
      "Exit code: that of the program, or 1 where a launch failed, 3 where one hung, 4 at the cycle"
          + " limit,",
      "2 where the program ended with 0 and the simulator had refused a call of it, 5 where not all"
          + " could be",
      "checked. See docs/use/cuda-programs.md."
    })
public final class CudaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "PROGRAM",
      description = "The program and its arguments; '--' before it ends the options.")
  private List<String> words = List.of();

  @Option(
      names = "--ptx",
      paramLabel = "FOLDER",
      description = "Write the program's PTX there, which reports then name.")
  private @Nullable Path ptx;

  @Option(
      names = "--stubs",
      help = true,
      description =
          "Print the folder of a libcuda.so to link programs of the driver API with where CUDA's own"
              + " stub is not installed: nvcc program.cu -L FOLDER -lcuda")
  private boolean stubs;

  @Mixin private OrdersOption orders = new OrdersOption();
  @Mixin private MachineOptions machine = new MachineOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Mixin private MeshOptions mesh = new MeshOptions();
  @Mixin private CheckOptions watched = new CheckOptions();
  @Mixin private ProfileOptions profiled = new ProfileOptions();
  @Mixin private RecordingOptions recorded = new RecordingOptions();
  @Mixin private PerturbOptions perturb = new PerturbOptions();
  @Mixin private ShrinkOptions shrink = new ShrinkOptions();
  @Mixin private FunctionalOption functional = new FunctionalOption();
  @Mixin private SampleOption sample = new SampleOption();

  @Override
  public Integer call() throws IOException {
    if (stubs) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(new ClientLibraries(System.getenv()).stubs());
      out.flush();
      return ExitCode.RIGHT;
    }
    sample.check(spec, profiled.given());
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
    mesh.check();
    List<CheckOptions.Report> reports = watched.reports();
    Profiling profiling = profiled.asked();
    Recording recording = recorded.asked(output);
    CudaProgram program = ProgramFinder.usable(words.getFirst(), System.getenv());
    Path libraries = new ClientLibraries(System.getenv()).folder();
    ProgramFinder.check(program, libraries);
    perturb.check();
    functional.check(
        spec, Stream.concat(watched.advice().stream(), profiled.given().stream()).toList());
    orders.check();
    if (shrink.wanted()) {
      return shrink(program, libraries);
    }
    if (!perturb.several()) {
      return once(program, libraries, reports, profiling, recording);
    }
    refuseForSeveral();
    Schedules schedules =
        new Schedules(perturb, output, reports, spec.commandLine()).program(words);
    PerturbedProgram perturbed = new PerturbedProgram(program, words, libraries, schedules, spec);
    return schedules.run(
        false,
        seed -> {
          DeviceBuilder builder = PerturbOptions.prepare(device(), seed);
          perturbed.run(seed, watched.prepare(builder), watched);
        });
  }

  private void refuseForSeveral() {
    perturb.refuse(ptx != null, "--ptx");
    mesh.refuse(perturb);
    profiled.refuse(perturb);
    recorded.refuse(perturb);
    watched.refuse(perturb);
  }

  /** Shrinks the schedules of the program, which is a new process in each run. */
  private int shrink(CudaProgram program, Path libraries) {
    if (functional.asked() || sample.asked()) {
      throw new UserErrorException(
          "shrink removes delays of a schedule, and a run with --functional or --sample has none");
    }
    perturb.shrinks();
    refuseForSeveral();
    ProgramAgain again = new ProgramAgain(program, words, libraries, () -> true);
    return new ShrinkExecution(
            new ShrinkExecution.Options(shrink, perturb, watched, output, words.size()),
            spec.commandLine(),
            seed -> watched.prepare(PerturbOptions.prepare(device(), seed)),
            again::run)
        .run();
  }

  private DeviceBuilder device() {
    return sample.prepare(functional.prepare(orders.prepare(machine.device())));
  }

  private int once(
      CudaProgram program,
      Path libraries,
      List<CheckOptions.Report> reports,
      Profiling profiling,
      Recording recording)
      throws IOException {
    Streams streams =
        Streams.of(spec.commandLine(), output, reports, watched.litmus().printsTest())
            .besideProgram();
    PrintWriter err = streams.people();
    ProgramRun run = new ProgramRun(program, words, libraries);
    if (streams.outputTaken()) {
      run.standardOutputTo(EscapedOutput.raw(err));
    }
    ProgressDisplay progress = Terminal.progress(output.quiet ? Terminal.nowhere() : err);
    try (recording;
        Interruption interruption = new Interruption()) {
      LaunchProgress live =
          new LaunchProgress(
              progress, System::nanoTime, () -> !interruption.requested() && run.isAlive());
      StringBuilder printed = new StringBuilder();
      Supplier<DeviceBuilder> devices =
          () -> watched.prepare(PerturbOptions.prepare(device(), perturb.first()));
      Device device = devices.get().progress(live).printed(printed::append).open();
      mesh.check(device);
      Watchers watchers =
          new Watchers(
              streams, watched.watch(device), watched, reports, mesh, profiling, recording);
      watchers.watch(device);
      CudaSimulation simulation =
          new CudaSimulation(
              device,
              printed,
              message -> {
                progress.clear();
                err.println("syncopate: " + message);
                err.flush();
              },
              PtxFolder.of(ptx));
      ProgramFinder.tell(simulation, watchers.checker());
      interruption.arm(); // last: it must be closed
      ProgramEnd end = run.run(simulation, interruption::requested);
      AdviceRunner runs =
          new RepeatedProgram(
              program, words, libraries, devices, end.status(), () -> !interruption.requested());
      Consumer<String> steps = line -> progress.show(() -> line);
      ScopeAdvice advice = watched.scopes() ? watched.advisor(runs, device, steps).advise() : null;
      RepairReport repair =
          watched.repair().wanted() && watchers.checker() != null
              ? watched.repair(runs, watchers.checker(), device, steps)
              : null;
      Varied varied = null;
      if (watchers.checker() != null && !functional.asked() && !interruption.requested()) {
        BooleanSupplier goesOn = () -> !interruption.requested();
        varied =
            varied(
                new ProgramAgain(program, words, libraries, goesOn),
                devices,
                progress,
                goesOn,
                device,
                CheckResults.of(watchers.checker(), device),
                ProgramReport.code(simulation, end.status()) == ExitCode.RIGHT);
      }
      progress.clear();
      ProgramReport report =
          new ProgramReport(words, end, device, simulation, watchers, advice, repair, varied);
      return report.finish(output, interruption.requested(), spec.commandLine());
    }
  }

  /** Runs the program under other schedules, if that is asked and possible. */
  private @Nullable Varied varied(
      ProgramAgain again,
      Supplier<DeviceBuilder> devices,
      ProgressDisplay progress,
      BooleanSupplier goesOn,
      Device ran,
      CheckResults ownResults,
      boolean right)
      throws IOException {
    OtherSchedules otherSchedules =
        OtherSchedules.of(
                watched,
                perturb,
                () -> again.prepared(devices.get()),
                goesOn,
                line -> progress.show(() -> line))
            .orElse(null);
    if (otherSchedules == null) {
      return null;
    }
    if (right
        && ownResults.clean()
        && otherSchedules.some(ran)
        && !again.same(ran, devices.get())) {
      return new Varied(
          ownResults.because(
              "other schedules: the program does not do the same when it is run again, so that nothing"
                  + " would follow"),
          otherSchedules);
    }
    return new Varied(otherSchedules.run(ownResults, ran, right, again::run), otherSchedules);
  }
}
