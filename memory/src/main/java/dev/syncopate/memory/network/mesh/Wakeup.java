package dev.syncopate.memory.network.mesh;

import dev.syncopate.sim.engine.Event;

/**
 * Has a router run, and the one before it, in a cycle to come. The next cycle may be asked for in
 * the very cycle that was asked for last, before its event has fired.
 */
final class Wakeup {
  private final Mesh mesh;
  private final int node;
  private final int other;
  private final Event first = new Run();
  private final Event second = new Run();

  /**
   * @param other -1 for none
   */
  Wakeup(Mesh mesh, int node, int other) {
    this.mesh = mesh;
    this.node = node;
    this.other = other;
  }

  void at(long time) {
    mesh.schedule(first.scheduled() ? second : first, time);
  }

  private final class Run extends Event {
    @Override
    protected void fire(long now) {
      mesh.run(node, now);
      if (other >= 0) {
        mesh.run(other, now);
      }
    }
  }
}
