package dev.syncopate.app.extract;

import dev.syncopate.model.litmus.Order;
import dev.syncopate.model.litmus.Scope;
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
  static List<UnaryOperator<Item>> all(Scope scope) {
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

  private static Item relaxed(Item item, Scope scope) {
    return item.as(Order.RELAXED, scope);
  }

  private static Item released(Item item, Scope scope) {
    boolean isAcqRel = item.isAtomic() && acquires(item);
    return item.as(isAcqRel ? Order.ACQ_REL : Order.RELEASE, widest(item, scope));
  }

  private static Item acquired(Item item, Scope scope) {
    boolean isAcqRel = item.isAtomic() && releases(item);
    return item.as(isAcqRel ? Order.ACQ_REL : Order.ACQUIRE, widest(item, scope));
  }

  private static Scope widest(Item item, Scope scope) {
    Scope now = item.scope();
    return now == null || now == Scope.SYS || now.compareTo(scope) < 0 ? scope : now;
  }

  static boolean acquires(Item item) {
    return item.order() == Order.ACQUIRE || item.order() == Order.ACQ_REL;
  }

  static boolean releases(Item item) {
    return item.order() == Order.RELEASE || item.order() == Order.ACQ_REL;
  }
}
