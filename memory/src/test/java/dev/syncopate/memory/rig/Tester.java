package dev.syncopate.memory.rig;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** Runs random race-free programs; shrinks one that fails. */
public final class Tester {
  private Tester() {}

  /**
   * What programs there are to be.
   *
   * @param tiles of all GPUs together
   * @param promotion whether with remote operations
   */
  public record Programs(int gpus, int tiles, int threadsPerTile, boolean promotion) {
    RaceFreeProgram make(long seed) {
      return RaceFreeProgram.random(
          new SplittableRandom(seed), gpus, tiles, threadsPerTile, promotion);
    }
  }

  /**
   * @param machine makes one; its own random choices must depend on the seed given alone
   * @return the first failure: seed, what was wrong, and the smallest program found that is wrong
   */
  public static Optional<String> firstFailure(
      LongFunction<? extends Bed> machine, int tiles, int threadsPerTile, long seed, int programs) {
    return firstFailure(machine, tiles, threadsPerTile, seed, programs, false);
  }

  /**
   * @param promotion whether programs have remote operations
   */
  public static Optional<String> firstFailure(
      LongFunction<? extends Bed> machine,
      int tiles,
      int threadsPerTile,
      long seed,
      int programs,
      boolean promotion) {
    return firstFailure(machine, new Programs(1, tiles, threadsPerTile, promotion), seed, programs);
  }

  /** As {@link #firstFailure}, with programs of any kind. */
  public static Optional<String> firstFailure(
      LongFunction<? extends Bed> machine, Programs kind, long seed, int programs) {
    for (int i = 0; i < programs; i++) {
      long programSeed = seed + i;
      RaceFreeProgram program = kind.make(programSeed);
      Optional<String> failure = run(program, machine, programSeed);
      if (failure.isPresent()) {
        RaceFreeProgram small = shrink(program, machine, programSeed);
        return Optional.of(
            "seed "
                + programSeed
                + ": "
                + failure.get()
                + "\nshrunk from "
                + program.size()
                + " to "
                + small.size()
                + " accesses, failing with "
                + run(small, machine, programSeed).orElse("nothing")
                + "\n"
                + small);
      }
    }
    return Optional.empty();
  }

  /** Whether some program fails. */
  public static boolean fails(
      LongFunction<? extends Bed> machine, int tiles, int threadsPerTile, long seed, int programs) {
    return fails(machine, tiles, threadsPerTile, seed, programs, false);
  }

  /**
   * @param promotion whether programs have remote operations
   */
  public static boolean fails(
      LongFunction<? extends Bed> machine,
      int tiles,
      int threadsPerTile,
      long seed,
      int programs,
      boolean promotion) {
    return fails(machine, new Programs(1, tiles, threadsPerTile, promotion), seed, programs);
  }

  /** As {@link #fails}, with programs of any kind. */
  public static boolean fails(
      LongFunction<? extends Bed> machine, Programs kind, long seed, int programs) {
    for (long programSeed = seed; programSeed < seed + programs; programSeed++) {
      RaceFreeProgram program = kind.make(programSeed);
      if (run(program, machine, programSeed).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> run(
      RaceFreeProgram program, LongFunction<? extends Bed> machine, long seed) {
    return RaceFreeRun.failure(program, machine.apply(seed), new SplittableRandom(~seed));
  }

  private static RaceFreeProgram shrink(
      RaceFreeProgram failing, LongFunction<? extends Bed> machine, long seed) {
    RaceFreeProgram smallest = failing;
    int runs = 0;
    boolean progress = true;
    while (progress && runs < 2000) {
      progress = false;
      for (RaceFreeProgram candidate : smallest.smaller()) {
        runs++;
        if (run(candidate, machine, seed).isPresent()) {
          smallest = candidate;
          progress = true;
          break;
        }
        if (runs >= 2000) {
          break;
        }
      }
    }
    return smallest;
  }
}
