package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.halt.Halt;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges one execution after the other. An execution is entered stage by stage; entering a stage
 * again keeps what was computed from the earlier ones, so a search need enter a skeleton once for
 * all its executions. Not for several threads.
 *
 * <p>Values are computed when a test first wants them, and kept until something they hang on
 * changes: each has the mark that its stage had then, and every change gives new marks to its own
 * stage and all later ones.
 */
public final class CatEvaluator {
  private final CatModel model;
  private final Object[] values;
  private final long[] marks;
  private final long[] stageMarks;
  private final Graph.@Nullable Group[] groups;
  private final Halt halt = Halt.current();
  private long lastMark;
  private @Nullable BaseNames names;

  CatEvaluator(CatModel model) {
    this.model = model;
    Graph graph = model.graph();
    int nodes = graph.nodes().size();
    this.values = new Object[nodes];
    this.marks = new long[nodes];
    this.stageMarks = new long[Stage.COUNT + graph.choices()];
    this.groups = new Graph.Group[nodes];
    for (Graph.Group group : graph.groups()) {
      for (Node result : group.results()) {
        groups[result.id()] = group;
      }
    }
  }

  /**
   * Takes the base names of a stage from an execution, which must agree with the one entered before
   * on all earlier stages.
   *
   * @throws dev.syncopate.model.axiom.halt.HaltedException where the search should end
   */
  public void enter(Stage stage, BaseNames execution) {
    halt.poll();
    names = execution;
    invalidate(stage.level());
  }

  private void invalidate(int stage) {
    for (int s = stage; s < stageMarks.length; s++) {
      stageMarks[s] = ++lastMark;
    }
  }

