package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.ValueGraph;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Search for an order that a model chooses, pair by pair. An order that is decided in part bounds
 * the values that depend on it. A requirement that fails at these bounds fails for every
 * completion. The search then turns back to the last decision that the failure comes from
 * (conflict-directed backjumping). Pairs that failed last are decided first, in the direction of
 * the last order that was accepted. Pairs whose order no value depends on are not decided.
 *
 * <p>One for each choice of an evaluator, and only for the execution that is entered.
 */
final class OrderSearch {
  /** Takes no facts. */
  static final BaseFacts NO_FACTS =
      new BaseFacts() {
        @Override
        public void has(String base, int tail, int head) {}

        @Override
        public void lacks(String base, int tail, int head) {}

        @Override
        public void all() {}
      };

  private final ValueGraph graph;
  private final ValueNode choice;
  private final Valuation values;
  private final Cancellation halt = Cancellation.current();

  /** Requirements that depend on the choice. */
  private final List<CatTest> requirements;

  /** Relations with which the choice is intersected before anything else; null where it is not. */
  private final @Nullable List<ValueNode> restrictions;

  /** The order that was accepted last. */
  private @Nullable Relation accepted;

  /** Two elements each, those that failed last at the front. */
  private List<int[]> pairs = List.of();

  private List<Integer> elements = List.of();
  private Relation square = new Relation(0);
  private BaseFacts outside = NO_FACTS;

  /** The decisions in force: the first event of each before the second. */
  private final List<int[]> trail = new ArrayList<>();

  private Predicate<Relation> taker = _ -> false;

  OrderSearch(CatModel model, ValueNode choice, Valuation values) {
    this.graph = model.graph();
    this.choice = choice;
    this.values = values;
    this.requirements =
        model.tests().stream()
            .filter(test -> !test.flag() && test.stage() >= choice.stage())
            .toList();
    this.restrictions = restrictions(model, choice);
  }

  private static @Nullable List<ValueNode> restrictions(CatModel model, ValueNode choice) {
    List<ValueNode> relations = new ArrayList<>();
    for (ValueNode node : model.usedNodes()) {
      if (node.operands().contains(choice)) {
        ValueNode restriction = node.left().equals(choice) ? node.right() : node.left();
        if (node.operator() != Operator.INTERSECTION || restriction.stage() > 0) {
          return null;
        }
        relations.add(restriction);
      }
    }
    return relations;
  }

  /** Whether what is ordered, and around which relation, depends on no read and no write order. */
  boolean isKnownEarly() {
    return choice.operand().stage() == 0;
  }

  /**
   * Whether some order keeps all requirements at the bounds of the execution as it stands.
   *
   * @param facts takes why no order is left
   */
  boolean isPossible(BaseFacts facts) {
    if (isTrivial()) {
      return true;
    }
    boolean possible = find(_ -> true, facts);
    values.widen(choice);
    return possible;
  }

  /** Whether there are no two elements to order. */
  private boolean isTrivial() {
    EventSet set = (EventSet) values.value(choice.operand().left(), Bound.EXACT);
    return elements(set).size() < 2;
  }

  /** Offers orders that may keep all requirements until one is taken; whether one was. */
  boolean find(Predicate<Relation> orderTaker) {
    return find(orderTaker, NO_FACTS);
  }

  private boolean find(Predicate<Relation> orderTaker, BaseFacts facts) {
    taker = orderTaker;
    outside = facts;
    trail.clear();
    ValueNode orders = choice.operand();
    EventSet set = (EventSet) values.value(orders.left(), Bound.EXACT);
    Relation around = (Relation) values.value(orders.right(), Bound.EXACT);
    elements = elements(set);
    Relation full = Relation.product(set, set);
    square = full.difference(Relation.identity(set));
    Relation contained = around.intersection(full);
    boolean isTotal = orders.operator() == Operator.LINEARISATIONS;
    List<int[]> decided = pairs(isTotal ? square : contained.union(contained.inverse()));
    if (isTotal && restrictions != null) {
      Relation relevant = relevant();
      decided.removeIf(pair -> !either(relevant, pair[0], pair[1]));
    }
    List<int[]> last = pairs;
    decided.sort((a, b) -> Integer.compare(place(last, a), place(last, b)));
    pairs = decided;
    Relation start = isTotal ? contained.transitiveClosure() : new Relation(set.events());
    boolean success =
        start.isIrreflexive()
            && (isTotal ? decideTotal(start) : decidePartial(start, new Relation(set.events())))
                == null;
    if (!success) {
      values.widen(choice);
    }
    return success;
  }

  private static List<Integer> elements(EventSet set) {
    List<Integer> elements = new ArrayList<>();
    for (int e = 0; e < set.events(); e++) {
      if (set.contains(e)) {
        elements.add(e);
      }
    }
    return elements;
  }

  private Relation relevant() {
    Relation relevant = new Relation(square.events());
    if (restrictions != null) {
      for (ValueNode restriction : restrictions) {
        relevant = relevant.union((Relation) values.value(restriction, Bound.EXACT));
      }
    }
    return relevant;
  }

