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
  List<CtaAssignment> launch(int tiles, long number) {
    order.begin(number);
    List<CtaAssignment> placements = new ArrayList<>();
    for (int i = 0; i < tiles; i++) {
      placements.add(new Asking());
    }
    return placements;
  }

  private final class Asking implements CtaAssignment {
    private int pendingRequests;

    @Override
    public void begin(Tile tile, int room) {
      for (int i = 0; i < room; i++) {
        ask(tile, i);
      }
    }

    @Override
    public void freed(Tile tile, int slot) {
      ask(tile, 0);
    }

    private void ask(Tile tile, int delay) {
      pendingRequests++;
      tile.send(new Question(tile, this), Dispatcher.this, tile.now() + latency + delay);
    }

    void answered(Tile tile, long cta) {
      pendingRequests--;
      if (cta >= 0) {
        tile.dispatch(cta);
      } else if (pendingRequests == 0) {
        tile.noMore();
      }
    }
  }

  private final class Question extends Message {
    private final Tile tile;
    private final Asking asking;

    Question(Tile tile, Asking asking) {
      this.tile = tile;
      this.asking = asking;
    }

    @Override
    protected void fire(long now) {
      send(new Answer(tile, asking, order.next()), tile, now + latency);
    }
  }

  private static final class Answer extends Message {
    private final Tile tile;
    private final Asking asking;
    private final long cta;

    Answer(Tile tile, Asking asking, long cta) {
      this.tile = tile;
      this.asking = asking;
      this.cta = cta;
    }

    @Override
    protected void fire(long now) {
      asking.answered(tile, cta);
    }
  }
}
