package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.status.WarpStatus.Insight;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Instruction;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that registers will have: what is computed again on the way, by arithmetic on registers
 * that nothing on the way changes, gets the same value each time.
 */
final class RegisterForecast {
  /** Instructions that lead from such registers to a value; a loop's counter has no end of them. */
  private static final int DEEPEST = 8;

  private final LaneReachability flow;
  private final List<Instruction> code;

  RegisterForecast(List<Instruction> code, LaneReachability flow) {
    this.code = code;
    this.flow = flow;
  }

  /**
   * The value that an operand will have for a lane, once what gives it has been executed; null if
   * that cannot be told.
   *
   * @param reach what the lane may execute
   */
  @Nullable Long value(int operand, int lane, Insight insight, LaneReachability.Reach reach) {
    return value(operand, lane, insight, reach, DEEPEST);
  }

  private @Nullable Long value(
      int operand, int lane, Insight insight, LaneReachability.Reach reach, int deepest) {
    if (operand < 0 || !reach.values().get(operand)) {
      return insight.value(operand, lane);
    }
    int definition = onlyDefinition(operand, reach.pcs());
    if (deepest == 0
        || definition < 0
        || !(code.get(definition) instanceof Compute compute)
        || !compute.guard().always()) {
      return null;
    }
    int[] operands = {compute.a(), compute.b(), compute.c()};
    long[] values = new long[operands.length];
    for (int i = 0; i < compute.function().arity(); i++) {
      Long operandValue = value(operands[i], lane, insight, reach, deepest - 1);
      if (operandValue == null) {
        return null;
      }
      values[i] = operandValue;
    }
    return compute.function().apply(values[0], values[1], values[2]);
  }

  private int onlyDefinition(int register, BitSet pcs) {
    int definitionPc = -1;
    for (int pc = pcs.nextSetBit(0); pc >= 0; pc = pcs.nextSetBit(pc + 1)) {
      if (flow.registers(pc).values.get(register)) {
        if (definitionPc >= 0) {
          return -1;
        }
        definitionPc = pc;
      }
    }
    return definitionPc;
  }
}
