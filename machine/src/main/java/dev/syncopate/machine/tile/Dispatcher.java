package dev.syncopate.machine.tile;

import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands CTAs to whichever unit asks first: each unit asks once for every CTA that it has room for.
 * At first it asks once a cycle, so that the first CTAs go round all units before any gets a second
 * one.
 */
final class Dispatcher extends Part {
  private final int latency;
  private final CtaOrder order;

  /**
   * @param latency cycles a question or an answer travels
   * @param order in which CTAs start
   */
  Dispatcher(int latency, CtaOrder order) {
    super("dispatcher");
    this.latency = latency;
    this.order = order;
  }

  /** Prepares for a launch: each tile gets a placement that asks here. */
  List<CtaAssignment> launch(int tiles) {
    List<CtaAssignment> placements = new ArrayList<>();
    for (int i = 0; i < tiles; i++) {
      placements.add(new Asking());
    }
    return placements;
  }

  private final class Asking implements CtaAssignment {
    private int pendingRequests;

    @Override
    public void begin(TileLaunch launch, long slots) {
      for (int i = 0; i < Long.bitCount(slots); i++) {
        ask(launch, i);
      }
    }

    @Override
    public void freed(TileLaunch launch, int slot) {
      ask(launch, 0);
    }

    private void ask(TileLaunch launch, int delay) {
      pendingRequests++;
      Tile tile = launch.tile;
      tile.send(new Question(launch, this), Dispatcher.this, tile.now() + latency + delay);
    }

    void answered(TileLaunch launch, long cta) {
      pendingRequests--;
      if (cta >= 0) {
        launch.dispatch(cta);
      } else if (pendingRequests == 0) {
        launch.noMore();
      }
    }
  }

  private final class Question extends Message {
    private final TileLaunch launch;
    private final Asking asking;

    Question(TileLaunch launch, Asking asking) {
      this.launch = launch;
      this.asking = asking;
    }

    @Override
    protected void fire(long now) {
      send(new Answer(launch, asking, order.next(launch.place)), launch.tile, now + latency);
    }
  }

  private static final class Answer extends Message {
    private final TileLaunch launch;
    private final Asking asking;
    private final long cta;

    Answer(TileLaunch launch, Asking asking, long cta) {
      this.launch = launch;
      this.asking = asking;
      this.cta = cta;
    }

    @Override
    protected void fire(long now) {
      asking.answered(launch, cta);
    }
  }
}
