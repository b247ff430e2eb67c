package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.engine.Event;

/**
 * Routers that run in each of the next cycles: a bit for each router in a ring of cycles, so that a
 * repeated request for the same cycle costs nothing.
 */
final class RouterWakeups {
  private static final int CYCLES = 64;

  private final Mesh mesh;
  private final int words;

  /** Of cycle c, word w, at (c mod CYCLES) * words + w: the routers 64 w to 64 w + 63. */
  private final long[] due;

  private final Event[] events = new Event[CYCLES];

  RouterWakeups(Mesh mesh, int nodes) {
    this.mesh = mesh;
    words = Math.ceilDiv(nodes, Long.SIZE);
    due = new long[CYCLES * words];
    for (int i = 0; i < CYCLES; i++) {
      events[i] = new Turn(i * words);
    }
  }

  /**
   * Has a router run in a cycle to come.
   *
   * @param now the present cycle
   */
  void add(int node, long time, long now) {
    if (time - now >= CYCLES) {
      mesh.schedule(new Later(node, time), time - CYCLES + 1);
      return;
    }
    int slot = (int) time & CYCLES - 1;
    int word = slot * words + (node >> 6);
    long dueNodes = due[word];
    due[word] = dueNodes | 1L << node;
    if (dueNodes == 0 && !events[slot].scheduled()) {
      mesh.schedule(events[slot], time);
    }
  }

  /** A cycle of the ring. */
  private final class Turn extends Event {
    private final int first;

    Turn(int first) {
      this.first = first;
    }

    @Override
    protected void fire(long now) {
      for (int word = 0; word < words; word++) {
        long nodes = due[first + word];
        due[first + word] = 0;
        for (; nodes != 0; nodes &= nodes - 1) {
          mesh.run(word * Long.SIZE + Long.numberOfTrailingZeros(nodes), now);
        }
      }
    }
  }

  /** A cycle beyond the ring: behind a message of very many flits, or over very long links. */
  private final class Later extends Event {
    private final int node;
    private final long time;

    Later(int node, long time) {
      this.node = node;
      this.time = time;
    }

    @Override
    protected void fire(long now) {
      add(node, time, now);
    }
  }
}