  /** Whether all requirements hold that hang on what was entered up to a stage, and on no more. */
  public boolean holds(Stage upTo) {
    for (CatTest test : model.tests()) {
      if (!test.flag() && test.stage() <= upTo.level() && !holds(test)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether no execution can be allowed whose {@code rf} and {@code co} have at least the pairs of
   * what was entered: some requirement fails that more pairs cannot mend, even before any order is
   * chosen.
   */
  public boolean isHopeless() {
    for (Node choice : model.choices()) {
      set(choice, new Relation(names().events()));
    }
    for (CatTest test : model.tests()) {
      if (test.failsForGood() && !holds(test)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the model allows the execution that was entered. */
  public boolean allows() {
    return holds(Stage.COHERENCE) && choose(0, () -> true);
  }

  /** All that the model says of the execution that was entered. */
  public Judgement judge() {
    if (allows()) {
      return new Judgement(List.of(), flags());
    }
    List<Judgement.Violation> violations = violations(Stage.COHERENCE.level());
    if (violations.isEmpty()) {
      // Every order breaks something; what the first one breaks is as good as any.
      firstOrders(violations);
      violations.addAll(violations(Integer.MAX_VALUE));
    }
    return new Judgement(violations, List.of());
  }

  /** What is reported for some choice of orders with which the execution is allowed. */
  private List<String> flags() {
    List<String> raised = new ArrayList<>();
    for (CatTest test : model.tests()) {
      if (test.flag() && choose(0, () -> holds(test))) {
        raised.add(test.name());
      }
    }
    return raised;
  }

  private List<Judgement.Violation> violations(int upTo) {
    List<Judgement.Violation> violations = new ArrayList<>();
    for (CatTest test : model.tests()) {
      if (!test.flag() && test.stage() <= upTo && !holds(test)) {
        violations.add(
            test.negated()
                ? new Judgement.Violation(test.name(), List.of(), List.of())
                : violation(test));
      }
    }
    return violations;
  }

  private Judgement.Violation violation(CatTest test) {
    List<Integer> events = Witness.of(test.kind(), (Relation) value(test.relation()));
    Explanation explanation = new Explanation(model.values(), this::value);
    List<Judgement.Step> steps = new ArrayList<>();
    boolean isCycle = test.kind() != Statement.TestKind.EMPTY || events.size() == 1;
    for (int i = 0; i < events.size() - (isCycle ? 0 : 1); i++) {
      int to = events.get((i + 1) % events.size());
      steps.addAll(explanation.of(test.relation(), events.get(i), to));
    }
    return new Judgement.Violation(test.name(), events, steps);
  }

  private interface Wanted {
    boolean test();
  }

  /** Whether orders can be chosen with which all requirements hold, and what is wanted. */
  private boolean choose(int choice, Wanted wanted) {
    if (choice == model.choices().size()) {
      return wanted.test();
    }
    Node node = model.choices().get(choice);
    return offer(
        node,
        order -> {
          set(node, order);
          return holds(node, choice) && choose(choice + 1, wanted);
        });
  }

  /** Whether the requirements hold that hang on this choice and no later one. */
  private boolean holds(Node node, int choice) {
    boolean isLast = choice + 1 == model.choices().size();
    int to = isLast ? Integer.MAX_VALUE : model.choices().get(choice + 1).stage();
    for (CatTest test : model.tests()) {
      if (!test.flag() && test.stage() >= node.stage() && test.stage() < to && !holds(test)) {
        return false;
      }
    }
    return true;
  }

  private void firstOrders(List<Judgement.Violation> violations) {
    for (Node choice : model.choices()) {
      boolean any =
          offer(
              choice,
              order -> {
                set(choice, order);
                return true;
              });
      if (!any) {
        set(choice, new Relation(names().events()));
        violations.add(
            new Judgement.Violation("an order for " + choice.name(), List.of(), List.of()));
      }
    }
  }

  private boolean offer(Node choice, Predicate<Relation> taker) {
    Node orders = choice.operand();
    EventSet set = (EventSet) value(orders.left());
    Relation relation = (Relation) value(orders.right());
    return orders.operator() == Operator.LINEARISATIONS
        ? Orders.linearisations(set, relation, taker)
        : Orders.partial(set, relation, taker);
  }

  private void set(Node choice, Relation order) {
    halt.poll();
    boolean isSet = marks[choice.id()] == stageMarks[choice.stage()];
    if (!isSet || !order.equals(values[choice.id()])) {
      invalidate(choice.stage());
      keep(choice, order);
    }
  }

  private boolean holds(CatTest test) {
    Relation relation = (Relation) value(test.relation());
    boolean holds =
        switch (test.kind()) {
          case ACYCLIC -> relation.isAcyclic();
          case IRREFLEXIVE -> relation.isIrreflexive();
          case EMPTY -> relation.isEmpty();
        };
    return holds != test.negated();
  }

  /**
   * A relation of the execution that was entered, by the name that the model gives it.
   *
   * @return {@code null} if the model gives none, or it hangs on the choice of an order
   */
  public @Nullable Relation relation(String definition) {
    Node node = model.value(definition);
    return node != null && node.type() == Type.RELATION && node.stage() < Stage.COUNT
        ? (Relation) value(node)
        : null;
  }

  private BaseNames names() {
    if (names == null) {
      throw new IllegalStateException("no execution was entered");
    }
    return names;
  }

  private Object value(Node node) {
    if (!isKept(node)) {
      for (Node operand : node.operands()) {
        if (!isKept(operand)) {
          prepare(node);
          break;
        }
      }
      keep(node, compute(node));
    }
    return values[node.id()];
  }

  private boolean isKept(Node node) {
    return marks[node.id()] == stageMarks[node.stage()];
  }

  /**
   * Computes what a value hangs on. Definitions may hang on each other in chains as long as a file,
   * longer than a stack is deep.
   */
  private void prepare(Node node) {
    Deque<Node> open = new ArrayDeque<>();
    push(node, open);
    while (!open.isEmpty()) {
      Node next = open.peek();
      int before = open.size();
      if (!isKept(next)) {
        push(next, open);
      }
      if (open.size() == before) {
        open.pop();
        if (!isKept(next)) {
          keep(next, compute(next));
        }
      }
    }
  }

  /**
   * What must be computed before a value: for recursive definitions what they have from outside.
   */
  private void push(Node node, Deque<Node> open) {
    Graph.Group group = groups[node.id()];
    if (group == null) {
      node.operands().forEach(operand -> pushMissing(operand, open));
      return;
    }
    for (Node member : group.members()) {
      for (Node operand : member.operands()) {
        if (operand.group() < 0) {
          pushMissing(operand, open);
        }
      }
    }
  }

  private void pushMissing(Node node, Deque<Node> open) {
    boolean isGiven = node.operator() == Operator.VARIABLE || node.operator() == Operator.CHOICE;
    if (!isGiven && !isKept(node)) {
      open.push(node);
    }
  }

  private void keep(Node node, Object value) {
    values[node.id()] = value;
    marks[node.id()] = stageMarks[node.stage()];
  }

  private Object compute(Node node) {
    int events = names().events();
    return switch (node.operator()) {
      case BASE -> base(node, events);
      case FIXPOINT -> solve(node);
      case VARIABLE, CHOICE, LINEARISATIONS, PARTIAL_ORDERS ->
          throw new IllegalStateException(
              node.operator() + " has a value only where it is given one");
      default -> {
        List<Node> operands = node.operands();
        Object first = operands.isEmpty() ? node : value(operands.getFirst());
        Object second = operands.size() < 2 ? node : value(operands.getLast());
        yield Values.compute(node, events, first, second);
      }
    };
  }

  private Object base(Node node, int events) {
    Object given =
        node.type() == Type.SET ? names().set(node.name()) : names().relation(node.name());
    return given == null ? Values.empty(node.type(), events) : given;
  }

  /** The least solution of recursive definitions: from nothing on, until nothing is added. */
  private Object solve(Node node) {
    Graph.Group group = groups[node.id()];
    if (group == null) {
      throw new IllegalStateException("a fixpoint of no definitions");
    }
    int events = names().events();
    for (Node variable : group.variables()) {
      keep(variable, Values.empty(variable.type(), events));
    }
    boolean changed = true;
    while (changed) {
      for (Node member : group.members()) {
        if (member.operator() != Operator.VARIABLE) {
          marks[member.id()] = 0;
        }
      }
      List<Object> next = new ArrayList<>();
      for (Node body : group.bodies()) {
        next.add(value(body));
      }
      changed = false;
      for (int i = 0; i < next.size(); i++) {
        Node variable = group.variables().get(i);
        changed |= !next.get(i).equals(values[variable.id()]);
        keep(variable, next.get(i));
      }
    }
    for (int i = 0; i < group.results().size(); i++) {
      keep(group.results().get(i), values[group.variables().get(i).id()]);
    }
    return values[node.id()];
  }
}
