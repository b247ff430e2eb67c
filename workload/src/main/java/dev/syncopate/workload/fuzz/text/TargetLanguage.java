package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzExpression;
import dev.syncopate.workload.fuzz.program.FuzzExpression.Condition;
import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.FuzzStatement;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A language that one function of a kernel is written in. A value, a predicate or a mask is the
 * text of an operand, evaluated where it was asked for. A mask of lanes is a variable that can be
 * changed.
 */
interface TargetLanguage {
  String value(FuzzExpression expression);

  String test(Condition condition);

  /** The value's low bits: less than {@code limit}, a power of two. */
  String low(String value, int limit);

  String sum(String first, String second);

  /** Whether a switch of so many cases takes this one. */
  String isCase(String value, int cases, int index);

  void assign(int variable, String value);

  void store(FuzzSpace space, String index, String value);

  /** A mask variable with the lanes of {@code mask} for which the predicate holds. */
  String ballot(String mask, String predicate);

  /** A mask variable with those of {@code mask} that are not in {@code removed}. */
  String without(String mask, String removed);

  /** A new mask variable with the same lanes. */
  String copy(String mask);

  /** Changes a mask variable. */
  void set(String mask, String value);

  /** Both masks, joined. */
  String union(String first, String second);

  void branch(String predicate, Runnable thenBlock, @Nullable Runnable otherwise);

  /**
   * A loop of fewer than four turns.
   *
   * @param trips of which the low two bits count
   * @param mask a variable with the lanes that are still in the loop; null where the mask is not
   *     used
   */
  void loop(String trips, boolean polls, @Nullable String mask, Runnable body);

  void leaveLoop(String predicate);

  void nextTurn(String predicate);

  void leaveFunction(String predicate, boolean stores);

  /** A branch to cases, of which each may fall into the next. */
  void choose(String value, List<Runnable> cases, List<Boolean> falls);

  /** The part of {@code mask} that is the lane's tile. */
  String tile(String mask, int size);

  /** The part of {@code mask} whose numbers are even or odd as the lane's own. */
  String parity(String mask);

  /** The value of an exchange other than {@link Kind#WARP_BARRIER}. */
  String exchange(Kind kind, String mask, String value, String operand, int segment);

  void warpBarrier(String mask);

  /** Writes the thread's cell of a board that its warp reads. */
  void show(String value);

  /**
   * The cell of the lane {@code partnerLane}, if {@code mask} contains it; or else {@code
   * ownValue}.
   */
  String look(String mask, String partnerLane, String ownValue);

  /**
   * A call.
   *
   * @param selector null for a direct call of {@code function}
   * @param mask lanes for the callee to name
   */
  String call(
      @Nullable String selector,
      int function,
      int otherFunction,
      String a,
      String b,
      @Nullable String mask);

  /**
   * A barrier of the CTA.
   *
   * @return what it says of a value's lowest bit
   */
  String barrier(FuzzStatement.Gathering gathering, String value);

  /** A barrier of the CTA that lanes of one warp may come to apart. */
  void barrierApart();

  /** Writes the thread's cell of a board that its CTA reads. */
  void showAll(String value);

  /** The cell of the thread so far ahead. */
  String lookAt(int distance);
}
