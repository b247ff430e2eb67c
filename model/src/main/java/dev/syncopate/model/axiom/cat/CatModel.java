package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.cat.graph.ValueGraph;
import dev.syncopate.model.axiom.cat.graph.ValueGrowth;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A memory model, ready to judge executions. Immutable; each thread makes its own evaluators. */
public final class CatModel {
  private static final Set<String> UNDEFINING =
      Set.of(
          "race",
          "racy",
          "commutative-race",
          "data_race",
          "unsequenced_race",
          "undefined",
          "barrier_divergence");

  /** Names of a model in which all accesses are alike. */
  private static final Set<String> UNIFORM =
      Set.of(
          "R", "W", "F", "IW", "RMW", "EF", "XF", "po", "addr", "data", "ctrl", "casdep", "rmw",
          "loc", "vloc", "int", "syncbar", "rf", "co");

  private final String name;
  private final String title;
  private final ValueGraph graph;
  private final List<CatTest> tests;
  private final Map<String, ValueNode> values;
  private final List<ValueNode> choices;

  CatModel(
      String name,
      String title,
      ValueGraph graph,
      List<CatTest> tests,
      Map<String, ValueNode> values) {
    this.name = name;
    this.title = title;
    this.graph = graph;
    this.tests = List.copyOf(tests);
    this.values = values;
    this.choices = usedChoices(tests);
  }

  /** The choices that some test depends on, the earlier first. */
  private static List<ValueNode> usedChoices(List<CatTest> tests) {
    List<ValueNode> usedNodes = new ArrayList<>();
    for (ValueNode node : used(tests)) {
      if (node.operator() == Operator.CHOICE) {
        usedNodes.add(node);
      }
    }
    usedNodes.sort((a, b) -> Integer.compare(a.stage(), b.stage()));
    return List.copyOf(usedNodes);
  }

  /** All that some test depends on. */
  private static List<ValueNode> used(List<CatTest> tests) {
    List<ValueNode> todo = new ArrayList<>(tests.stream().map(CatTest::relation).toList());
    Set<Integer> visited = new TreeSet<>();
    List<ValueNode> usedNodes = new ArrayList<>();
    while (!todo.isEmpty()) {
      ValueNode node = todo.removeLast();
      if (visited.add(node.id())) {
        todo.addAll(node.operands());
        usedNodes.add(node);
      }
    }
    return usedNodes;
  }

  /** What the user calls it: its file, or its name in the library. */
  public String name() {
    return name;
  }

  /** What it calls itself in its first line; empty if it does not. */
  public String title() {
    return title;
  }

  /** The names of its requirements, in their order. */
  public List<String> requirements() {
    return tests.stream().filter(test -> !test.flag()).map(CatTest::name).toList();
  }

  /** The names of what it reports, in their order. */
  public List<String> flags() {
    return tests.stream().filter(CatTest::flag).map(CatTest::name).toList();
  }

  /**
   * Whether a flag means that the model promises nothing of the test: its behaviour is undefined.
   * So do {@code undefined_unless} in any model, {@code race} in our models, and by their names
   * those of public models.
   */
  public boolean undefines(String flag) {
    return UNDEFINING.contains(flag)
        || tests.stream().anyMatch(test -> test.undefining() && test.name().equals(flag));
  }

  /**
   * Whether coherence is a partial order in this model, so that two writes to one location may be
   * unordered. Public models of PTX say so by their first word; ours take from a total order what
   * PTX orders.
   */
  public boolean coherenceIsPartial() {
    return title.equals("PTX");
  }

  /**
   * Whether it refuses no less where a thread reads once more, as in a round of a loop that only
   * looked. Not so where a requirement asks that nothing of a kind lies between two events.
   */
  public boolean moreReadsOnlyForbid() {
    return ValueGrowth.onlyForbids(tests);
  }

  /** Whether it says something of transactions; else it would judge as if there were none. */
  public boolean knowsTransactions() {
    return uses("stxn");
  }

  /** Whether it says something of asynchronous operations. */
  public boolean knowsAsynchrony() {
    return uses("phs");
  }

  private boolean uses(String base) {
    return used(tests).stream()
        .anyMatch(node -> node.operator() == Operator.BASE && node.name().equals(base));
  }

  /** Whether it tells atomic accesses from others, or one scope from another. */
  public boolean distinguishesAccesses() {
    return used(tests).stream()
        .anyMatch(node -> node.operator() == Operator.BASE && !UNIFORM.contains(node.name()));
  }

  /** A new evaluator. */
  public CatEvaluator evaluator() {
    return new CatEvaluator(this);
  }

  /** What it says of one execution. */
  public Judgement judge(BaseNames execution) {
    CatEvaluator evaluator = evaluator();
    for (Stage stage : Stage.values()) {
      evaluator.enter(stage, execution);
    }
    return evaluator.judge();
  }

  ValueGraph graph() {
    return graph;
  }

  List<CatTest> tests() {
    return tests;
  }

  /** All that some test depends on. */
  List<ValueNode> usedNodes() {
    return used(tests);
  }

  List<ValueNode> choices() {
    return choices;
  }

  /** What each name stands for at the end of the model. */
  Map<String, ValueNode> values() {
    return values;
  }

  /** What a name stands for at the end of the model. */
  @Nullable ValueNode value(String definition) {
    return values.get(definition);
  }
}
