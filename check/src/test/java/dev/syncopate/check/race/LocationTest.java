package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.divergence.Ipdom;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.Scope;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which write of a place a read has read, by its value. */
class LocationTest {
  /** More than a place keeps. */
  private static final int UPDATES = 10;

  private final SyncGraph graph = new SyncGraph();
  private final Location location = new Location();
  private final int[] releases = new int[UPDATES + 1];

  /** Read-modify-writes by CTAs of their own, each of which releases; they leave 1, 2, 3... */
  private void update(int count) {
    for (int value = 1; value <= count; value++) {
      CtaClock cta = cta(value);
      Written update = new Written(cta.warps[0], 0, value, Scope.GPU, false);
      releases[value] = graph.lanes(cta.firstThread, 1, value, 0, 0);
      update.itsWide = releases[value];
      location.update(update, graph);
      update.value = value;
      update.known = true;
    }
  }

  private static CtaClock cta(int index) {
    Cta cta = new Cta(0, new Warp[] {new Warp(0, 0, 32, new Ipdom())}, 0);
    cta.index = index;
    return new CtaClock(cta, 0, index, 32, 32);
  }

  private Written read(long value) {
    Written from = location.read(value, null);
    assertThat(from).as("what has written %d", value).isNotNull();
    return Objects.requireNonNull(from);
  }

  /** Whether whoever acquires from a write is behind the release of an update. */
  private boolean orders(Written from, int update) {
    int node = graph.lanes(0, 1, 0, from.wide, 0);
    return graph.before(update * 32, 1, releases[update] - 1, node);
  }

  @Test
  void aKnownValueIsThatWritesOwn() {
    update(UPDATES);
    assertThat(read(UPDATES - 2).pc).isEqualTo(UPDATES - 2);
    assertThat(read(UPDATES - 2).several).isFalse();
  }

  @Test
  void aValueThatIsNoLongerKeptIsTakenForAllUpdatesSinceTheStore() {
    update(UPDATES);
    Written from = read(1);
    assertThat(from.several).isTrue();
    for (int update = 1; update <= UPDATES; update++) {
      assertThat(orders(from, update)).as("behind update %d", update).isTrue();
    }
  }

  @Test
  void aStoreEndsWhatUpdatesBeforeItOrder() {
    update(UPDATES);
    Written store = new Written(cta(20).warps[0], 0, 20, Scope.GPU, false);
    store.value = 77;
    store.known = true;
    location.store(store);
    assertThat(location.read(1, null)).isNull();
    assertThat(read(77)).isSameAs(store);
  }

  @Test
  void aValueThatNobodyWroteIsNobodysWhereAllIsKept() {
    update(3);
    assertThat(location.read(9, null)).isNull();
  }
}
