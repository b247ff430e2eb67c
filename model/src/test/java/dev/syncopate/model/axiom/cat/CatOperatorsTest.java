package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.source.SourceText;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions mean what their operators mean on plain sets of pairs. */
class CatOperatorsTest {
  private static final int EVENTS = 6;

  /** A value that knows its text and, independently, its pairs; a set is its pairs (e, e). */
  private record Sample(String text, boolean isSet, Set<Integer> pairs) {
    boolean has(int a, int b) {
      return pairs.contains(a * EVENTS + b);
    }

    boolean has(int e) {
      return has(e, e);
    }
  }

  private static Sample set(String text, IntPredicate predicate) {
    return new Sample(text, true, pairs((a, b) -> a.equals(b) && predicate.test(a)));
  }

  private static Sample relation(String text, BiPredicate<Integer, Integer> predicate) {
    return new Sample(text, false, pairs(predicate));
  }

  private static Set<Integer> pairs(BiPredicate<Integer, Integer> predicate) {
    Set<Integer> pairs = new TreeSet<>();
    for (int a = 0; a < EVENTS; a++) {
      for (int b = 0; b < EVENTS; b++) {
        if (predicate.test(a, b)) {
          pairs.add(a * EVENTS + b);
        }
      }
    }
    return pairs;
  }

  private static boolean some(IntPredicate condition) {
    for (int e = 0; e < EVENTS; e++) {
      if (condition.test(e)) {
        return true;
      }
    }
    return false;
  }

  /** Random sets R, W, F and relations po, rf, co, and expressions of them. */
  private static final class Samples {
    private final Random random;
    private final Sample[] bases = new Sample[6];

    Samples(Random random) {
      this.random = random;
      String[] names = {"R", "W", "F", "po", "rf", "co"};
      for (int i = 0; i < names.length; i++) {
        boolean[] members = new boolean[EVENTS * EVENTS];
        for (int p = 0; p < members.length; p++) {
          members[p] = random.nextInt(4) == 0;
        }
        bases[i] =
            i < 3
                ? set(names[i], e -> members[e])
                : relation(names[i], (a, b) -> members[a * EVENTS + b]);
      }
    }

    Sample any(int depth) {
      return random.nextInt(3) == 0 ? aSet(depth) : aRelation(depth);
    }

    Sample aSet(int depth) {
      if (depth == 0) {
        return bases[random.nextInt(3)];
      }
      Sample a = aSet(depth - 1);
      Sample b = aSet(depth - 1);
      Sample r = aRelation(depth - 1);
      return switch (random.nextInt(7)) {
        case 0 -> set("(" + a.text + " | " + b.text + ")", e -> a.has(e) || b.has(e));
        case 1 -> set("(" + a.text + " & " + b.text + ")", e -> a.has(e) && b.has(e));
        case 2 -> set("(" + a.text + " \\ " + b.text + ")", e -> a.has(e) && !b.has(e));
        case 3 -> set("~" + a.text, e -> !a.has(e));
        case 4 -> set("domain(" + r.text + ")", e -> some(x -> r.has(e, x)));
        case 5 -> set("range(" + r.text + ")", e -> some(x -> r.has(x, e)));
        default -> set("_", e -> true);
      };
    }

    Sample aRelation(int depth) {
      if (depth == 0) {
        return bases[3 + random.nextInt(3)];
      }
      Sample s = aSet(depth - 1);
      Sample t = aSet(depth - 1);
      Sample q = aRelation(depth - 1);
      Sample r = aRelation(depth - 1);
      return switch (random.nextInt(12)) {
        case 0 ->
            relation("(" + q.text + " | " + r.text + ")", (a, b) -> q.has(a, b) || r.has(a, b));
        case 1 ->
            relation("(" + q.text + " & " + r.text + ")", (a, b) -> q.has(a, b) && r.has(a, b));
        case 2 ->
            relation("(" + q.text + "\\" + r.text + ")", (a, b) -> q.has(a, b) && !r.has(a, b));
        case 3 ->
            relation(
                "(" + q.text + "; " + r.text + ")",
                (a, b) -> some(x -> q.has(a, x) && r.has(x, b)));
        case 4 -> relation("(" + s.text + " * " + t.text + ")", (a, b) -> s.has(a) && t.has(b));
        case 5 -> relation("(" + q.text + ")^-1", (a, b) -> q.has(b, a));
        case 6 -> relation("(" + q.text + ")?", (a, b) -> a.equals(b) || q.has(a, b));
        case 7 -> relation("(" + q.text + ")+", (a, b) -> reaches(q, a, b, new TreeSet<>()));
        case 8 ->
            relation(
                "(" + q.text + ")*", (a, b) -> a.equals(b) || reaches(q, a, b, new TreeSet<>()));
        case 9 -> relation("~(" + q.text + ")", (a, b) -> !q.has(a, b));
        case 10 -> relation("[" + s.text + "]", (a, b) -> a.equals(b) && s.has(a));
        default -> relation("id", Object::equals);
      };
    }

