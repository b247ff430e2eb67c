package dev.syncopate.app.extract;

import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ways to strengthen what threads of a race do; the first that makes it none is told. */
final class RaceRemedy {
  private RaceRemedy() {}

  /**
   * What may be tried, the least first.
   *
   * @param scope that takes in all of the threads
   */
  static List<UnaryOperator<DraftInstruction>> all(LitmusScope scope) {
    UnaryOperator<DraftInstruction> wide = item -> item.wider(scope);
    UnaryOperator<DraftInstruction> release = item -> item.gives() ? released(item, scope) : item;
    UnaryOperator<DraftInstruction> acquire =
        item -> item.takes() && !item.returnsNothing() ? acquired(item, scope) : item;
    UnaryOperator<DraftInstruction> strong =
        item ->
            item.conflicts() ? item.isStrong() ? item.wider(scope) : relaxed(item, scope) : item;
    return List.of(
        wide,
        release,
        acquire,
        item -> acquire.apply(release.apply(item)),
        item -> acquire.apply(release.apply(wide.apply(item))),
        strong);
  }

  private static DraftInstruction relaxed(DraftInstruction item, LitmusScope scope) {
    return item.as(LitmusOrder.RELAXED, scope);
  }

  private static DraftInstruction released(DraftInstruction item, LitmusScope scope) {
    boolean isAcqRel = item.isAtomic() && acquires(item);
    return item.as(isAcqRel ? LitmusOrder.ACQ_REL : LitmusOrder.RELEASE, widest(item, scope));
  }

  private static DraftInstruction acquired(DraftInstruction item, LitmusScope scope) {
    boolean isAcqRel = item.isAtomic() && releases(item);
    return item.as(isAcqRel ? LitmusOrder.ACQ_REL : LitmusOrder.ACQUIRE, widest(item, scope));
  }

  private static LitmusScope widest(DraftInstruction item, LitmusScope scope) {
    LitmusScope now = item.scope();
    return now == null || now == LitmusScope.SYS || now.compareTo(scope) < 0 ? scope : now;
  }

  static boolean acquires(DraftInstruction item) {
    return item.order() == LitmusOrder.ACQUIRE || item.order() == LitmusOrder.ACQ_REL;
  }

  static boolean releases(DraftInstruction item) {
    return item.order() == LitmusOrder.RELEASE || item.order() == LitmusOrder.ACQ_REL;
  }
}
