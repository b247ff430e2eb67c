package dev.syncopate.app.extract;

import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ways to strengthen what threads of a race do; the first that makes it none is told. */
final class Remedy {
  private Remedy() {}

  /**
   * What may be tried, the least first.
   *
   * @param scope that takes in all of the threads
   */
  static List<UnaryOperator<Item>> all(LitmusScope scope) {
    UnaryOperator<Item> wide = item -> item.wider(scope);
    UnaryOperator<Item> release = item -> item.gives() ? released(item, scope) : item;
    UnaryOperator<Item> acquire = item -> item.takes() ? acquired(item, scope) : item;
    UnaryOperator<Item> strong =
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

  private static Item relaxed(Item item, LitmusScope scope) {
    return item.as(LitmusOrder.RELAXED, scope);
  }

  private static Item released(Item item, LitmusScope scope) {
    boolean isAcqRel = item.isAtomic() && acquires(item);
    return item.as(isAcqRel ? LitmusOrder.ACQ_REL : LitmusOrder.RELEASE, widest(item, scope));
  }

  private static Item acquired(Item item, LitmusScope scope) {
    boolean isAcqRel = item.isAtomic() && releases(item);
    return item.as(isAcqRel ? LitmusOrder.ACQ_REL : LitmusOrder.ACQUIRE, widest(item, scope));
  }

  private static LitmusScope widest(Item item, LitmusScope scope) {
    LitmusScope now = item.scope();
    return now == null || now == LitmusScope.SYS || now.compareTo(scope) < 0 ? scope : now;
  }

  static boolean acquires(Item item) {
    return item.order() == LitmusOrder.ACQUIRE || item.order() == LitmusOrder.ACQ_REL;
  }

  static boolean releases(Item item) {
    return item.order() == LitmusOrder.RELEASE || item.order() == LitmusOrder.ACQ_REL;
  }
}
