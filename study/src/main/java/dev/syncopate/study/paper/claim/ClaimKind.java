package dev.syncopate.study.paper.claim;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import java.util.List;

/** Kind of a claim: its criterion in words, and its result. */
sealed interface ClaimKind {
  String criterion();

  ClaimOutcome outcome();

  /** A speed-up that the paper states, as a ratio. */
  record Speedup(double published, double measured) implements ClaimKind {
    @Override
    public String criterion() {
      return Criterion.GAIN;
    }

    @Override
    public ClaimOutcome outcome() {
      return new ClaimOutcome(
          ClaimOutcome.times(published),
          ClaimOutcome.times(measured),
          Criterion.gain(published - 1, measured - 1),
          "");
    }
  }

  /** A speed-up of which the paper states a lower bound. */
  record SpeedupAtLeast(double published, double measured) implements ClaimKind {
    @Override
    public String criterion() {
      return Criterion.AT_LEAST;
    }

    @Override
    public ClaimOutcome outcome() {
      return new ClaimOutcome(
          "at least " + ClaimOutcome.times(published),
          ClaimOutcome.times(measured),
          Criterion.atLeast(published - 1, measured - 1),
          "");
    }
  }

  /** A mean speed-up, of which the paper does not say which mean it is. */
  record MeanSpeedup(double published, List<Double> measured) implements ClaimKind {
    @Override
    public String criterion() {
      return Criterion.GAIN + " (geometric mean)";
    }

    @Override
    public ClaimOutcome outcome() {
      double geometric = Means.geometric(measured);
      return new ClaimOutcome(
          ClaimOutcome.times(published),
          ClaimOutcome.times(geometric)
              + " geometric, "
              + ClaimOutcome.times(Means.arithmetic(measured))
              + " arithmetic",
          Criterion.gain(published - 1, geometric - 1),
          "");
    }
  }

  /** A reduction that the paper states, as a fraction. */
  record Reduction(double published, double measured) implements ClaimKind {
    @Override
    public String criterion() {
      return Criterion.REDUCTION;
    }

    @Override
    public ClaimOutcome outcome() {
      return new ClaimOutcome(
          ClaimOutcome.percent(published),
          ClaimOutcome.percent(measured),
          Criterion.reduction(published, measured),
          "");
    }
  }

  /** An increase that the paper states, as a fraction. */
  record Increase(double published, double measured) implements ClaimKind {
    @Override
    public String criterion() {
      return "held: the increase is between half and twice the published one; partly: in the same"
          + " direction";
    }

    @Override
    public ClaimOutcome outcome() {
      return new ClaimOutcome(
          ClaimOutcome.percent(published),
          ClaimOutcome.percent(measured),
          Criterion.gain(published, measured),
          "");
    }
  }

  /** A share that the paper states, as a fraction. */
  record Share(double published, double measured) implements ClaimKind {
    @Override
    public String criterion() {
      return "held: the share is between half and twice the published one; partly: there is one";
    }

    @Override
    public ClaimOutcome outcome() {
      return new ClaimOutcome(
          ClaimOutcome.percent(published),
          ClaimOutcome.percent(measured),
          Criterion.gain(published, measured),
          "");
    }
  }

  /**
   * A statement about several cases.
   *
   * @param test in words
   * @param named whether the exceptions are shown without their numbers
   */
  record Counted(String test, List<ClaimCase> cases, boolean named) implements ClaimKind {
    @Override
    public String criterion() {
      return test + "; " + Criterion.SHARE;
    }

    @Override
    public ClaimOutcome outcome() {
      List<ClaimCase> measuredCases = cases.stream().filter(ClaimCase::measured).toList();
      int heldCount = Math.toIntExact(measuredCases.stream().filter(ClaimCase::holds).count());
      return ClaimOutcome.of(
          measuredCases.isEmpty()
              ? "-"
              : named ? ClaimCase.names(measuredCases) : ClaimCase.values(measuredCases),
          Criterion.share(heldCount, measuredCases.size()));
    }
  }

  /**
   * A ratio with a limit for held and a lower one for partly.
   *
   * @param measure in words
   */
  record Graded(
      String published,
      String measure,
      double value,
      ClaimCondition heldCondition,
      ClaimCondition partly)
      implements ClaimKind {
    @Override
    public String criterion() {
      return "held: %s %s; partly: %s".formatted(measure, heldCondition.words(), partly.words());
    }

    @Override
    public ClaimOutcome outcome() {
      List<Double> allValues = List.of(value);
      Claim.Verdict verdict =
          Double.isNaN(value)
              ? Claim.Verdict.NOT_MEASURED
              : heldCondition.holds(value, allValues)
                  ? Claim.Verdict.HELD
                  : partly.holds(value, allValues) ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD;
      return new ClaimOutcome(published, ClaimOutcome.times(value), verdict, "");
    }
  }

  /** A statement judged by a computation of its paper. */
  record Computed(String criterion, ClaimOutcome outcome) implements ClaimKind {}
}
