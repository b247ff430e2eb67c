package dev.syncopate.machine.gpu;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.machine.space.PointerNames;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.Parameter;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.parse.PtxReader;
import dev.syncopate.sim.config.ConfigOverrides;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A small GPU with what a test needs of a host: buffers, and kernels from PTX text. */
final class TestGpu {
  static final long BASE = 0x1_0000_0000L;

  final MachineConfig machine;
  final Gpu gpu;
  private long top = BASE;
  private int allocations;

  TestGpu(MachineConfig machine, int threads) {
    this(machine, "gpu", threads);
  }

  TestGpu(MachineConfig machine, String protocol, int threads) {
    this(machine, protocol, ConsistencyModel.HRF, threads);
  }

  TestGpu(MachineConfig machine, String protocol, ConsistencyModel model, int threads) {
    this(machine, new Gpu(machine, Protocols.named(protocol), model, threads));
  }

  TestGpu(MachineConfig machine, Gpu gpu) {
    this.machine = machine;
    this.gpu = gpu;
  }

  /** The same as {@link #with}, its compute units fitted in another way. */
  static TestGpu fitted(TileFittings fittings, String... settings) {
    MachineConfig machine = machine(settings);
    ConsistencyModel model = ConsistencyModel.HRF;
    return new TestGpu(machine, new Gpu(machine, Protocols.named("gpu"), model, 1, fittings));
  }

  /** Two compute units of two SIMD units with independent threads, changed by settings. */
  static TestGpu with(String... settings) {
    return new TestGpu(machine(settings), 1);
  }

  static MachineConfig machine(String... settings) {
    List<String> allSettings =
        new ArrayList<>(
            List.of(
                "core.units=2",
                "core.simds=2",
                "core.placement=static",
                "core.maxWarps=16",
                "core.maxCtas=8",
                "l2.banks=4",
                "l2.size=64KiB",
                "l2.ways=4",
                "l2.sfifoEntries=16",
                "dram.channels=2",
                "dram.size=64MiB"));
    allSettings.addAll(Arrays.asList(settings));
    return ConfigOverrides.apply(Presets.load("titanv-80sm"), allSettings);
  }

  /** PTX of a kernel {@code k}, with the usual header. */
  static String kernel(String parameters, String body) {
    return module("", parameters, body);
  }

  /** The same behind declarations of the module. */
  static String module(String declarations, String parameters, String body) {
    return """
    .version 8.0
    .target sm_80
    .address_size 64
    %s
    .visible .entry k(%s)
    {
    %s
    }
    """
        .formatted(declarations, parameters, body);
  }

  /** Device memory holding zeros, which messages call {@code memory N}. */
  long allocate(long bytes) {
    long address = top;
    top += Math.ceilDiv(bytes, 256) * 256;
    gpu.allocated(address, bytes, "memory " + allocations++);
    return address;
  }

  long ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    long address = allocate(4L * values.length);
    gpu.write(address, bytes.array());
    return address;
  }

  int[] readInts(long address, int count) {
    byte[] bytes = new byte[4 * count];
    gpu.read(address, bytes);
    int[] values = new int[count];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }

  long[] readLongs(long address, int count) {
    byte[] bytes = new byte[8 * count];
    gpu.read(address, bytes);
    long[] values = new long[count];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
    return values;
  }

  KernelRun run(String ptx, int grid, int block, long... arguments) {
    return run(
        ptx, new int[] {grid, 1, 1}, new int[] {block, 1, 1}, 0, LaunchWatch.DEFAULT, arguments);
  }

  KernelRun watched(String ptx, int grid, int block, LaunchWatch watch, long... arguments) {
    return run(ptx, new int[] {grid, 1, 1}, new int[] {block, 1, 1}, 0, watch, arguments);
  }

  KernelRun run(
      String ptx,
      int[] grid,
      int[] block,
      int dynamicShared,
      LaunchWatch watch,
      long... arguments) {
    return gpu.launch(launch(ptx, grid, block, dynamicShared, arguments), watch);
  }

  Launch launch(String ptx, int[] grid, int[] block, int dynamicShared, long... arguments) {
    PtxModule module = PtxReader.read("test.ptx", ptx);
    Map<String, Long> addresses = new HashMap<>();
    byte[] constants = place(module, addresses);
    Program program = module.linker().link("k", addresses);
    ByteBuffer parameters =
        ByteBuffer.allocate(program.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < arguments.length; i++) {
      Parameter parameter = program.parameters().get(i);
      if (parameter.bytes() == 8) {
        parameters.putLong(parameter.offset(), arguments[i]);
      } else if (parameter.bytes() > 8) { // a copy of what is in device memory
        byte[] bytes = new byte[parameter.bytes()];
        gpu.read(arguments[i], bytes);
        parameters.put(parameter.offset(), bytes);
      } else {
        parameters.putInt(parameter.offset(), (int) arguments[i]);
      }
    }
    return new Launch(
        program,
        grid[0],
        grid[1],
        grid[2],
        block[0],
        block[1],
        block[2],
        dynamicShared,
        parameters.array(),
        constants,
        ptx.lines().toList(),
        Strictness.NONE,
        PointerNames.NONE);
  }

  /** The same launch, with all that is undefined a fault. */
  static Launch strict(Launch l) {
    return new Launch(
        l.program(),
        l.gridX(),
        l.gridY(),
        l.gridZ(),
        l.blockX(),
        l.blockY(),
        l.blockZ(),
        l.dynamicSharedBytes(),
        l.parameters(),
        l.constants(),
        l.source(),
        Strictness.ALL,
        l.names());
  }

  private byte[] place(PtxModule module, Map<String, Long> addresses) {
    long constantBytes = 0;
    for (ModuleVariable variable : module.variables()) {
      if (variable.space() == StateSpace.CONST) {
        constantBytes = Math.ceilDiv(constantBytes, variable.alignment()) * variable.alignment();
        addresses.put(variable.name(), constantBytes);
        constantBytes += variable.bytes();
      } else {
        long address = allocate(variable.bytes());
        addresses.put(variable.name(), address);
        gpu.write(address, Arrays.copyOf(variable.initial(), variable.bytes()));
      }
    }
    byte[] constants = new byte[(int) constantBytes];
    for (ModuleVariable variable : module.variables()) {
      if (variable.space() == StateSpace.CONST) {
        long offset = addresses.getOrDefault(variable.name(), 0L);
        System.arraycopy(variable.initial(), 0, constants, (int) offset, variable.initial().length);
      }
    }
    return constants;
  }
}
