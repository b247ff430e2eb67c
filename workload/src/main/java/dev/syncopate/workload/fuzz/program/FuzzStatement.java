package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statement of a thread. Where lanes work together they name exactly those that come there, so that
 * the result does not depend on the order of threads.
 */
public sealed interface FuzzStatement {
  /** Gives a variable a value. */
  record Assign(int variable, FuzzExpression value) implements FuzzStatement {}

  /** Writes a word of the thread's own. */
  record Store(FuzzSpace space, FuzzExpression index, FuzzExpression value)
      implements FuzzStatement {}

  /** A branch. */
  record If(Condition condition, List<FuzzStatement> thenBlock, List<FuzzStatement> otherwise)
      implements FuzzStatement {}

  /**
   * A loop.
   *
   * @param trips of which the low two bits count
   * @param polls whether it also looks at a volatile word and would end if another thread wrote it,
   *     which none does
   */
  record Loop(FuzzExpression trips, boolean polls, List<FuzzStatement> body)
      implements FuzzStatement {}

  /** Leaves the innermost loop. */
  record Break(Condition condition) implements FuzzStatement {}

  /** Goes to the next turn of the innermost loop. */
  record Continue(Condition condition) implements FuzzStatement {}

  /**
   * Leaves the function; in the kernel, ends the thread.
   *
   * @param stores whether the thread writes its first variable before
   */
  record Return(Condition condition, boolean stores) implements FuzzStatement {}

  /** A branch to one of two or four cases, by the low bits of a value. */
  record Switch(FuzzExpression value, List<Case> cases) implements FuzzStatement {}

  /**
   * A case.
   *
   * @param falls whether it goes on in the next one
   */
  record Case(List<FuzzStatement> body, boolean falls) {}

  /**
   * Lanes of a warp give each other values.
   *
   * @param segment cuts the warp for a shuffle: 1 to 32 lanes, a power of two
   */
  record Exchange(
      int variable,
      Kind kind,
      Group group,
      FuzzExpression value,
      FuzzExpression operand,
      int segment)
      implements FuzzStatement {}

  /** Kind of an {@link Exchange}. */
  enum Kind {
    SHUFFLE_INDEX,
    SHUFFLE_UP,
    SHUFFLE_DOWN,
    SHUFFLE_XOR,
    VOTE_ALL,
    VOTE_ANY,
    VOTE_UNIFORM,
    VOTE_BALLOT,
    MATCH_ANY,
    MATCH_ALL,
    REDUCE_ADD,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_AND,
    REDUCE_OR,
    REDUCE_XOR,
    /** Through shared memory, with a barrier of the group before and after the look. */
    WARP_BARRIER
  }

  /**
   * Active lanes that work together.
   *
   * @param size of a tile: 1 to 32, a power of two
   * @param label lanes of the same label form a group
   */
  record Group(Shape shape, int size, FuzzExpression label) {}

  /** Kinds of groups. */
  enum Shape {
    ALL,
    TILE,
    PARITY,
    LABEL
  }

  /**
   * A call of a function, or through an address of one of two.
   *
   * @param selector null for a direct call
   */
  record Call(
      int variable,
      @Nullable Condition selector,
      int function,
      int otherFunction,
      FuzzExpression a,
      FuzzExpression b)
      implements FuzzStatement {}

  /**
   * Lanes part and do something together nevertheless, each side where it is. Only independent
   * threads can.
   *
   * @param function what both sides call, for {@link Both#CALL}
   */
  record Apart(
      int variable,
      Condition condition,
      Both commonStep,
      int function,
      FuzzExpression value,
      List<FuzzStatement> thenBlock,
      List<FuzzStatement> otherwise)
      implements FuzzStatement {
    Apart with(
        Condition test,
        FuzzExpression shown,
        List<FuzzStatement> firstBlock,
        List<FuzzStatement> secondBlock) {
      return new Apart(variable, test, commonStep, function, shown, firstBlock, secondBlock);
    }
  }

  /** Common part of both sides of {@link Apart}. */
  enum Both {
    /** Call one function that names the lanes of both. */
    CALL,
    /** Come to a barrier of the lanes of both, each to its own. */
    WARP_BARRIER,
    /** Come to a barrier of the CTA, each to its own. */
    CTA_BARRIER
  }

  /**
   * All threads of a CTA show each other a value.
   *
   * @param distance whose value a thread takes
   * @param late who keeps the others waiting
   */
  record Meet(int variable, Gathering gathering, FuzzExpression value, int distance, Late late)
      implements FuzzStatement {}

  /** What every second group of 32 threads does later than the others, for long. */
  enum Late {
    NOTHING,
    SHOW,
    LOOK
  }

  /** Result computed by a barrier. */
  enum Gathering {
    NOTHING,
    COUNT,
    AND,
    OR
  }
}