    private static boolean reaches(Sample r, int tail, int head, Set<Integer> visited) {
      return some(next ->
          r.has(tail, next)
              && (next == head || (visited.add(next) && reaches(r, next, head, visited))));
    }

    BaseNames execution() {
      return new BaseNames() {
        @Override
        public int events() {
          return EVENTS;
        }

        @Override
        public EventSet set(String name) {
          EventSet set = new EventSet(EVENTS);
          for (int e = 0; e < EVENTS; e++) {
            if (base(name).has(e)) {
              set.add(e);
            }
          }
          return set;
        }

        @Override
        public Relation relation(String name) {
          Relation relation = new Relation(EVENTS);
          base(name).pairs.forEach(pair -> relation.add(pair / EVENTS, pair % EVENTS));
          return relation;
        }
      };
    }

    private Sample base(String name) {
      for (Sample base : bases) {
        if (base.text.equals(name)) {
          return base;
        }
      }
      throw new IllegalArgumentException(name);
    }
  }

  private static Relation evaluated(String text, boolean isSet, BaseNames execution) {
    String shown = isSet ? "[" + text + "]" : text;
    CatModel model =
        CatCompiler.compile(
            new SourceText(
                "t.cat", "let value = " + shown + "\nlet halves = rmw\nempty value as none"),
            (name, includer) -> null);
    CatEvaluator evaluator = model.evaluator();
    for (Stage stage : Stage.values()) {
      evaluator.enter(stage, execution);
    }
    return Objects.requireNonNull(evaluator.relation("value"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomExpressionsMeanWhatTheirOperatorsMean(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      Samples samples = new Samples(random);
      Sample sample = samples.any(1 + random.nextInt(4));
      Relation value = evaluated(sample.text, sample.isSet, samples.execution());
      Relation expected = new Relation(EVENTS);
      sample.pairs.forEach(pair -> expected.add(pair / EVENTS, pair % EVENTS));
      assertThat(value).as("seed %d: %s", seed, sample.text).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "po | rf ; co,               po | (rf ; co)",
    "po ; rf \\ co,              po ; (rf \\ co)",
    "po \\ rf \\ co,             (po \\ rf) \\ co",
    "po \\ rf & co,              po \\ (rf & co)",
    "po & R * W,                 po & (R * W)",
    "R * W | po,                 (R * W) | po",
    "~po & rf,                   (~po) & rf",
    "~po^-1,                     ~(po^-1)",
    "~R * ~W,                    (~R) * (~W)",
    "po*;rf,                     (po*) ; rf",
    "po* & rf,                   (po^*) & rf",
    "po+ | rf,                   (po^+) | rf",
    "rf^-1;co?,                  (rf^-1) ; (co^?)",
    "domain(rf) * range rf,      (domain(rf)) * (range(rf))",
    "[R];po,                     ([R]) ; po",
    "fencerel(F),                po ; [F] ; po",
    "let r = po in r ; r,        po ; po",
    "po & ~0,                    po",
    "po | {},                    po",
    "rf | po & ~(0 | 0),         rf | po",
  })
  void operatorsBindAsInPublicModels(String text, String meaning) {
    BaseNames execution = new Samples(new Random(11)).execution();
    assertThat(evaluated(text, false, execution)).isEqualTo(evaluated(meaning, false, execution));
  }

  @Test
  void recursiveDefinitionsAreTheirLeastSolution() {
    BaseNames execution = new Samples(new Random(12)).execution();
    String closure = "let rec t = po | (t; t) in t";
    assertThat(evaluated(closure, false, execution)).isEqualTo(evaluated("po+", false, execution));
    String evenAndOdd = "let rec odd = po | (even; po) and even = odd; po in even";
    assertThat(evaluated(evenAndOdd, false, execution))
        .isEqualTo(evaluated("(po; po)+", false, execution));
    String reached = "let rec s = R | range([s]; po) in s";
    assertThat(evaluated(reached, true, execution))
        .isEqualTo(evaluated("range([R]; po*)", true, execution));
  }
}
