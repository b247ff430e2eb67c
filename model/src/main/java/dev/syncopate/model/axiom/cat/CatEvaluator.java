package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.graph.ValueType;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges one execution after the other. An execution is entered stage by stage; entering a stage
 * again keeps what was computed from the earlier ones, so a search need enter a skeleton once for
 * all its executions. Not for several threads.
 */
public final class CatEvaluator {
  private final CatModel model;
  private final Valuation values;

  /** One for each choice of the model. */
  private final List<OrderSearch> orders;

  private final Cancellation halt = Cancellation.current();

  /** The choice for which no order was left when the last execution was hopeless; else null. */
  private @Nullable OrderSearch orderless;

  /** The requirement that could not be met the last time that one could not. */
  private @Nullable CatTest brokenLast;

  CatEvaluator(CatModel model) {
    this.model = model;
    this.values = new Valuation(model.graph());
    this.orders =
        model.choices().stream().map(choice -> new OrderSearch(model, choice, values)).toList();
  }

  /**
   * Takes the base names of a stage from an execution, which must agree with the one entered before
   * on all earlier stages.
   *
   * @throws dev.syncopate.model.axiom.halt.HaltedException where the search should end
   */
  public void enter(Stage stage, BaseNames execution) {
    halt.poll();
    values.enter(stage, execution);
  }

  /**
   * Whether all requirements hold that depend on what was entered up to a stage, and on no more.
   */
  public boolean holds(Stage upTo) {
    for (CatTest test : model.tests()) {
      if (!test.flag() && test.stage() <= upTo.level() && !holds(test)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether no execution can be allowed that what was entered may still become: {@code rf} and
   * {@code co} get more pairs, up to those that the execution says they have at most, and orders
   * are chosen in some way.
   */
  public boolean isHopeless() {
    orderless = null;
    // What broke last is likely to break again, and then nothing else need be computed.
    if (brokenLast != null && !mayHold(brokenLast)) {
      return true;
    }
    for (CatTest test : model.tests()) {
      if (!test.flag() && !mayHold(test)) {
        brokenLast = test;
        return true;
      }
    }
    for (OrderSearch order : orders) {
      if (order.isKnownEarly() && !order.isPossible(OrderSearch.NO_FACTS)) {
        orderless = order;
        return true;
      }
    }
    return false;
  }

  /** Tells what it comes from that the execution that was entered last is hopeless. */
  public void whyHopeless(BaseFacts facts) {
    if (orderless != null) {
      // Each branch of the search fails for a reason; together they leave no order.
      orderless.isPossible(facts);
    } else if (brokenLast != null && !mayHold(brokenLast)) {
      new FailureGrounds(model.graph(), values, facts).explain(brokenLast);
    } else {
      facts.all();
    }
  }

  /** Tells what it comes from that something may not be reported of what was entered last. */
  public void whyNotReported(String flag, BaseFacts facts) {
    for (CatTest test : model.tests()) {
      if (test.flag() && test.name().equals(flag)) {
        new FailureGrounds(model.graph(), values, facts).explain(test);
      }
    }
  }

  private boolean mayHold(CatTest test) {
    return values.holds(test, test.negated() ? Bound.MOST : Bound.LEAST);
  }

  /** Whether something may be reported of what the execution that was entered may still become. */
  public boolean mayReport(String flag) {
    for (CatTest test : model.tests()) {
      if (test.flag() && test.name().equals(flag) && mayHold(test)) {
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
    RelationDerivation explanation = new RelationDerivation(model.values(), this::value);
    List<Judgement.Step> steps = new ArrayList<>();
    boolean isCycle = test.kind() != CatStatement.TestKind.EMPTY || events.size() == 1;
    for (int i = 0; i < events.size() - (isCycle ? 0 : 1); i++) {
      int head = events.get((i + 1) % events.size());
      steps.addAll(explanation.of(test.relation(), events.get(i), head));
    }
    return new Judgement.Violation(test.name(), events, steps);
  }

  private interface Wanted {
    boolean test();
  }

  /** Whether orders can be chosen with which all requirements hold, and what is wanted. */
  private boolean choose(int choice, Wanted condition) {
    if (choice == model.choices().size()) {
      return condition.test();
    }
    ValueNode node = model.choices().get(choice);
    return orders
        .get(choice)
        .find(order -> {
          choose(node, order);
          return holds(node, choice) && choose(choice + 1, condition);
        });
  }

  /** Whether the requirements hold that depend on this choice and no later one. */
  private boolean holds(ValueNode node, int choice) {
    boolean isLast = choice + 1 == model.choices().size();
    int endStage = isLast ? Integer.MAX_VALUE : model.choices().get(choice + 1).stage();
    for (CatTest test : model.tests()) {
      if (!test.flag() && test.stage() >= node.stage() && test.stage() < endStage && !holds(test)) {
        return false;
      }
    }
    return true;
  }

  private void firstOrders(List<Judgement.Violation> violations) {
    for (ValueNode choice : model.choices()) {
      boolean hasOrder =
          offer(
              choice,
              order -> {
                choose(choice, order);
                return true;
              });
      if (!hasOrder) {
        choose(choice, new Relation(values.names().events()));
        violations.add(
            new Judgement.Violation("an order for " + choice.name(), List.of(), List.of()));
      }
    }
  }

  private boolean offer(ValueNode choice, Predicate<Relation> taker) {
    ValueNode orders = choice.operand();
    EventSet set = (EventSet) value(orders.left());
    Relation relation = (Relation) value(orders.right());
    return orders.operator() == Operator.LINEARISATIONS
        ? Orders.linearisations(set, relation, taker)
        : Orders.partial(set, relation, taker);
  }

  private void choose(ValueNode choice, Relation order) {
    halt.poll();
    values.choose(choice, order);
  }

  private boolean holds(CatTest test) {
    return values.holds(test, Bound.EXACT);
  }

  /**
   * A relation of the execution that was entered, by the name that the model gives it.
   *
   * @return {@code null} if the model gives none, or it depends on the choice of an order
   */
  public @Nullable Relation relation(String definition) {
    ValueNode node = model.value(definition);
    return node != null && node.type() == ValueType.RELATION && node.stage() < Stage.COUNT
        ? (Relation) value(node)
        : null;
  }

  private Object value(ValueNode node) {
    return values.value(node, Bound.EXACT);
  }
}
