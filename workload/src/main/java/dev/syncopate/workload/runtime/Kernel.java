package dev.syncopate.workload.runtime;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.ptx.analysis.CommutativeUpdates;
import dev.syncopate.ptx.analysis.TransactionNotes;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.workload.runtime.api.Internal;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a loaded module. */
public final class Kernel {
  private final Device device;
  private Program program;
  private final Module module;

  Kernel(Device device, Program program, Module module) {
    this.device = device;
    this.program = program;
    this.module = module;
  }

  /** The mangled name. */
  public String name() {
    return program.name();
  }

  /**
   * The parameters as PTX declares them, for example {@code .u64 scale_param_0, .f32
   * scale_param_1}.
   */
  public String parameters() {
    return ParameterBlock.describe(program.parameters());
  }

  /**
   * Place of a parameter in parameter memory.
   *
   * @param offset of its first byte
   * @param bytes its size
   */
  public record Place(int offset, int bytes) {}

  /** The parameters' places, in order. */
  public List<Place> layout() {
    return program.parameters().stream()
        .map(parameter -> new Place(parameter.offset(), parameter.bytes()))
        .toList();
  }

  /** Size of parameter memory in bytes. */
  public int parameterBytes() {
    return program.parameterBytes();
  }

  /**
   * Resources of a kernel's code, like {@code cudaFuncGetAttributes}.
   *
   * @param staticShared bytes of shared memory that it declares, up to where dynamic memory begins
   * @param local bytes of a thread's local memory
   * @param maxThreads the most threads of a CTA that it takes ({@code .maxntid}, {@code .reqntid});
   *     0 where it does not say
   */
  public record Needs(int staticShared, int local, int maxThreads) {}

  /**
   * Clusters that a kernel's directives ask for.
   *
   * @param required CTAs of a cluster ({@code .reqnctapercluster}); null where it does not say
   * @param explicit whether a launch must have clusters ({@code .explicitcluster})
   */
  public record Clusters(@Nullable Dim3 required, boolean explicit) {}

  /** What its directives say about clusters. */
  public Clusters clusters() {
    List<Integer> required = program.clusterBounds().required();
    return new Clusters(
        required.isEmpty() ? null : new Dim3(required.get(0), required.get(1), required.get(2)),
        program.clusterBounds().explicit());
  }

  /** What its code needs. */
  public Needs needs() {
    List<Integer> required = program.requiredBlock();
    int threads = required.stream().mapToInt(Integer::intValue).reduce(1, (a, b) -> a * b);
    return new Needs(
        program.sharedBytes(),
        program.localBytes(),
        required.isEmpty() ? program.maxThreads() : threads);
  }

  /**
   * Number of CTAs that are resident at once.
   *
   * @param ctasPerUnit in each compute unit
   * @param ctas in the whole device: the most that a cooperative launch may have
   * @param registers of a thread, in the pieces in which they are given
   * @param limit what keeps there from being more
   */
  public record Occupancy(int ctasPerUnit, long ctas, int registers, String limit) {}

  /**
   * Says how many 32-bit registers a thread has, for a kernel of which that is known; else it is
   * estimated (docs/develop/registers.md). Only occupancy depends on it.
   *
   * @param perThread 1 to 255
   */
  public Kernel registers(int perThread) {
    if (perThread < 1 || perThread > RegisterNeed.MOST) {
      throw new LaunchException(
          "a thread has 1 to %d registers, not %d".formatted(RegisterNeed.MOST, perThread));
    }
    program = program.withRegisters(RegisterNeed.exactly(perThread));
    return this;
  }

  /**
   * Treats every relaxed atomic of GPU scope on global memory whose result is never read as
   * commutative, as if it were {@code .comm} (memory/mechanism/lab/page.md).
   *
   * @return where they are in the PTX, in order
   * @throws LaunchException if the kernel reads or writes an array otherwise that such an atomic
   *     updates, or that cannot be told; the message names the lines
   */
  public List<String> commutative() {
    CommutativeUpdates.Outcome outcome = CommutativeUpdates.of(program);
    if (!outcome.obstacles().isEmpty()) {
      throw new LaunchException(
          "%s: not all atomics may be commutative:\n  %s"
              .formatted(program.name(), String.join("\n  ", outcome.obstacles())));
    }
    program = outcome.program();
    return outcome.treated().stream().map(Position::toString).toList();
  }

  /** Whether a thread may come to a transaction on shared memory ({@code tx.begin}). */
  public boolean transactional() {
    return program.transactional();
  }

  /**
   * What may be a mistake in it, though it runs: what it does inside transactions that is not
   * undone when one is rolled back, and so done again. A sentence each; none for most kernels.
   */
  public List<String> notes() {
    return TransactionNotes.of(program);
  }

  /**
   * How many CTAs of a shape are resident at once, like {@code
   * cudaOccupancyMaxActiveBlocksPerMultiprocessor}; the grid's size does not matter.
   *
   * @throws LaunchException if not even one fits, or the kernel does not take such CTAs
   */
  public Occupancy occupancy(LaunchShape shape) {
    ShapeLimits.check(program, shape);
    return Residency.of(program, shape, device.machine());
  }

