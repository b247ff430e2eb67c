package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentParser;
import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.argument.BufferSelection;
import dev.syncopate.app.argument.KernelArgument;
import dev.syncopate.app.argument.VariableArgument;
import dev.syncopate.app.cli.console.OrdersOption;
import dev.syncopate.app.cli.console.PtxFile;
import dev.syncopate.app.cli.console.RunFailure;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.study.ListSweep;
import dev.syncopate.app.cli.watch.Schedules;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.ClusterSize;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code launch}: one kernel of a PTX file, once. */
@Command(
    name = "launch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = "Run one kernel of a PTX file, or of a CUDA source.",
    footer = {
      "",
      "Arguments are given in the order of the kernel:",
      "  s32=5 u32=0xff s64=-1 u64=7 f32=1.5 f64=2e-3 u8=1 s8=-1 u16=2 s16=3   a value",
      "  'u32[4096]=zero'    'f32[64K]=iota'    's32[1M]=fill(-1)'             a buffer",
      "  'u8[4096]=random'   'f32[100]=random(SEED)'   'u32[]=@file.bin'       little-endian",
      "  'struct{s32=5,f32[64]=iota}'   'bytes[16]=zero'   'bytes[]=@file.bin' by value",
      "",
      "Example:",
      "  syncopate launch vecadd.ptx --kernel vecadd --grid 16 --block 256 \\",
      "      --arg 'f32[4096]=iota' --arg 'f32[4096]=fill(2)' --arg 'f32[4096]=zero' \\",
      "      --arg u32=4096 --print 2:8"
    })
public final class LaunchCommand implements Callable<Integer> {
  /** Source of commutativity of atomics. */
  private enum Comm {
    AUTO,
    PTX
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE.ptx|FILE.cu",
      description =
          "What nvcc -ptx or clang -S wrote; or CUDA C++, which is compiled by nvcc or clang.")
  private Path file = Path.of("");

  @Option(
      names = "--kernel",
      paramLabel = "NAME",
      description =
          "The kernel: any part of its mangled name that no other has. Default: the only one")
  private @Nullable String kernel;

  @Option(names = "--grid", required = true, paramLabel = "X[,Y[,Z]]", description = "CTAs.")
  private String grid = "";

  @Option(
      names = "--block",
      required = true,
      paramLabel = "X[,Y[,Z]]",
      description = "Threads of a CTA.")
  private String block = "";

  @Option(
      names = "--cluster",
      paramLabel = "X[,Y[,Z]]",
      description =
          "CTAs of a cluster, which are resident at once on one GPC. Default: what the kernel says"
              + " (.reqnctapercluster)")
  private @Nullable String cluster;

  @Option(
      names = "--non-portable-cluster",
      description = "Allow clusters of more than 8 CTAs, up to 16.")
  private boolean nonPortableCluster;

  @Option(
      names = "--shared",
      paramLabel = "BYTES",
      defaultValue = "0",
      description = "Dynamic shared memory of a CTA. Default: ${DEFAULT-VALUE}")
  private int shared;

  @Option(
      names = "--registers",
      paramLabel = "N",
      description = "Registers of a thread, for occupancy. Default: estimated")
  private @Nullable Integer registers;

  @Option(
      names = "--cooperative",
      description = "Refuse a grid whose CTAs are not all resident at once.")
  private boolean cooperative;

  @Option(
      names = "--comm",
      paramLabel = "auto|ptx",
      defaultValue = "ptx",
      description =
          "Which atomics are commutative: those that the PTX says are (.comm), or every relaxed one"
              + " of GPU scope on global memory whose result is never read. Default: ${DEFAULT-VALUE}")
  private Comm comm = Comm.PTX;

  @Option(names = "--arg", paramLabel = "ARGUMENT", description = "The next argument; see below.")
  private List<String> arguments = List.of();

  @Option(
      names = "--var",
      paramLabel = "NAME=ARGUMENT",
      description =
          "Write a .global or .const variable before the launch; NAME=TYPE[COUNT] only says what"
              + " it holds. --print and the like then take NAME for K.")
  private List<String> variables = List.of();

  @Option(
      names = "--print",
      paramLabel = "K[:N]",
      description =
          "Print the first N (default 16) elements of buffer argument K, counted from 0;"
              + " 1.0 is member 0 of structure 1.")
  private List<String> prints = List.of();

