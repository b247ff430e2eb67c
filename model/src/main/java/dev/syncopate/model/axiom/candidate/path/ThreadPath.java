package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.ComparisonOperator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A path through a thread's program.
 *
 * @param events what it does, in program order
 * @param constraints what must hold of the values that are read for it to be taken
 * @param registers what the registers hold at its end; others hold 0
 * @param fault what is wrong with a path that no program should take; null for none
 * @param end how it goes on
 * @param roundStart of a path that repeats its last round forever, the first event of this round
 */
public record ThreadPath(
    List<MemoryEvent> events,
    List<Constraint> constraints,
    SortedMap<String, SymbolicValue> registers,
    @Nullable String fault,
    End end,
    int roundStart) {

  /** How a path goes on. */
  public enum End {
    /** The thread ends. */
    ENDED,
    /** The thread repeats the last round of a loop forever. */
    REPEATED,
    /** The thread was not scheduled any more. */
    LEFT,
    /** The thread was never scheduled. */
    NOT_STARTED
  }

  /** Of a thread that ends. */
  ThreadPath(
      List<MemoryEvent> events,
      List<Constraint> constraints,
      SortedMap<String, SymbolicValue> registers,
      @Nullable String fault) {
    this(events, constraints, registers, fault, End.ENDED, events.size());
  }

  /** Two values compare so. */
  public record Constraint(ComparisonOperator comparison, SymbolicValue a, SymbolicValue b) {
    /**
     * Whether both constraints visibly exclude each other for all values read: they compare the
     * same operands, or one operand with two numbers. A path on which two such meet is none.
     */
    boolean excludes(Constraint right) {
      if (!a.equals(right.a)) {
        return false;
      }
      if (b instanceof SymbolicValue.Known(long x)
          && right.b instanceof SymbolicValue.Known(long y)) {
        return switch (comparison) {
          case EQ -> !right.comparison.holds(x, y);
          case NE -> right.comparison == ComparisonOperator.EQ && x == y;
          default ->
              right.comparison == ComparisonOperator.EQ
                  ? !comparison.holds(y, x)
                  : Math.max(least(comparison, x), least(right.comparison, y))
                      > Math.min(most(comparison, x), most(right.comparison, y));
        };
      }
      return b.equals(right.b)
          && Stream.of(-1, 0, 1)
              .noneMatch(sign -> comparison.holds(sign, 0) && right.comparison.holds(sign, 0));
    }

    private static long least(ComparisonOperator comparison, long bound) {
      return switch (comparison) {
        case GT -> bound == Long.MAX_VALUE ? bound : bound + 1;
        case GE -> bound;
        default -> Long.MIN_VALUE;
      };
    }

    private static long most(ComparisonOperator comparison, long bound) {
      return switch (comparison) {
        case LT -> bound == Long.MIN_VALUE ? bound : bound - 1;
        case LE -> bound;
        default -> Long.MAX_VALUE;
      };
    }
  }
}
