package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All orders of a kind, in a fixed order. */
final class Orders {
  private final int events;
  private final List<Integer> elements = new ArrayList<>();

  private Orders(EventSet set) {
    this.events = set.events();
    for (int e = 0; e < events; e++) {
      if (set.contains(e)) {
        elements.add(e);
      }
    }
  }

  /**
   * Offers each strict total order of a set around a relation until one is taken.
   *
   * @return whether one was
   */
  static boolean linearisations(EventSet set, Relation around, Predicate<Relation> taker) {
    Orders orders = new Orders(set);
    return orders.extend(new ArrayList<>(), around, taker);
  }

  private boolean extend(List<Integer> placed, Relation around, Predicate<Relation> taker) {
    if (placed.size() == elements.size()) {
      return taker.test(total(placed));
    }
    for (int next : elements) {
      if (!placed.contains(next) && mayFollow(next, placed, around)) {
        placed.addLast(next);
        boolean extended = extend(placed, around, taker);
        placed.removeLast();
        if (extended) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayFollow(int next, List<Integer> placed, Relation around) {
    for (int element : elements) {
      if (around.contains(element, next) && !placed.contains(element)) {
        return false;
      }
    }
    return true;
  }

  private Relation total(List<Integer> sequence) {
    Relation order = new Relation(events);
    for (int i = 0; i < sequence.size(); i++) {
      for (int j = i + 1; j < sequence.size(); j++) {
        order.add(sequence.get(i), sequence.get(j));
      }
    }
    return order;
  }

  /**
   * Offers each strict partial order of a set that relates, one way or the other, every two
   * elements that a relation relates, until one is taken.
   *
   * @return whether one was
   */
  static boolean partial(EventSet set, Relation related, Predicate<Relation> taker) {
    Orders orders = new Orders(set);
    return orders.decide(0, 1, new Relation(orders.events), related, taker);
  }

  /** Decides how element i and element j stand, and then all later pairs. */
  private boolean decide(
      int i, int j, Relation order, Relation related, Predicate<Relation> taker) {
    if (j >= elements.size()) {
      return i + 2 >= elements.size()
          ? isTransitive(order) && taker.test(order)
          : decide(i + 1, i + 2, order, related, taker);
    }
    int a = elements.get(i);
    int b = elements.get(j);
    boolean mustBe = related.contains(a, b) || related.contains(b, a);
    return decide(i, j + 1, with(order, a, b), related, taker)
        || decide(i, j + 1, with(order, b, a), related, taker)
        || (!mustBe && decide(i, j + 1, order, related, taker));
  }

  private static Relation with(Relation order, int a, int b) {
    Relation pair = new Relation(order.events());
    pair.add(a, b);
    return order.union(pair);
  }

  private static boolean isTransitive(Relation order) {
    return order.sequence(order).difference(order).isEmpty();
  }
}