  @Option(
      names = "--save",
      paramLabel = "K=FILE",
      description = "Write buffer argument K to a file.")
  private List<String> saves = List.of();

  @Option(
      names = "--expect",
      paramLabel = "WHAT",
      description =
          "What is to hold afterwards; exit 1 if it does not. K=@FILE, K=zero, K=iota, K=fill(V) or"
              + " K=random(SEED) of buffer argument K; K[I]=V or K[A..B]=V of elements; sum(K)=V,"
              + " min(K)=V, max(K)=V, sorted(K), permutation(K)=iota; same: with --perturb, what a"
              + " run without it leaves.")
  private List<String> expects = List.of();

  @Option(
      names = "--ignore",
      paramLabel = "K",
      description = "Leave buffer argument K out of --expect same.")
  private List<String> ignores = List.of();

  @Mixin private OrdersOption orders = new OrdersOption();
  @Mixin private SimulationOptions simulation = new SimulationOptions();

  @Override
  public Integer call() throws ArgumentSyntaxException {
    Optional<ListSweep> sweep = ListSweep.of(spec);
    if (sweep.isPresent()) {
      return sweep.get().launch(file.toString());
    }
    List<KernelArgument> parsed = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      parsed.add(parse(i));
    }
    List<VariableArgument> named = new ArrayList<>();
    for (String text : variables) {
      named.add(variable(text));
    }
    BufferChecks checks =
        BufferChecks.parse(
            new BufferSelection.Choice(parsed, named), prints, saves, expects, ignores);
    LaunchShape shape =
        new LaunchShape(
                Extents.parse("--grid", grid), Extents.parse("--block", block), shared, cooperative)
            .withCluster(
                new ClusterSize(
                    cluster == null ? null : Extents.parse("--cluster", cluster),
                    nonPortableCluster));
    PtxFile.Source source = PtxFile.readOrCompile(file);
    Asked request = new Asked(parsed, named, checks, shape, source);
    simulation.check(spec);
    orders.check();
    simulation.orders = orders;
    if (simulation.shrink.wanted()) {
      SameResults baseline = checks.same() ? new SameResults(checks.ignored()) : null;
      simulation.perturb.shrinks();
      refusePrinting();
      return simulation.shrink(spec.commandLine(), device -> answer(request, device, baseline));
    }
    if (checks.same() && !simulation.perturb.several()) {
      throw new UserErrorException(
          "--expect same compares what several schedules leave: it needs --perturb N");
    }
    if (!simulation.perturb.several()) {
      return run(request, simulation.only(), null);
    }
    refusePrinting();
    Schedules schedules = simulation.several(spec.commandLine());
    SameResults sameResults = checks.same() ? new SameResults(checks.ignored()) : null;
    return schedules.run(
        sameResults != null, seed -> run(request, new RunSchedule(seed, schedules), sameResults));
  }

  private void refusePrinting() {
    simulation.perturb.refuse(!prints.isEmpty(), "--print");
    simulation.perturb.refuse(!saves.isEmpty(), "--save");
  }

  /** Parsed request. */
  private record Asked(
      List<KernelArgument> arguments,
      List<VariableArgument> variables,
      BufferChecks checks,
      LaunchShape shape,
      PtxFile.Source source) {}

  /**
   * Launches.
   *
   * @param sameResults compares buffers with those that another schedule left; null where they are
   *     not to be compared
   */
  private int run(Asked request, RunSchedule schedule, @Nullable SameResults sameResults)
      throws ArgumentSyntaxException {
    List<KernelArgument> parsed = request.arguments;
    List<VariableArgument> named = request.variables;
    BufferChecks checks = request.checks;
    LaunchShape shape = request.shape;
    PtxFile.Source source = request.source;
    try (CommandExecution execution = CommandExecution.open(simulation, spec, schedule)) {
      DeviceArguments values = DeviceArguments.place(execution.device(), parsed);
      Module module = execution.device().load(source.name(), source.text());
      List<String> treated = new ArrayList<>();
      Kernel loadedKernel = prepared(module, treated);
      if (comm == Comm.AUTO) {
        report(treated);
      }
      note(loadedKernel.notes(), schedule);
      values.write(module, named, execution.device().seed() + parsed.size());
      LaunchResult result = loadedKernel.attempt(shape, values.values());
      PrintWriter out = execution.out();
      boolean completed = result.ending() == LaunchResult.Ending.DONE;
      checks.show(values, out, completed, execution.outputs());
      Boolean right = completed ? checks.compare(values, out) : null;
      String message = checks.message();
      execution.advise(device -> failure(request, device));
      execution.repair(device -> failure(request, device));
      execution.vary(completed && !Boolean.FALSE.equals(right), device -> failure(request, device));
      ReportedProblem difference =
          sameResults == null || !completed
              ? null
              : sameResults.compare(values, execution.device());
      if (difference != null) {
        execution.found(difference);
      }
      return execution.finish(
          KernelName.readable(loadedKernel.name()),
          subject(loadedKernel, loadedKernel.occupancy(shape)),
          right,
          message);
    }
  }

  /**
   * The kernel as the options want it.
   *
   * @param treated hears which atomics are treated as commutative
   */
  private Kernel prepared(Module module, List<String> treated) {
    Kernel loadedKernel = module.kernel(kernel == null ? "" : kernel);
    if (registers != null) {
      loadedKernel.registers(registers);
    }
    if (comm == Comm.AUTO) {
      treated.addAll(loadedKernel.commutative());
    }
    return loadedKernel;
  }

  /** Launches once more, on another device; returns why the result is not right, or null. */
  private @Nullable String failure(Asked request, Device device) throws ArgumentSyntaxException {
    return failure(request, device, null);
  }

  /** The same, with what is wrong with the answer. */
  private @Nullable String answer(Asked request, Device device, @Nullable SameResults sameResults)
      throws ArgumentSyntaxException {
    String failure = failure(request, device, sameResults);
    return RunFailure.WRONG_ANSWER.equals(failure) ? request.checks.message() : failure;
  }

  /**
   * The same.
   *
   * @param sameResults as of {@link #run}
   */
  private @Nullable String failure(Asked request, Device device, @Nullable SameResults sameResults)
      throws ArgumentSyntaxException {
    DeviceArguments values = DeviceArguments.place(device, request.arguments);
    Module module = device.load(request.source.name(), request.source.text());
    Kernel loadedKernel = prepared(module, new ArrayList<>());
    values.write(module, request.variables, device.seed() + request.arguments.size());
    LaunchResult.Ending ending = loadedKernel.attempt(request.shape, values.values()).ending();
    if (ending != LaunchResult.Ending.DONE) {
      return RunFailure.of(ending);
    }
    Boolean matches = request.checks.compare(values, Terminal.nowhere());
    ReportedProblem difference = sameResults == null ? null : sameResults.compare(values, device);
    if (difference != null) {
      return difference.details().getFirst();
    }
    return matches == null || matches ? null : RunFailure.WRONG_ANSWER;
  }

  private void note(List<String> notes, RunSchedule schedule) {
    if (schedule.among() != null && schedule.seed() != simulation.perturb.first()) {
      return; // said once
    }
    PrintWriter err = spec.commandLine().getErr();
    notes.forEach(note -> err.println("note: " + note));
    err.flush();
  }

  private void report(List<String> treated) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        treated.isEmpty()
            ? "no atomic is treated as commutative"
            : "treated as commutative: " + String.join(", ", treated));
    err.flush();
  }

  private KernelArgument parse(int number) throws ArgumentSyntaxException {
    try {
      return ArgumentParser.parse(arguments.get(number));
    } catch (ArgumentSyntaxException e) {
      throw new UserErrorException("argument " + number + " " + e.getMessage());
    }
  }

  private static VariableArgument variable(String text) {
    try {
      return VariableArgument.parse(text);
    } catch (ArgumentSyntaxException e) {
      throw new UserErrorException("--var " + e.getMessage());
    }
  }

  private Map<String, Object> subject(Kernel loadedKernel, Kernel.Occupancy occupancy) {
    Map<String, Object> subject = new LinkedHashMap<>();
    subject.put("command", "launch");
    subject.put("file", file.toString());
    subject.put("kernel", loadedKernel.name());
    subject.put("arguments", arguments);
    subject.put("variables", variables);
    subject.put("comm", comm.name().toLowerCase(Locale.ROOT));
    subject.put("registers", occupancy.registers());
    subject.put("ctasPerUnit", occupancy.ctasPerUnit());
    return subject;
  }
}
