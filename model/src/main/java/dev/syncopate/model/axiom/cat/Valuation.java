package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.cat.graph.ValueGraph;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.graph.ValueType;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a model for an execution. They are computed on first use, and kept until a value
 * they depend on changes. Each has the mark that its stage had at its computation, and every change
 * gives new marks to its stage and all later ones.
 *
 * <p>For a partial execution each value has a lower and an upper bound. All operators are monotone
 * except difference and complement, which swap the bounds of their right operand.
 */
final class Valuation {
  private static final int KINDS = 3;

  /** Values inside each other, from which on they are computed one after the other. */
  private static final int DEEPEST = 300;

  private record Wanted(ValueNode node, Bound bound) {}

  private final int nodes;

  /** By place: for each bound, all nodes. */
  private final Object[] values;

  private final long[] marks;
  private final long[] stageMarks;

  /** By place and kind of test: the mark of its stage when it was last made, and its answer. */
  private final long[] testMarks;

  private final boolean[] answers;
  private final ValueGraph.@Nullable Group[] groups;
  private long lastMark;
  private int depth;
  private @Nullable BaseNames names;

  Valuation(ValueGraph graph) {
    nodes = graph.nodes().size();
    values = new Object[nodes * Bound.COUNT];
    marks = new long[values.length];
    stageMarks = new long[Stage.COUNT + graph.choices()];
    testMarks = new long[values.length * KINDS];
    answers = new boolean[testMarks.length];
    groups = new ValueGraph.Group[nodes];
    for (ValueGraph.Group group : graph.groups()) {
      for (ValueNode result : group.results()) {
        groups[result.id()] = group;
      }
    }
  }

  /** Takes what depends on a stage, and on later ones, from an execution. */
  void enter(Stage stage, BaseNames execution) {
    depth = 0;
    names = execution;
    invalidate(stage.level());
  }

  private void invalidate(int stage) {
    for (int s = stage; s < stageMarks.length; s++) {
      stageMarks[s] = ++lastMark;
    }
  }

  BaseNames names() {
    if (names == null) {
      throw new IllegalStateException("no execution was entered");
    }
    return names;
  }

  /** Chooses an order. */
  void choose(ValueNode choice, Relation order) {
    int place = choice.id();
    if (marks[place] != stageMarks[choice.stage()] || !order.equals(values[place])) {
      invalidate(choice.stage());
      keep(choice, Bound.EXACT, order);
    }
  }

  /** Bounds an order that is not yet chosen. */
  void narrow(ValueNode choice, Relation lowerBound, Relation upperBound) {
    invalidate(choice.stage());
    keep(choice, Bound.LEAST, lowerBound);
    keep(choice, Bound.MOST, upperBound);
  }

  /** Forgets the bounds of an order, and the order if it was chosen. */
  void widen(ValueNode choice) {
    invalidate(choice.stage());
  }

  /** Whether a test holds, where a bound of its relation is all of it. */
  boolean holds(CatTest test, Bound bound) {
    ValueNode relation = test.relation();
    int place = place(relation, bound) * KINDS + number(test.kind());
    long mark = stageMarks[relation.stage()];
    if (testMarks[place] != mark) {
      answers[place] = answer(test.kind(), (Relation) value(relation, bound));
      testMarks[place] = mark;
    }
    return answers[place] != test.negated();
  }

  private static int number(CatStatement.TestKind kind) {
    return switch (kind) {
      case ACYCLIC -> 0;
      case IRREFLEXIVE -> 1;
      case EMPTY -> 2;
    };
  }

  private static boolean answer(CatStatement.TestKind kind, Relation relation) {
    return switch (kind) {
      case ACYCLIC -> relation.isAcyclic();
      case IRREFLEXIVE -> relation.isIrreflexive();
      case EMPTY -> relation.isEmpty();
    };
  }

  /**
   * Where a bound of a value is kept. What is settled with the skeleton has but one value; what
   * only grows is least as it stands, as long as it depends on no choice. A variable of recursive
   * definitions has one place: it is filled anew whenever these are solved.
   */
  private int place(ValueNode node, Bound bound) {
    boolean isExact =
        bound == Bound.EXACT
            || node.stage() == 0
            || (bound == Bound.LEAST && node.stage() < Stage.COUNT && !node.antitone());
    return isExact ? node.id() : bound.number() * nodes + node.id();
  }

  Object value(ValueNode node, Bound bound) {
    if (!isKept(node, bound)) {
      depth++;
      if (depth > DEEPEST) {
        prepare(node, bound);
      }
      compute(node, bound);
      depth--;
    }
    return values[place(node, bound)];
  }

  private boolean isKept(ValueNode node, Bound bound) {
    return marks[place(node, bound)] == stageMarks[node.stage()];
  }

  private void compute(ValueNode node, Bound bound) {
    int place = place(node, bound);
    keep(node, bound, computed(node, place < nodes ? Bound.EXACT : bound));
  }