  /** Why the clusters of a launch cannot exist; empty if they can. */
  @Internal
  public String clusterRefusal(LaunchShape shape) {
    try {
      ClusterLimits.of(program, shape, device.machine());
      return "";
    } catch (LaunchException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * Number of clusters of a kernel that a machine holds.
   *
   * @param clusters resident at once; 0 if the machine has none of the shape
   * @param largest the most CTAs that one cluster may have with such CTAs
   */
  public record ClusterOccupancy(long clusters, int largest) {}

  /**
   * How many clusters of a shape are resident at once, and how large they may be, like {@code
   * cudaOccupancyMaxActiveClusters} and {@code cudaOccupancyMaxPotentialClusterSize}; the grid's
   * size does not matter.
   *
   * @throws LaunchException if not even one CTA fits, or the kernel does not take such CTAs
   */
  public ClusterOccupancy clusterOccupancy(LaunchShape shape) {
    ShapeLimits.check(program, shape);
    int ctasPerUnit = occupancy(shape).ctasPerUnit();
    GpcLayout layout = GpcLayout.of(device.machine());
    int limit = shape.cluster().nonPortable() ? ClusterLimits.MOST : ClusterLimits.PORTABLE;
    int largest = Math.max(1, Math.min(limit, layout.largestCluster(ctasPerUnit)));
    Dim3 givenCtas = shape.cluster().ctas();
    List<Integer> required = program.clusterBounds().required();
    long size =
        givenCtas != null
            ? givenCtas.count()
            : required.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    boolean fits = size >= 1 && size <= largest;
    long clusters =
        !fits ? 0 : size == 1 ? occupancy(shape).ctas() : layout.clusters((int) size, ctasPerUnit);
    return new ClusterOccupancy(clusters, largest);
  }

  /**
   * Runs the kernel to its end.
   *
   * @param shape within the kernel's and the machine's limits
   * @param arguments one for each parameter. A pointer takes a {@link Buffer} or {@link Long}, a
   *     number a boxed number of its size and kind, and a structure passed by value a {@link
   *     Struct} or a {@code byte[]} of its size
   * @throws LaunchException if shape or arguments do not suit the kernel or the machine
   * @throws LaunchStoppedException if it did not end by itself
   */
  public LaunchResult launch(LaunchShape shape, Object... arguments) {
    return ended(attempt(shape, arguments));
  }

  /**
   * Runs the kernel, and at the same time a program on the CPU, until both have ended. Both begin
   * at once.
   *
   * @param host what the CPU does
   * @throws LaunchException as {@link #launch}, or if the machine has no CPU
   * @throws LaunchStoppedException if they did not both end by themselves
   */
  @Internal
  public LaunchResult launchBeside(HostProgram host, LaunchShape shape, Object... arguments) {
    return ended(attemptBeside(host, shape, arguments));
  }

  /** As {@link #launch}, but returns the result however the launch ended. */
  public LaunchResult attempt(LaunchShape shape, Object... arguments) {
    return attempt(null, shape, arguments);
  }

  /** As {@link #launchBeside}, but returns the result however the launch ended. */
  @Internal
  public LaunchResult attemptBeside(HostProgram host, LaunchShape shape, Object... arguments) {
    return attempt(host, shape, arguments);
  }

  /**
   * As {@link #attempt}, with the arguments as the kernel finds them.
   *
   * @param block {@link #parameterBytes} bytes of parameter memory
   * @throws LaunchException as {@link #launch}, or if the block has another size
   */
  public LaunchResult attemptPacked(LaunchShape shape, byte[] block) {
    return attempt(null, shape, ParameterBlock.unpack(program, block));
  }

  /**
   * A launch for {@link Device#launchOverlapping}.
   *
   * @param block {@link #parameterBytes} bytes of parameter memory
   * @throws LaunchException if shape or block do not suit the kernel or the machine
   */
  public PreparedLaunch preparePacked(LaunchShape shape, byte[] block) {
    return prepare(shape, ParameterBlock.unpack(program, block));
  }

  /** A launch for {@link Device#launchOverlapping}; shape and arguments as of {@link #launch}. */
  public PreparedLaunch prepare(LaunchShape shape, Object... arguments) {
    ShapeLimits.check(program, shape);
    ClusterLimits.of(program, shape, device.machine());
    if (shape.cooperative()) {
      Residency.requireAll(program, shape, device.machine());
    }
    LaneMasks.check(program, device.machine().name(), device.machine().core().warpWidth());
    byte[] parameters =
        ParameterBlock.pack(
            program.name(), program.parameters(), program.parameterBytes(), arguments);
    return new PreparedLaunch(program, shape, parameters, module, subset(shape), arguments);
  }

  private static LaunchResult ended(LaunchResult result) {
    if (result.ending() != LaunchResult.Ending.DONE) {
      throw new LaunchStoppedException(result);
    }
    return result;
  }

  private LaunchResult attempt(@Nullable HostProgram host, LaunchShape shape, Object... arguments) {
    return device.launch(host, prepare(shape, arguments));
  }

  /** The CTAs that run. */
  private CtaSubset subset(LaunchShape shape) {
    long grid = shape.grid().count();
    if (shape.sample().equals(CtaSample.ALL)) {
      return CtaSubset.all(grid);
    }
    if (shape.cooperative()) {
      throw new LaunchException(
          "cannot launch %s cooperatively with some of its CTAs only: they would wait for the others"
              .formatted(program.name()));
    }
    CtaSubset subset =
        shape.sample().of(grid, device.machine().core().units(), occupancy(shape).ctasPerUnit());
    if (subset.isPart() && ClusterLimits.of(program, shape, device.machine()).ctas() > 1) {
      throw new LaunchException(
          "cannot launch %s with some of its CTAs only: they are of clusters, which run whole"
              .formatted(program.name()));
    }
    return subset;
  }
}
