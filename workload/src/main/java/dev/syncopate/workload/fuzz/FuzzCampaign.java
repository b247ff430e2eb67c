package dev.syncopate.workload.fuzz;

import dev.syncopate.workload.fuzz.program.KernelGenerator;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import dev.syncopate.workload.fuzz.program.Shrinker;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Series of random kernels, run until one goes wrong. */
public final class FuzzCampaign {
  private static final int SHRINKING_ATTEMPTS = 3000;

  private final FuzzBench bench;
  private final List<KernelForm> manners;
  private long seed;
  private long kernels;

  /**
   * A kernel that goes wrong.
   *
   * @param seed of the kernel as it was drawn
   * @param trial the smaller one that still does
   * @param statements how many it has left
   * @param difference what goes wrong
   */
  public record Finding(long seed, KernelTrial trial, int statements, KernelMismatch difference) {}

  /**
   * @param seed of the first kernel; the next one's is one more
   * @param manners in what ways each kernel is written, at least one
   */
  public FuzzCampaign(long seed, List<KernelForm> manners) {
    this(seed, manners, new FuzzBench());
  }

  FuzzCampaign(long seed, List<KernelForm> manners, FuzzBench bench) {
    this.bench = bench;
    this.seed = seed;
    this.manners = List.copyOf(manners);
  }

  /** Kernels that were right. */
  public long kernels() {
    return kernels;
  }

  /**
   * Runs the next kernel in every manner.
   *
   * @param interrupted asked while a kernel is made smaller: whether to be content with what is
   *     there
   * @throws FuzzException if a kernel cannot be written, or that was drawn has no defined result,
   *     which is a mistake of the generator
   */
  public Optional<Finding> next(BooleanSupplier interrupted) {
    KernelProgram program = KernelGenerator.generate(seed++);
    for (KernelForm manner : manners) {
      KernelTrial trial = manner.write(program);
      Optional<KernelMismatch> difference = bench.compare(trial);
      if (difference.isPresent()) {
        return Optional.of(smaller(manner, program, interrupted));
      }
    }
    kernels++;
    return Optional.empty();
  }

  private Finding smaller(KernelForm manner, KernelProgram program, BooleanSupplier interrupted) {
    Shrinker shrinker =
        new Shrinker(
            candidate -> !interrupted.getAsBoolean() && difference(manner, candidate) != null,
            SHRINKING_ATTEMPTS);
    KernelProgram smallest = shrinker.shrink(program);
    KernelMismatch difference = difference(manner, smallest);
    if (difference == null) {
      throw new IllegalStateException("the result of seed " + program.seed() + " is not fixed");
    }
    return new Finding(program.seed(), manner.write(smallest), smallest.statements(), difference);
  }

  private @Nullable KernelMismatch difference(KernelForm manner, KernelProgram program) {
    try {
      return bench.compare(manner.write(program)).orElse(null);
    } catch (FuzzException e) {
      // What is left of a kernel may have no defined result any more.
      return null;
    }
  }
}
