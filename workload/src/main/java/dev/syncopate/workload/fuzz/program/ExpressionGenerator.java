package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzExpression.Binary;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Chosen;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Identity;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Load;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Own;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Test;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Variable;
import java.util.Random;

/** Draws expressions. */
final class ExpressionGenerator {
  private final Random random;

  ExpressionGenerator(Random random) {
    this.random = random;
  }

  int variable() {
    return random.nextInt(KernelProgram.VARIABLES);
  }

  private <E extends Enum<E>> E one(E[] values) {
    return values[random.nextInt(values.length)];
  }

  /**
   * A value.
   *
   * @param depth levels of operations at most
   */
  FuzzExpression value(int depth) {
    if (depth == 0) {
      return leaf();
    }
    return switch (random.nextInt(8)) {
      case 0, 1, 2 ->
          new Binary(one(FuzzExpression.Operator.values()), value(depth - 1), value(depth - 1));
      case 3 -> new Chosen(condition(), value(depth - 1), value(depth - 1));
      case 4, 5 -> new Load(one(FuzzSpace.values()), value(depth - 1));
      default -> leaf();
    };
  }

  private FuzzExpression leaf() {
    return switch (random.nextInt(8)) {
      case 0 -> new FuzzExpression.Constant(random.nextInt(16) - 4);
      case 1 -> new FuzzExpression.Constant(random.nextInt());
      case 2 -> new Own(Identity.LANE);
      case 3 -> new Own(one(Identity.values()));
      default -> new Variable(variable());
    };
  }

  /** Something by which lanes differ, more often than not. */
  Condition condition() {
    return switch (random.nextInt(4)) {
      case 0 -> new Condition(one(Test.values()), value(1), value(1));
      case 1 ->
          new Condition(
              random.nextBoolean() ? Test.LESS : Test.EQUAL,
              low(new Own(Identity.LANE), 1 << random.nextInt(5)),
              new FuzzExpression.Constant(random.nextInt(1 << random.nextInt(5))));
      default ->
          new Condition(
              one(new Test[] {Test.EQUAL, Test.DIFFERENT}),
              new Binary(
                  FuzzExpression.Operator.AND,
                  value(1),
                  new FuzzExpression.Constant(1 << random.nextInt(4))),
              new FuzzExpression.Constant(0));
    };
  }

  /** Something that holds for few lanes. */
  Condition rare() {
    return random.nextInt(4) == 0
        ? new Condition(
            Test.EQUAL, low(value(1), 8), new FuzzExpression.Constant(random.nextInt(8)))
        : new Condition(
            Test.EQUAL, new Own(Identity.LANE), new FuzzExpression.Constant(random.nextInt(32)));
  }

  /** Something that is the same for all threads of a CTA. */
  Condition uniform() {
    return new Condition(
        Test.LESS, low(uniformValue(), 4), new FuzzExpression.Constant(random.nextInt(5)));
  }

  FuzzExpression uniformValue() {
    return random.nextInt(3) == 0
        ? new Own(Identity.CTA)
        : new Load(FuzzSpace.INPUT, new FuzzExpression.Constant(random.nextInt(64)));
  }

  private static FuzzExpression low(FuzzExpression value, int limit) {
    return new Binary(FuzzExpression.Operator.AND, value, new FuzzExpression.Constant(limit - 1));
  }
}