  /**
   * Computes what a value depends on. Definitions may depend on each other in chains as long as a
   * file, longer than a stack is deep.
   */
  private void prepare(ValueNode node, Bound bound) {
    Deque<Wanted> open = new ArrayDeque<>();
    push(new Wanted(node, bound), open);
    while (!open.isEmpty()) {
      Wanted next = open.peek();
      int oldSize = open.size();
      if (!isKept(next.node(), next.bound())) {
        push(next, open);
      }
      if (open.size() == oldSize) {
        open.pop();
        if (!isKept(next.node(), next.bound())) {
          compute(next.node(), next.bound());
        }
      }
    }
  }

  /**
   * What must be computed before a value: for recursive definitions what they have from outside.
   */
  private void push(Wanted goal, Deque<Wanted> open) {
    ValueNode node = goal.node();
    Bound bound = place(node, goal.bound()) < nodes ? Bound.EXACT : goal.bound();
    ValueGraph.Group group = groups[node.id()];
    List<ValueNode> inside = group == null ? List.of(node) : group.members();
    for (ValueNode member : inside) {
      List<ValueNode> operands = member.operands();
      for (int i = 0; i < operands.size(); i++) {
        ValueNode operand = operands.get(i);
        boolean isGiven =
            operand.operator() == Operator.VARIABLE
                || (operand.operator() == Operator.CHOICE && bound == Bound.EXACT)
                || (group != null && operand.group() >= 0);
        Bound operandBound = operandBound(member, i, bound);
        if (!isGiven && !isKept(operand, operandBound)) {
          open.push(new Wanted(operand, operandBound));
        }
      }
    }
  }

  private static Bound operandBound(ValueNode node, int operand, Bound bound) {
    return switch (node.operator()) {
      case COMPLEMENT -> bound.opposite();
      case DIFFERENCE -> operand == 1 ? bound.opposite() : bound;
      default -> bound;
    };
  }

  private void keep(ValueNode node, Bound bound, Object value) {
    int place = place(node, bound);
    values[place] = value;
    marks[place] = stageMarks[node.stage()];
  }

  private Object computed(ValueNode node, Bound bound) {
    int events = names().events();
    return switch (node.operator()) {
      case BASE -> base(node, bound, events);
      case FIXPOINT -> solve(node, bound);
      case CHOICE -> unchosen(node, bound, events);
      case VARIABLE, LINEARISATIONS, PARTIAL_ORDERS ->
          throw new IllegalStateException(
              node.operator() + " has a value only where it is given one");
      default -> {
        List<ValueNode> operands = node.operands();
        Object first =
            operands.isEmpty() ? node : value(operands.getFirst(), operandBound(node, 0, bound));
        Object second =
            operands.size() < 2 ? node : value(operands.getLast(), operandBound(node, 1, bound));
        yield OperatorValues.compute(node, events, first, second);
      }
    };
  }

  private Object base(ValueNode node, Bound bound, int events) {
    if (bound == Bound.MOST) {
      return names().atMost(node.name());
    }
    Object givenValue =
        node.type() == ValueType.SET ? names().set(node.name()) : names().relation(node.name());
    return givenValue == null ? OperatorValues.empty(node.type(), events) : givenValue;
  }

  /** All that is known of an order that is still to be chosen. */
  private static Object unchosen(ValueNode node, Bound bound, int events) {
    Object nothing = OperatorValues.empty(node.type(), events);
    return switch (bound) {
      case LEAST -> nothing;
      case MOST -> OperatorValues.all(node.type(), events);
      case EXACT -> throw new IllegalStateException("an order was not chosen");
    };
  }

  /** The least solution of recursive definitions: from nothing on, until nothing is added. */
  private Object solve(ValueNode node, Bound bound) {
    ValueGraph.Group group = groups[node.id()];
    if (group == null) {
      throw new IllegalStateException("a fixpoint of no definitions");
    }
    int events = names().events();
    for (ValueNode variable : group.variables()) {
      keep(variable, bound, OperatorValues.empty(variable.type(), events));
    }
    boolean changed = true;
    while (changed) {
      for (ValueNode member : group.members()) {
        if (member.operator() != Operator.VARIABLE) {
          marks[place(member, bound)] = 0;
        }
      }
      List<Object> next = new ArrayList<>();
      for (ValueNode body : group.bodies()) {
        next.add(value(body, bound));
      }
      changed = false;
      for (int i = 0; i < next.size(); i++) {
        ValueNode variable = group.variables().get(i);
        changed |= !next.get(i).equals(value(variable, bound));
        keep(variable, bound, next.get(i));
      }
    }
    for (int i = 0; i < group.results().size(); i++) {
      keep(group.results().get(i), bound, value(group.variables().get(i), bound));
    }
    return values[place(node, bound)];
  }
}