  private List<int[]> pairs(Relation relation) {
    List<int[]> unordered = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      for (int j = i + 1; j < elements.size(); j++) {
        if (either(relation, elements.get(i), elements.get(j))) {
          unordered.add(new int[] {elements.get(i), elements.get(j)});
        }
      }
    }
    return unordered;
  }

  private static int place(List<int[]> list, int[] pair) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i)[0] == pair[0] && list.get(i)[1] == pair[1]) {
        return i;
      }
    }
    return list.size();
  }

  private static boolean either(Relation relation, int a, int b) {
    return relation.contains(a, b) || relation.contains(b, a);
  }

  /** Decides all pairs that are left; null where an order was taken, else why none was. */
  private @Nullable BitSet decideTotal(Relation order) {
    BitSet conflict = conflict(order, square.difference(order.inverse()));
    if (conflict != null) {
      return conflict;
    }
    int[] pair = undecided(pairs, order, order);
    if (pair == null) {
      return take(total(order)) ? null : decisions();
    }
    boolean forward = accepted == null || !contains(accepted, pair[1], pair[0]);
    return inBothDirections(pair, forward, order, this::decideTotal);
  }

  /** Pairs that must be ordered come first, then all others, of which each may stay unordered. */
  private @Nullable BitSet decidePartial(Relation order, Relation unorderedPairs) {
    if (!order.intersection(unorderedPairs).isEmpty()) {
      return decisions();
    }
    BitSet conflict =
        conflict(order, square.difference(order.inverse()).difference(unorderedPairs));
    if (conflict != null) {
      return conflict;
    }
    int[] pair = undecided(pairs, order, order);
    boolean mustBe = pair != null;
    if (pair == null) {
      if (take(order)) {
        return null;
      }
      pair = undecided(pairs(square), order, unorderedPairs);
    }
    if (pair == null) {
      return decisions();
    }
    boolean forward = accepted == null || !contains(accepted, pair[1], pair[0]);
    BitSet ordered =
        inBothDirections(pair, forward, order, longer -> decidePartial(longer, unorderedPairs));
    if (ordered == null || mustBe) {
      return ordered;
    }
    Relation longerUnordered = unorderedPairs.union(new Relation(unorderedPairs.events()));
    longerUnordered.add(pair[0], pair[1]);
    longerUnordered.add(pair[1], pair[0]);
    BitSet unordered = decidePartial(order, longerUnordered);
    return unordered == null ? null : decisions();
  }

  private interface Continuation {
    @Nullable BitSet decide(Relation order);
  }

  /**
   * Decides a pair one way and the other. The second way is left out where the first one failed for
   * what was decided before.
   */
  private @Nullable BitSet inBothDirections(
      int[] pair, boolean forward, Relation order, Continuation continuation) {
    BitSet causes = new BitSet();
    int level = trail.size();
    for (boolean direction : new boolean[] {forward, !forward}) {
      int[] decision = direction ? pair : new int[] {pair[1], pair[0]};
      trail.add(decision);
      BitSet conflict = continuation.decide(order.transitiveWith(decision[0], decision[1]));
      trail.removeLast();
      if (conflict == null || !conflict.get(level)) {
        return conflict;
      }
      causes.or(conflict);
    }
    causes.clear(level);
    toFront(pair);
    return causes;
  }

  private BitSet decisions() {
    BitSet everyLevel = new BitSet();
    everyLevel.set(0, trail.size());
    return everyLevel;
  }

  /** The decisions for which a requirement fails at these bounds; null where none fails. */
  private @Nullable BitSet conflict(Relation lowerBound, Relation upperBound) {
    halt.poll();
    values.narrow(choice, lowerBound, upperBound);
    for (CatTest test : requirements) {
      if (!values.holds(test, test.negated() ? Bound.MOST : Bound.LEAST)) {
        BitSet causes = new BitSet();
        new FailureGrounds(graph, values, facts(causes, lowerBound)).explain(test);
        return causes;
      }
    }
    return null;
  }

  private BaseFacts facts(BitSet causes, Relation order) {
    return new BaseFacts() {
      @Override
      public void has(String base, int tail, int head) {
        outside.has(base, tail, head);
      }

      @Override
      public void lacks(String base, int tail, int head) {
        outside.lacks(base, tail, head);
      }

      @Override
      public void ordered(int tail, int head) {
        if (!order.contains(tail, head)) {
          causes.or(decisions());
        }
        for (int level = 0; level < trail.size(); level++) {
          int[] decision = trail.get(level);
          if ((tail == decision[0] || order.contains(tail, decision[0]))
              && (head == decision[1] || order.contains(decision[1], head))) {
            causes.set(level);
          }
        }
      }

      @Override
      public void all() {
        causes.or(decisions());
        outside.all();
      }
    };
  }

  private static int @Nullable [] undecided(
      List<int[]> list, Relation order, Relation unorderedPairs) {
    for (int[] pair : list) {
      if (!either(order, pair[0], pair[1]) && !either(unorderedPairs, pair[0], pair[1])) {
        return pair;
      }
    }
    return null;
  }

  /** Events of another execution may be fewer. */
  private static boolean contains(Relation relation, int a, int b) {
    return Math.max(a, b) < relation.events() && relation.contains(a, b);
  }

  private void toFront(int[] pair) {
    List<int[]> changed = new ArrayList<>(pairs);
    changed.remove(pair);
    changed.addFirst(pair);
    pairs = changed;
  }

  private boolean take(Relation order) {
    if (!taker.test(order)) {
      return false;
    }
    accepted = order;
    return true;
  }

  /** An order with those pairs, otherwise by number. */
  private Relation total(Relation order) {
    List<Integer> remaining = new ArrayList<>(elements);
    Relation total = order;
    while (!remaining.isEmpty()) {
      int next = first(remaining, order);
      remaining.remove(Integer.valueOf(next));
      for (int later : remaining) {
        if (!total.contains(next, later)) {
          total = total.transitiveWith(next, later);
        }
      }
    }
    return total;
  }

  private static int first(List<Integer> remaining, Relation order) {
    for (int candidate : remaining) {
      if (remaining.stream().noneMatch(earlier -> order.contains(earlier, candidate))) {
        return candidate;
      }
    }
    throw new IllegalStateException("an order with a cycle");
  }
}
