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
 * What lanes of a warp do together: {@code shfl.sync}, {@code vote.sync}, {@code match.sync},
 * {@code redux.sync}, {@code elect.sync} and {@code bar.warp.sync}. A lane waits at one until all
 * lanes of its mask that have not exited have come to one with the same qualifiers and the same
 * mask (PTX ISA, "Parallel Synchronization and Communication Instructions").
 */
final class Exchange {
  private static final Set<String> WITH_MASK = Set.of("shfl", "vote", "match", "redux", "elect");

  private final Operand operands;

  Exchange(Operand operands) {
    this.operands = operands;
  }

  static boolean is(InstructionSyntax in) {
    return WITH_MASK.contains(in.opcode()) || isWarpBarrier(in);
  }

  static boolean isWarpBarrier(InstructionSyntax in) {
    return in.opcode().equals("bar") && in.has("warp");
  }

  /** The lanes an instruction names. */
  long mask(Lane lane, InstructionSyntax in) {
    if (!in.has("sync")) {
      throw new ReferenceException(in.mnemonic() + " names no lanes");
    }
    long mask = operands.value(lane, in, in.operands().getLast()) & 0xffff_ffffL;
    if ((mask >>> lane.lane() & 1) == 0) {
      throw new ReferenceException(
          "lane %d executes %s with a mask without it: %08x"
              .formatted(lane.lane(), in.mnemonic(), mask));
    }
    return mask;
  }

  /** Whether two lanes wait for the same exchange. */
  static boolean same(Lane one, Lane other) {
    return one.waitsAt != null
        && other.waitsAt != null
        && one.barrier < 0
        && other.barrier < 0
        && one.wanted == other.wanted
        && (isWarpBarrier(one.waitsAt)
            ? isWarpBarrier(other.waitsAt)
            : one.waitsAt.mnemonic().equals(other.waitsAt.mnemonic()));
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

  private long[] bring(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    return switch (in.opcode()) {
      case "vote" -> new long[] {operands.predicate(lane, in, list.get(1)) ? 1 : 0};
      case "shfl" ->
          new long[] {
            operands.value(lane, in, list.get(1)),
            operands.value(lane, in, list.get(2)),
            operands.value(lane, in, list.get(3))
          };
      case "match", "redux" ->
          new long[] {
            Integers.unsigned(
                operands.value(lane, in, list.get(1)), Calculation.lastType(in).bits())
          };
      default -> new long[0];
    };
  }

  private void deliver(Lane lane, InstructionSyntax in, Map<Integer, long[]> brought) {
    switch (in.opcode()) {
      case "vote" -> vote(lane, in, brought);
      case "shfl" -> shuffle(lane, in, brought);
      case "match" -> match(lane, in, brought);
      case "redux" -> reduce(lane, in, brought);
      case "elect" -> {
        int leader = brought.keySet().iterator().next();
        set(lane, in, leader, lane.lane() == leader);
      }
      default -> {}
    }
  }

  /** Writes a value destination, and a predicate beside it if there is one. */
  private void set(Lane lane, InstructionSyntax in, long value, boolean predicate) {
    OperandSyntax into = in.operands().get(0);
    if (into instanceof Pair pair) {
      operands.set(lane, in, pair.first(), value);
      operands.setPredicate(lane, in, pair.second(), predicate);
    } else {
      operands.set(lane, in, into, value);
    }
  }

  private void vote(Lane lane, InstructionSyntax in, Map<Integer, long[]> brought) {
    long ballot = 0;
    for (Map.Entry<Integer, long[]> one : brought.entrySet()) {
      ballot |= one.getValue()[0] << one.getKey();
    }
    int holding = Long.bitCount(ballot);
    OperandSyntax into = in.operands().get(0);
    switch (in.qualifiers().get(1)) {
      case "ballot" -> operands.set(lane, in, into, ballot);
      case "all" -> operands.setPredicate(lane, in, into, holding == brought.size());
      case "any" -> operands.setPredicate(lane, in, into, holding > 0);
      default -> operands.setPredicate(lane, in, into, holding == 0 || holding == brought.size());
    }
  }

  /** The manual's formula, "Data Movement and Conversion Instructions: shfl.sync". */
  private void shuffle(Lane lane, InstructionSyntax in, Map<Integer, long[]> brought) {
    long[] own = java.util.Objects.requireNonNull(brought.get(lane.lane()));
    int me = lane.lane();
    int b = (int) own[1] & 0x1f;
    int segment = (int) (own[2] >> 8) & 0x1f;
    int clamp = (int) own[2] & 0x1f;
    int highest = (me & segment) | (clamp & ~segment);
    int lowest = me & segment;
    int from =
        switch (in.qualifiers().get(1)) {
          case "up" -> me - b;
          case "down" -> me + b;
          case "bfly" -> me ^ b;
          default -> lowest | (b & ~segment);
        };
    boolean valid = in.has("up") ? from >= highest : from <= highest;
    long value = 0;
    if (!valid) {
      value = own[0];
    } else {
      long[] other = brought.get(from);
      value = other == null ? 0 : other[0];
    }
    // A lane that takes no part gives 0, as hardware does where the manual leaves it open.
    set(lane, in, value, valid);
  }

  private void match(Lane lane, InstructionSyntax in, Map<Integer, long[]> brought) {
    long mine = java.util.Objects.requireNonNull(brought.get(lane.lane()))[0];
    long equal = 0;
    long all = 0;
    for (Map.Entry<Integer, long[]> one : brought.entrySet()) {
      all |= 1L << one.getKey();
      equal |= one.getValue()[0] == mine ? 1L << one.getKey() : 0;
    }
    boolean any = in.has("any");
    set(lane, in, any || equal == all ? equal : 0, equal == all);
  }

  private void reduce(Lane lane, InstructionSyntax in, Map<Integer, long[]> brought) {
    ScalarType type = Calculation.lastType(in);
    Long result = null;
    for (long[] value : brought.values()) {
      String operation = in.qualifiers().get(1);
      result =
          result == null
              ? Long.valueOf(value[0])
              : Integers.binary(operation, result, value[0], 32, type.isSigned());
    }
    operands.set(lane, in, in.operands().get(0), java.util.Objects.requireNonNull(result));
  }
}
