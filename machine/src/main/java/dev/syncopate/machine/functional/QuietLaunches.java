package dev.syncopate.machine.functional;

import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
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
  /** Counter of instructions of launches that did not run again. */
  static final String REPEATED = "instructions.repeated";

  /** Launches that are remembered. */
  private static final int MOST = 256;

  private final Map<Key, Quiet> launches =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Quiet> eldest) {
          return size() > MOST;
        }
      };

  /** Whether the result of a program depends on device memory and parameters alone. */
  private final Map<Program, Boolean> repeatable = new IdentityHashMap<>();

  /**
   * A launch that did not change memory.
   *
   * @param version of the memory
   */
  private record Quiet(long version, KernelRun run) {}

  /** What a launch does depends on this and on memory. */
  private record Key(
      String program,
      List<Object> shape,
      ByteBuffer parameters,
      ByteBuffer constants,
      Identity identity) {
    static Key of(Launch launch) {
      return new Key(
          launch.program().name(),
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
          ByteBuffer.wrap(launch.constants().clone()),
          new Identity(launch.program()));
    }
  }

  /** A program, equal to itself alone. */
  private static final class Identity {
    private final Program program;

    Identity(Program program) {
      this.program = program;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity identity && identity.program == program;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(program);
    }
  }

  /**
   * Result of a launch that would do what it did when it ran last; null if it has to run.
   *
   * @param version of the memory
   */
  @Nullable KernelRun repeated(Launch launch, long version) {
    if (!isRepeatable(launch)) {
      return null;
    }
    Quiet quiet = launches.get(Key.of(launch));
    return quiet == null || quiet.version != version ? null : again(quiet.run);
  }

  private static KernelRun again(KernelRun run) {
    SortedMap<String, Long> statistics = new TreeMap<>(run.statistics());
    statistics.put(REPEATED, statistics.getOrDefault("instructions.warp", 0L));
    return new KernelRun(
        run.outcome(),
        run.cycles(),
        statistics,
        run.ctaCycles(),
        run.report(),
        run.position(),
        run.printed(),
        run.warpsOutOfStep());
  }

  /**
   * A launch has run.
   *
   * @param before version of the memory before it
   * @param version the same after it
   */
  void ran(Launch launch, KernelRun run, long before, long version) {
    if (before == version && run.outcome() == LaunchOutcome.DONE && isRepeatable(launch)) {
      launches.put(Key.of(launch), new Quiet(version, run));
    }
  }

  private boolean isRepeatable(Launch launch) {
    return repeatable.computeIfAbsent(launch.program(), QuietLaunches::isRepeatable);
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
