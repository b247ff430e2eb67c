package dev.syncopate.memory.stress;

import dev.syncopate.memory.rig.TestBed;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** Runs random race-free programs; shrinks one that fails. */
public final class Tester {
  /** Runs that shrinking may take. */
  private static final int PATIENCE = 2000;

  private Tester() {}

  /**
   * Parameters of the random programs.
   *
   * @param tiles of all GPUs together
   * @param promotion whether with remote operations
   * @param commutative whether with commutative atomics
   * @param cpu whether the last tile is a CPU, which takes no part in remote operations
   * @param fewWords whether a few words, most of which all threads read, are all locations
   */
  public record Programs(
      int gpus,
      int tiles,
      int threadsPerTile,
      boolean promotion,
      boolean commutative,
      boolean cpu,
      boolean fewWords) {
    /** Without commutative atomics or a CPU. */
    public Programs(int gpus, int tiles, int threadsPerTile, boolean promotion) {
      this(gpus, tiles, threadsPerTile, promotion, false, false, false);
    }

    /** The same with commutative atomics. */
    public Programs commuting() {
      return new Programs(gpus, tiles, threadsPerTile, promotion, true, cpu, fewWords);
    }

    /** The same whose last tile is a CPU. */
    public Programs besideCpu() {
      return new Programs(gpus, tiles, threadsPerTile, promotion, commutative, true, fewWords);
    }

    /** The same with few words. */
    public Programs ofFewWords() {
      return new Programs(gpus, tiles, threadsPerTile, promotion, commutative, cpu, true);
    }

    RaceFreeProgram make(long seed) {
      RaceFreeProgram program =
          RandomPrograms.make(
              new SplittableRandom(seed),
              gpus,
              tiles,
              threadsPerTile,
              promotion,
              commutative,
              fewWords);
      return cpu ? BesideCpu.of(program) : program;
    }
  }

  /**
   * The first failure among programs of successive seeds.
   *
   * @param machine makes one; its own random choices must depend on the seed given alone
   */
  public static Optional<StressFailure> firstFailure(
      LongFunction<? extends TestBed> machine, Programs kind, long seed, int programs) {
    for (long next = seed; next < seed + programs; next++) {
      Optional<StressFailure> failure = failure(machine, kind.make(next), next);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  /** Whether some program among those of successive seeds fails. */
  public static boolean fails(
      LongFunction<? extends TestBed> machine, Programs kind, long seed, int programs) {
    for (long next = seed; next < seed + programs; next++) {
      if (run(kind.make(next), machine.apply(next), next).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** The failure of one program, if it fails. */
  public static Optional<StressFailure> failure(
      LongFunction<? extends TestBed> machine, RaceFreeProgram program, long seed) {
    Optional<DetectedFault> trouble = run(program, machine.apply(seed), seed);
    if (trouble.isEmpty()) {
      return Optional.empty();
    }
    RaceFreeProgram small = shrink(program, machine, seed);
    DetectedFault smallTrouble = run(small, machine.apply(seed), seed).orElse(trouble.get());
    return Optional.of(
        new StressFailure(
            seed,
            trouble.get(),
            program,
            small,
            smallTrouble,
            history(small, smallTrouble, machine, seed)));
  }

  private static List<String> history(
      RaceFreeProgram program,
      DetectedFault trouble,
      LongFunction<? extends TestBed> machine,
      long seed) {
    if (trouble.address() == DetectedFault.NOWHERE) {
      return List.of();
    }
    TestBed watched = machine.apply(seed);
    watched.watch(trouble.address());
    run(program, watched, seed);
    return watched.history();
  }

  private static Optional<DetectedFault> run(RaceFreeProgram program, TestBed machine, long seed) {
    return RaceFreeRun.of(program, machine, new SplittableRandom(~seed));
  }

  private static RaceFreeProgram shrink(
      RaceFreeProgram failing, LongFunction<? extends TestBed> machine, long seed) {
    RaceFreeProgram smallest = failing;
    int runs = 0;
    boolean progress = true;
    while (progress) {
      progress = false;
      for (RaceFreeProgram candidate : SmallerPrograms.of(smallest)) {
        if (++runs > PATIENCE) {
          return smallest;
        }
        if (run(candidate, machine.apply(seed), seed).isPresent()) {
          smallest = candidate;
          progress = true;
          break;
        }
      }
    }
    return smallest;
  }
}
