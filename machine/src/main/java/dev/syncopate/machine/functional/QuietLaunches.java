package dev.syncopate.machine.functional;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Quiet launches: those that left every byte of device memory as it was. The same launch on the
 * same memory does the same again, so its result is known. Programs that launch a kernel many times
 * to measure it have many of these.
 */
final class QuietLaunches {
  /** Launches that are remembered. */
  private static final int MOST = 256;

  private final Map<Key, Quiet> launches =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Quiet> eldest) {
          return size() > MOST;
        }
      };

  /** Whether what a kernel does depends on device memory and parameters alone, by its number. */
  private final Map<Integer, Boolean> repeatable = new HashMap<>();

  /**
   * A launch that did not change memory.
   *
   * @param version of the memory
   */
  private record Quiet(long version, KernelRun run) {}

  /**
   * What a launch does depends on this and on memory.
   *
   * @param kernel its number
   */
  private record Key(int kernel, List<Object> shape, ByteBuffer parameters, ByteBuffer constants) {
    static Key of(HotKernel kernel, Launch launch) {
      return new Key(
          kernel.number,
          List.of(
              launch.gridX(),
              launch.gridY(),
              launch.gridZ(),
              launch.blockX(),
              launch.blockY(),
              launch.blockZ(),
              launch.dynamicSharedBytes(),
              launch.stackBytes(),
              launch.cluster(),
              launch.strict()),
          ByteBuffer.wrap(launch.parameters().clone()),
          ByteBuffer.wrap(launch.constants().clone()));
    }
  }

  /**
   * Result of a launch that would do what it did when it ran last; null if it has to run.
   *
   * @param version of the memory
   */
  @Nullable KernelRun repeated(HotKernel kernel, Launch launch, long version) {
    if (launches.isEmpty() || !isRepeatable(kernel)) {
      return null;
    }
    Quiet quiet = launches.get(Key.of(kernel, launch));
    return quiet == null || quiet.version != version ? null : again(quiet.run);
  }

  private static KernelRun again(KernelRun run) {
    SortedMap<String, Long> statistics = new TreeMap<>(run.statistics());
    statistics.put(FunctionalGpu.REPEATED, statistics.getOrDefault("instructions.warp", 0L));
    return run.with(run.cycles(), statistics);
  }

  /**
   * A launch has run.
   *
   * @param versionBefore version of the memory before it
   * @param version the same after it
   */
  void ran(HotKernel kernel, Launch launch, KernelRun run, long versionBefore, long version) {
    if (versionBefore == version && run.outcome() == LaunchOutcome.DONE && isRepeatable(kernel)) {
      launches.put(Key.of(kernel, launch), new Quiet(version, run));
    }
  }

  private boolean isRepeatable(HotKernel kernel) {
    return repeatable.computeIfAbsent(kernel.number, _ -> isRepeatable(kernel.program));
  }

  /**
   * Clocks and the number of the launch differ each time; calls print, allocate, or end the launch.
   */
  private static boolean isRepeatable(Program program) {
    return program.code().stream().noneMatch(QuietLaunches::differs);
  }

  private static boolean differs(Instruction instruction) {
    return switch (instruction) {
      case SystemCall _ -> true;
      case ReadSpecial read ->
          switch (read.register()) {
            case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI, GRIDID ->
                true;
            default -> false;
          };
      default -> false;
    };
  }
}
