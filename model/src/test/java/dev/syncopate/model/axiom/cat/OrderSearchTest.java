package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.source.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An order is found exactly where the enumeration of all orders has one. */
class OrderSearchTest {
  private static final List<String> TESTS =
      List.of(
          "acyclic (o & addr) | data as a",
          "acyclic o | data as b",
          "irreflexive (o & addr); data; (o & ctrl); data as c",
          "empty data \\ (o | addr) as d",
          "empty (o; ctrl) & data & addr as e",
          "~empty o & ctrl & addr as f",
          "~acyclic o | ctrl as g",
          "flag ~empty o & ctrl as h",
          "flag empty o & data as i");

  private static CatModel model(String text) {
    return CatCompiler.compile(new SourceText("m.cat", text), (name, includer) -> null);
  }

  private static HandMade execution(long seed) {
    Random random = new Random(seed);
    HandMade execution = new HandMade();
    for (int e = 0; e < 4; e++) {
      execution.thread(e, 0).fence("SC");
    }
    for (String name : List.of("addr", "data", "ctrl")) {
      for (int pair = random.nextInt(6); pair > 0; pair--) {
        execution.relate(name, random.nextInt(4), random.nextInt(4));
      }
    }
    return execution;
  }

  private static List<Relation> orders(boolean total, Relation around) {
    List<Relation> orders = new ArrayList<>();
    EventSet events = EventSet.all(4);
    if (total) {
      Orders.linearisations(events, around, order -> !orders.add(order));
    } else {
      Orders.partial(events, around, order -> !orders.add(order));
    }
    return orders;
  }

  @ParameterizedTest
  @ValueSource(strings = {"linearisations", "partialorders"})
  void theSearchFindsWhatTheEnumerationFinds(String function) {
    Random random = new Random(7);
    int allowed = 0;
    int runs = 400;
    for (int run = 0; run < runs; run++) {
      StringBuilder tests = new StringBuilder("empty o & 0 as used\n");
      for (String test : TESTS) {
        if (random.nextInt(3) == 0) {
          tests.append(test).append('\n');
        }
      }
      long seed = random.nextLong();
      HandMade execution = execution(seed);
      Relation around = execution.relation("ctrl");
      Judgement judgement =
          model("with o from " + function + "(SC, ctrl)\n" + tests).judge(execution);
      Set<String> flags = new TreeSet<>();
      boolean isAllowed = false;
      CatModel withOrder = model("let o = commute\n" + tests);
      for (Relation order :
          orders(function.equals("linearisations"), around == null ? new Relation(4) : around)) {
        HandMade orderedExecution = execution(seed);
        for (int a = 0; a < 4; a++) {
          for (int b = 0; b < 4; b++) {
            if (order.contains(a, b)) {
              orderedExecution.relate("commute", a, b);
            }
          }
        }
        Judgement ofOrder = withOrder.judge(orderedExecution);
        isAllowed |= ofOrder.isAllowed();
        flags.addAll(ofOrder.flags());
      }
      assertThat(judgement.isAllowed()).as("run %d: %s", run, tests).isEqualTo(isAllowed);
      assertThat(new TreeSet<>(judgement.flags())).as("run %d: %s", run, tests).isEqualTo(flags);
      allowed += isAllowed ? 1 : 0;
    }
    assertThat(allowed).isBetween(runs / 10, runs * 9 / 10);
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aFewPairsDecideAmongThirtyFences() {
    HandMade execution = new HandMade();
    for (int e = 0; e < 30; e++) {
      execution.thread(e, 0).fence("SC");
    }
    execution.relate("data", 28, 29).relate("data", 29, 28);
    String text = "with o from linearisations(SC, 0) ";
    assertThat(model(text + "irreflexive o; data as x").judge(execution).isAllowed()).isFalse();
    execution.relate("addr", 28, 28);
    assertThat(model(text + "irreflexive o; addr; data as x").judge(execution).isAllowed())
        .isTrue();
  }

  @Test
  void aPartialExecutionWithoutAnOrderIsHopelessForTheReadsThatLeaveNone() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    HandMade.Agent thread = execution.thread(0, 0);
    int first = thread.fence("SC");
    int read = thread.read("x", "RLX");
    int second = thread.fence("SC");
    int unrelated = execution.thread(1, 0).read("x", "RLX");
    execution.rf(x, read).rf(x, unrelated);
    String text =
        "with o from linearisations(SC, 0)"
            + " irreflexive o; (po | po^-1); [range(rf)]; (po | po^-1) as x";
    CatEvaluator evaluator = model(text).evaluator();
    for (Stage stage : Stage.values()) {
      evaluator.enter(stage, execution);
    }
    assertThat(evaluator.isHopeless()).isTrue();
    List<String> facts = new ArrayList<>();
    evaluator.whyHopeless(
        new BaseFacts() {
          @Override
          public void has(String base, int tail, int head) {
            facts.add(base + " " + tail + " " + head);
          }

          @Override
          public void lacks(String base, int tail, int head) {
            facts.add("no " + base + " " + tail + " " + head);
          }

          @Override
          public void all() {
            facts.add("all");
          }
        });
    assertThat(facts).isNotEmpty().containsOnly("rf " + x + " " + read);
    assertThat(first).isLessThan(second);
  }
}
