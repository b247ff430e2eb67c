package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Pair;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Exchange among lanes of a warp: {@code shfl.sync}, {@code vote.sync}, {@code match.sync}, {@code
 * redux.sync}, {@code elect.sync} and {@code bar.warp.sync}. A lane waits at one until all lanes of
 * its mask that have not exited have come to one with the same qualifiers and the same mask (PTX
 * ISA, "Parallel Synchronization and Communication Instructions").
 */
final class LaneExchange {
  private static final Set<String> WITH_MASK = Set.of("shfl", "vote", "match", "redux", "elect");

  private final OperandAccess operands;

  LaneExchange(OperandAccess operands) {
    this.operands = operands;
  }

  static boolean is(InstructionSyntax instruction) {
    return WITH_MASK.contains(instruction.opcode()) || isWarpBarrier(instruction);
  }

  static boolean isWarpBarrier(InstructionSyntax instruction) {
    return instruction.opcode().equals("bar") && instruction.has("warp");
  }

  /** The lanes an instruction names. */
  long mask(Lane lane, InstructionSyntax instruction) {
    if (!instruction.has("sync")) {
      throw new ReferenceException(instruction.mnemonic() + " names no lanes");
    }
    long mask = operands.value(lane, instruction, instruction.operands().getLast()) & 0xffff_ffffL;
    if ((mask >>> lane.lane() & 1) == 0) {
      throw new ReferenceException(
          "lane %d executes %s with a mask without it: %08x"
              .formatted(lane.lane(), instruction.mnemonic(), mask));
    }
    return mask;
  }

  /** Whether two lanes wait for the same exchange. */
  static boolean same(Lane first, Lane second) {
    return first.waitsAt != null
        && second.waitsAt != null
        && first.barrier < 0
        && second.barrier < 0
        && first.awaited == second.awaited
        && (isWarpBarrier(first.waitsAt)
            ? isWarpBarrier(second.waitsAt)
            : first.waitsAt.mnemonic().equals(second.waitsAt.mnemonic()));
  }

  /** Gives each lane its result, from what all of them brought. They are all there is. */
  void execute(List<Lane> lanes) {
    Map<Integer, long[]> brought = new TreeMap<>();
    for (Lane lane : lanes) {
      brought.put(lane.lane(), bring(lane, at(lane)));
    }
    for (Lane lane : lanes) {
      deliver(lane, at(lane), brought);
    }
  }

  private static InstructionSyntax at(Lane lane) {
    return java.util.Objects.requireNonNull(lane.waitsAt);
  }

  private long[] bring(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    return switch (instruction.opcode()) {
      case "vote" -> new long[] {operands.predicate(lane, instruction, list.get(1)) ? 1 : 0};
      case "shfl" ->
          new long[] {
            operands.value(lane, instruction, list.get(1)),
            operands.value(lane, instruction, list.get(2)),
            operands.value(lane, instruction, list.get(3))
          };
      case "match", "redux" ->
          new long[] {
            IntegerArithmetic.unsigned(
                operands.value(lane, instruction, list.get(1)),
                Calculation.lastType(instruction).bits())
          };
      default -> new long[0];
    };
  }

  private void deliver(Lane lane, InstructionSyntax instruction, Map<Integer, long[]> brought) {
    switch (instruction.opcode()) {
      case "vote" -> vote(lane, instruction, brought);
      case "shfl" -> shuffle(lane, instruction, brought);
      case "match" -> match(lane, instruction, brought);
      case "redux" -> reduce(lane, instruction, brought);
      case "elect" -> {
        int leader = brought.keySet().iterator().next();
        set(lane, instruction, leader, lane.lane() == leader);
      }
      default -> {}
    }
  }

  /** Writes a value destination, and the predicate destination if there is one. */
  private void set(Lane lane, InstructionSyntax instruction, long value, boolean predicate) {
    OperandSyntax destination = instruction.operands().get(0);
    if (destination instanceof Pair pair) {
      operands.set(lane, instruction, pair.first(), value);
      operands.setPredicate(lane, instruction, pair.second(), predicate);
    } else {
      operands.set(lane, instruction, destination, value);
    }
  }

  private void vote(Lane lane, InstructionSyntax instruction, Map<Integer, long[]> brought) {
    long ballot = 0;
    for (Map.Entry<Integer, long[]> entry : brought.entrySet()) {
      ballot |= entry.getValue()[0] << entry.getKey();
    }
    int holding = Long.bitCount(ballot);
    OperandSyntax destination = instruction.operands().get(0);
    switch (instruction.qualifiers().get(1)) {
      case "ballot" -> operands.set(lane, instruction, destination, ballot);
      case "all" ->
          operands.setPredicate(lane, instruction, destination, holding == brought.size());
      case "any" -> operands.setPredicate(lane, instruction, destination, holding > 0);
      default ->
          operands.setPredicate(
              lane, instruction, destination, holding == 0 || holding == brought.size());
    }
  }

  /** The manual's formula, "Data Movement and Conversion Instructions: shfl.sync". */
  private void shuffle(Lane lane, InstructionSyntax instruction, Map<Integer, long[]> brought) {
    long[] ownValues = java.util.Objects.requireNonNull(brought.get(lane.lane()));
    int me = lane.lane();
    int b = (int) ownValues[1] & 0x1f;
    int segment = (int) (ownValues[2] >> 8) & 0x1f;
    int clamp = (int) ownValues[2] & 0x1f;
    int highest = (me & segment) | (clamp & ~segment);
    int lowest = me & segment;
    int sourceLane =
        switch (instruction.qualifiers().get(1)) {
          case "up" -> me - b;
          case "down" -> me + b;
          case "bfly" -> me ^ b;
          default -> lowest | (b & ~segment);
        };
    boolean valid = instruction.has("up") ? sourceLane >= highest : sourceLane <= highest;
    long value = 0;
    if (!valid) {
      value = ownValues[0];
    } else {
      long[] sourceValues = brought.get(sourceLane);
      value = sourceValues == null ? 0 : sourceValues[0];
    }
    // A lane that takes no part gives 0, as hardware does where the manual leaves it open.
    set(lane, instruction, value, valid);
  }

  private void match(Lane lane, InstructionSyntax instruction, Map<Integer, long[]> brought) {
    long mine = java.util.Objects.requireNonNull(brought.get(lane.lane()))[0];
    long equal = 0;
    long participants = 0;
    for (Map.Entry<Integer, long[]> entry : brought.entrySet()) {
      participants |= 1L << entry.getKey();
      equal |= entry.getValue()[0] == mine ? 1L << entry.getKey() : 0;
    }
    boolean anyMode = instruction.has("any");
    set(lane, instruction, anyMode || equal == participants ? equal : 0, equal == participants);
  }

  private void reduce(Lane lane, InstructionSyntax instruction, Map<Integer, long[]> brought) {
    ScalarType type = Calculation.lastType(instruction);
    Long result = null;
    for (long[] value : brought.values()) {
      String operation = instruction.qualifiers().get(1);
      result =
          result == null
              ? Long.valueOf(value[0])
              : IntegerArithmetic.binary(operation, result, value[0], 32, type.isSigned());
    }
    operands.set(
        lane, instruction, instruction.operands().get(0), java.util.Objects.requireNonNull(result));
  }
}
