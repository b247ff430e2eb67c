package dev.syncopate.workload.round;

import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;
import java.util.function.Supplier;

/** Rounds of an algorithm that a user selects: all, a part, or a sample. */
public final class RoundChoice {
  private static final String ITERATIONS = "iterations";
  private static final WorkloadOption.Whole SAMPLE =
      new WorkloadOption.Whole(
          "sample",
          "Most rounds to simulate, evenly spread over all; the host computes those between. 0 for"
              + " every round.",
          0,
          0,
          Integer.MAX_VALUE);
  private static final WorkloadOption.Whole FROM =
      new WorkloadOption.Whole(
          "from",
          "Rounds that the host computes beforehand; the simulation goes on from their state.",
          0,
          0,
          Integer.MAX_VALUE);

  private RoundChoice() {}

  /**
   * The options.
   *
   * @param rounds that are simulated unless the user chooses; 0 for as many as it takes
   */
  public static List<WorkloadOption> options(int rounds) {
    WorkloadOption iterations =
        new WorkloadOption.Whole(
            ITERATIONS,
            "Rounds to simulate; " + (rounds == 0 ? "0 for as many as it takes." : "at least 1."),
            rounds,
            rounds == 0 ? 0 : 1,
            Integer.MAX_VALUE);
    return List.of(iterations, FROM, SAMPLE);
  }

  /**
   * Takes an algorithm to where the simulation begins.
   *
   * @return the rounds before
   * @throws WorkloadInputException if nothing is left to do there
   */
  public static int skip(Workload workload, WorkloadContext context, RoundAlgorithm algorithm) {
    int firstRound = (int) context.number(FROM.name());
    for (int round = 0; round < firstRound; round++) {
      if (algorithm.done()) {
        throw new WorkloadInputException(
            "from of %s is %d, but nothing is left to do after %d rounds"
                .formatted(workload.name(), firstRound, round));
      }
      algorithm.step();
    }
    return firstRound;
  }

  /**
   * The rounds to simulate.
   *
   * @param anew makes the algorithm at its start, to be run ahead where a sample needs to know how
   *     many rounds there are
   */
  public static RoundSample sample(
      WorkloadContext context, Supplier<? extends RoundAlgorithm> anew) {
    long maxRounds = context.number(ITERATIONS);
    long sample = context.number(SAMPLE.name());
    return sample == 0
        ? RoundSample.every(maxRounds)
        : RoundSample.of(sample, last(anew.get(), context.number(FROM.name()), maxRounds));
  }

  /**
   * Rounds after {@code firstRound} until nothing is left to do, but at most {@code maxRounds}
   * unless 0.
   */
  private static long last(RoundAlgorithm algorithm, long firstRound, long maxRounds) {
    long rounds = -firstRound;
    while (!algorithm.done() && (maxRounds == 0 || rounds < maxRounds)) {
      algorithm.step();
      rounds++;
    }
    return rounds;
  }
}
