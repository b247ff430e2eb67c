package dev.syncopate.machine.gpu;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.decode.Decoder;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.machine.space.Allocations;
import dev.syncopate.machine.space.DeviceSpace;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Launches in the form in which compute units run them: decoded kernels, and the layout of device
 * memory, whose upper end the device keeps for the heaps of {@code malloc}, a workspace, and
 * thread-local memory.
 */
public final class Grids {
  /** The device heap is this share of memory, but no more than {@link #MOST_HEAP}. */
  private static final int HEAP_SHARE = 8;

  private static final long MOST_HEAP = 64L << 20;
  private static final long WORKSPACE_BYTES = 4096;
  private static final long HEAP_GRANULARITY = 256;

  private final MachineConfig machine;
  private final IdentityHashMap<Program, HotKernel> kernels = new IdentityHashMap<>();
  private final Allocations allocations = new Allocations();
  private final long end;
  private final long heapBytes;
  private final long heapBase;
  private final long workspace;
  private long allocated = AddressMap.DEVICE_BASE;
  private long launches;

  /**
   * @param heaps among which the memory for {@code malloc} is divided
   */
  public Grids(MachineConfig machine, int heaps) {
    this.machine = machine;
    this.end = AddressMap.DEVICE_BASE + machine.dram().size();
    long heap = Math.min(MOST_HEAP, machine.dram().size() / HEAP_SHARE);
    this.heapBytes = heap / heaps / HEAP_GRANULARITY * HEAP_GRANULARITY;
    this.heapBase = end - heapBytes * heaps;
    this.workspace = heapBase - WORKSPACE_BYTES;
  }

  /** What the host has allocated. */
  public Allocations allocations() {
    return allocations;
  }

  /** First address behind device memory. */
  public long end() {
    return end;
  }

  /** As {@link KernelDevice#hostEnd}. */
  public long hostEnd() {
    return workspace;
  }

  /** As {@link KernelDevice#allocated}. */
  public void allocated(long address, long bytes, String name, boolean ofHost) {
    allocated = Math.max(allocated, address + bytes);
    allocations.add(new Allocations.Range(address, address + bytes, name, ofHost));
  }

  /** As {@link KernelDevice#freed}. */
  public void freed(long address) {
    allocations.remove(address);
  }

  /**
   * What a launch runs.
   *
   * @param refusal why the memory system cannot perform an operation, or null
   * @throws LaunchRefusedException if a CTA does not fit a compute unit, the memory that threads
   *     need is taken, or the machine lacks an instruction
   */
  public Grid of(Launch launch, Function<MemoryOperation, @Nullable String> refusal) {
    return of(launch, refusal, workspace);
  }

  /**
   * As {@link #of}, of launches that overlap: no memory of threads is shared.
   *
   * @return empty if there is not enough of it, or one cannot run
   */
  List<Grid> ofOverlapping(
      List<Launch> overlapping, Function<MemoryOperation, @Nullable String> refusal) {
    List<Grid> grids = new ArrayList<>();
    long launchesBefore = launches;
    long localEnd = workspace;
    for (Launch launch : overlapping) {
      try {
        Grid grid = of(launch, refusal, localEnd);
        localEnd = grid.space().localBase();
        grids.add(grid);
      } catch (LaunchRefusedException e) {
        launches = launchesBefore;
        return List.of();
      }
    }
    return grids;
  }

  private Grid of(
      Launch launch, Function<MemoryOperation, @Nullable String> refusal, long localEnd) {
    try {
      return grid(launch, refusal, localEnd);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new LaunchRefusedException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * @param localEnd first address behind the local memory of threads
   */
  private Grid grid(
      Launch launch, Function<MemoryOperation, @Nullable String> refusal, long localEnd) {
    Occupancy occupancy = Occupancy.of(launch, machine.core(), machine.sharedBytes());
    Program program = launch.program();
    int width = machine.core().warpWidth();
    long bytes = program.stack() ? program.stackBase() + launch.stackBytes() : program.localBytes();
    long localBytes = Math.ceilDiv(bytes, AddressMap.LOCAL_CHUNK) * AddressMap.LOCAL_CHUNK;
    long local = localBytes * width * machine.core().maxWarps() * machine.core().units();
    long localBase = localEnd - local & -machine.l1().line();
    if (localBase < allocated) {
      throw new IllegalArgumentException(
          "%s needs %d bytes of local memory for its threads, but only %d of dram.size are free"
              .formatted(program.name(), local, Math.max(0, localEnd - allocated)));
    }
    HotKernel kernel =
        kernels.computeIfAbsent(
            program,
            p -> Decoder.decode(p, machine.core(), kernels.size() + 1).supportedBy(refusal));
    DeviceSpace space =
        new DeviceSpace(
            end,
            workspace,
            localBase,
            localBytes,
            heapBase,
            heapBytes,
            launch.strict(),
            new AddressNames(allocations, launch.names()));
    int tail = sharedTail(launch);
    return new Grid(
        kernel,
        launch.gridX(),
        launch.gridY(),
        launch.gridZ(),
        launch.subset(),
        launch.blockX(),
        launch.blockY(),
        launch.blockZ(),
        Grid.ids(launch.blockX(), launch.blockY(), occupancy.warps(), width),
        occupancy.warps(),
        occupancy.registers() * occupancy.warps() * width,
        occupancy.ctas(),
        launch.sharedBytes(),
        launch.sharedBytes() + tail,
        occupancy.sharedStride() + tail,
        launch.dynamicSharedBytes(),
        launch.parameters(),
        launch.constants(),
        space,
        workspace,
        launch.cluster(),
        ++launches);
  }

  /** The last launch was a trial: the next one has its number. */
  public void withdraw() {
    launches--;
  }

  /**
   * Bytes behind a CTA's shared memory that its threads may touch all the same, as they may behind
   * an allocation of device memory.
   */
  private static int sharedTail(Launch launch) {
    boolean exact =
        launch.strict().memory()
            || launch.sharedBytes() == 0
            || launch.program().transactional(); // words and their shadows lie side by side
    return exact ? 0 : AddressMap.SHARED_TAIL;
  }
}
