package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.divergence.ReconvergenceStack;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.Scope;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the writes to a place release together, where it is not sure which one was read. */
class SyncLocationTest {
  /** More than a place keeps. */
  private static final int UPDATES = 10;

  private final SyncGraph graph = new SyncGraph();
  private final SyncLocation location = new SyncLocation();
  private final int[] releases = new int[UPDATES + 1];

  /** Read-modify-writes, each by another CTA and each a release; they leave 1, 2, 3... */
  private void update(int count) {
    for (int value = 1; value <= count; value++) {
      CtaClock cta = cta(value);
      ReleasedWrite update = new ReleasedWrite(cta.warps[0], 0, value, Scope.GPU, false);
      releases[value] = graph.lanes(cta.firstThread, 1, value, 0, 0);
      update.itsWide = releases[value];
      location.update(update, graph);
    }
  }

  private static CtaClock cta(int index) {
    Cta cta = new Cta(0, new Warp[] {new Warp(0, 0, 32, new ReconvergenceStack())}, 0);
    cta.index = index;
    return new CtaClock(cta, 0, index, 32, 32);
  }

  /** Whether an acquire from a write is behind the release of an update. */
  private boolean orders(ReleasedWrite written, int update) {
    int node = graph.lanes(0, 1, 0, written.wide, 0);
    return graph.before(update * 32, 1, releases[update] - 1, node);
  }

  @Test
  void allUpdatesSinceTheStoreAreOneWriteThatOrdersThemAll() {
    update(UPDATES);
    ReleasedWrite run = Objects.requireNonNull(location.run());
    assertThat(run.several).isTrue();
    for (int update = 1; update <= UPDATES; update++) {
      assertThat(orders(run, update)).as("behind update %d", update).isTrue();
    }
  }

  @Test
  void aStoreEndsWhatUpdatesBeforeItOrder() {
    update(UPDATES);
    ReleasedWrite store = new ReleasedWrite(cta(20).warps[0], 0, 20, Scope.GPU, false);
    location.store(store);
    assertThat(location.run()).isNull();
    assertThat(location.latest()).isSameAs(store);
  }
}
