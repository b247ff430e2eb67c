package dev.syncopate.model.axiom.relation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matrices of bits against the definitions, pair by pair; sizes around the words' ends. */
class RelationTest {
  private static final long SEED = 4711;

  private interface Pairs {
    boolean has(int a, int b);
  }

  private static Relation random(Random random, int n) {
    Relation relation = new Relation(n);
    for (int i = 0; i < n + n / 2; i++) {
      relation.add(random.nextInt(n), random.nextInt(n));
    }
    return relation;
  }

  private static EventSet randomSet(Random random, int n) {
    EventSet set = new EventSet(n);
    for (int e = 0; e < n; e++) {
      if (random.nextBoolean()) {
        set.add(e);
      }
    }
    return set;
  }

  private static Relation of(int n, Pairs pairs) {
    Relation relation = new Relation(n);
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        if (pairs.has(a, b)) {
          relation.add(a, b);
        }
      }
    }
    return relation;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 63, 64, 65, 130})
  void operationsAreTheirDefinitions(int n) {
    Random random = new Random(SEED + n);
    Relation r = random(random, n);
    Relation s = random(random, n);
    EventSet a = randomSet(random, n);
    EventSet b = randomSet(random, n);
    assertThat(r.union(s)).isEqualTo(of(n, (x, y) -> r.contains(x, y) || s.contains(x, y)));
    assertThat(r.intersection(s)).isEqualTo(of(n, (x, y) -> r.contains(x, y) && s.contains(x, y)));
    assertThat(r.difference(s)).isEqualTo(of(n, (x, y) -> r.contains(x, y) && !s.contains(x, y)));
    assertThat(r.complement()).isEqualTo(of(n, (x, y) -> !r.contains(x, y)));
    assertThat(r.inverse()).isEqualTo(of(n, (x, y) -> r.contains(y, x)));
    assertThat(r.reflexive()).isEqualTo(of(n, (x, y) -> x == y || r.contains(x, y)));
    assertThat(r.sequence(s)).isEqualTo(of(n, (x, y) -> steps(r, s, x, y)));
    assertThat(r.transitiveClosure()).isEqualTo(of(n, (x, y) -> reaches(r, x, y)));
    assertThat(Relation.product(a, b)).isEqualTo(of(n, (x, y) -> a.contains(x) && b.contains(y)));
    assertThat(Relation.identity(a)).isEqualTo(of(n, (x, y) -> x == y && a.contains(x)));
    assertThat(Relation.identity(r.domain()))
        .isEqualTo(of(n, (x, y) -> x == y && steps(r, of(n, (_, _) -> true), x, y)));
    assertThat(r.range()).isEqualTo(r.inverse().domain());
    assertThat(r.isAcyclic()).isEqualTo(of(n, (x, y) -> x == y && reaches(r, x, y)).isEmpty());
    assertThat(a.complement().union(a)).isEqualTo(EventSet.all(n));
    assertThat(a.difference(b)).isEqualTo(a.intersection(b.complement()));
    assertThat(EventSet.all(n).size()).isEqualTo(n);
  }

  private static boolean steps(Relation r, Relation s, int tail, int head) {
    for (int middle = 0; middle < r.events(); middle++) {
      if (r.contains(tail, middle) && s.contains(middle, head)) {
        return true;
      }
    }
    return false;
  }

  /** By search, where the closure is by Warshall's algorithm. */
  private static boolean reaches(Relation r, int tail, int head) {
    boolean[] visited = new boolean[r.events()];
    int[] stack = new int[r.events() + 1];
    int height = 0;
    stack[height++] = tail;
    while (height > 0) {
      int current = stack[--height];
      for (int next = 0; next < r.events(); next++) {
        if (r.contains(current, next)) {
          if (next == head) {
            return true;
          }
          if (!visited[next]) {
            visited[next] = true;
            stack[height++] = next;
          }
        }
      }
    }
    return false;
  }
}
