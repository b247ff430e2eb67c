package dev.syncopate.model.axiom.catalog;

import dev.syncopate.model.axiom.cat.HandMade;

/** Executions of the well-known shapes that are not sequentially consistent. */
final class Shapes {
  private Shapes() {}

  /** A flag is seen and the message behind it is not: r1 = 1, r2 = 0. */
  static HandMade messagePassing(boolean sameCta, String flagWrite, String flagRead) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    int wy = p0.write("y", flagWrite);
    HandMade.Agent p1 = execution.thread(sameCta ? 0 : 1, 0);
    int ry = p1.read("y", flagRead);
    int rx = p1.read("x", "WEAK");
    execution.relate("ctrl", ry, rx);
    return execution.co(x, wx).co(y, wy).rf(wy, ry).rf(x, rx);
  }

  /** The same with a fence between the accesses of each thread, all of them relaxed. */
  static HandMade fencedMessagePassing(boolean sameCta, String fences) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    p0.fence(fences);
    int wy = p0.write("y", "RLX GPU");
    HandMade.Agent p1 = execution.thread(sameCta ? 0 : 1, 0);
    int ry = p1.read("y", "RLX GPU");
    p1.fence(fences);
    int rx = p1.read("x", "WEAK");
    return execution.co(x, wx).co(y, wy).rf(wy, ry).rf(x, rx);
  }

  /** Each thread misses the other's write: r1 = 0, r2 = 0. */
  static HandMade storeBuffering(String write, String fence, String read) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", write);
    fence(p0, fence);
    int ry = p0.read("y", read);
    HandMade.Agent p1 = execution.thread(1, 0);
    int wy = p1.write("y", write);
    fence(p1, fence);
    int rx = p1.read("x", read);
    return execution.co(x, wx).co(y, wy).rf(x, rx).rf(y, ry);
  }

  private static void fence(HandMade.Agent thread, String tags) {
    if (!tags.isEmpty()) {
      thread.fence(tags);
    }
  }

  /** Each thread sees the write that the other does later: r1 = 1, r2 = 1. */
  static HandMade loadBuffering(String read, String write, String... dependencies) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int rx = p0.read("x", read);
    int wy = p0.write("y", write);
    HandMade.Agent p1 = execution.thread(1, 0);
    int ry = p1.read("y", read);
    int wx = p1.write("x", write);
    for (String dependency : dependencies) {
      execution.relate(dependency, rx, wy).relate(dependency, ry, wx);
    }
    return execution.co(x, wx).co(y, wy).rf(wx, rx).rf(wy, ry);
  }

  /** One thread sees a location go back: r1 = 1, r2 = 0. */
  static HandMade readsGoBack(String write, String reads) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int wx = execution.thread(0, 0).write("x", write);
    HandMade.Agent p1 = execution.thread(1, 0);
    int first = p1.read("x", reads);
    int second = p1.read("x", reads);
    return execution.co(x, wx).rf(wx, first).rf(x, second);
  }

  /** Two readers see two writes in different orders. */
  static HandMade independentReads(String reads, String fence) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    int wx = execution.thread(0, 0).write("x", "RLX GPU");
    int wy = execution.thread(1, 0).write("y", "RLX GPU");
    HandMade.Agent p2 = execution.thread(2, 0);
    int x2 = p2.read("x", reads);
    fence(p2, fence);
    int y2 = p2.read("y", reads);
    HandMade.Agent p3 = execution.thread(3, 0);
    int y3 = p3.read("y", reads);
    fence(p3, fence);
    int x3 = p3.read("x", reads);
    return execution.co(x, wx).co(y, wy).rf(wx, x2).rf(y, y2).rf(wy, y3).rf(x, x3);
  }

  /** Both read-modify-writes of one location read the initial write. */
  static HandMade lostUpdate(String first, String second) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int a = execution.thread(0, 0).rmw("x", first, first);
    int b = execution.thread(1, 0).rmw("x", second, second);
    return execution.rf(x, a, b).co(x, a + 1, b + 1);
  }

  /**
   * A release, then another thread's operation on the flag, then a third thread acquires what that
   * one wrote and misses the message.
   */
  static HandMade releaseSequence(boolean byRmw) {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    int wy = p0.write("y", "REL GPU");
    HandMade.Agent p1 = execution.thread(1, 0);
    int middle;
    if (byRmw) {
      int read = p1.rmw("y", "RLX GPU", "RLX GPU");
      execution.rf(wy, read);
      middle = read + 1;
    } else {
      middle = p1.write("y", "RLX GPU");
    }
    HandMade.Agent p2 = execution.thread(2, 0);
    int ry = p2.read("y", "ACQ GPU");
    int rx = p2.read("x", "WEAK");
    return execution.co(x, wx).co(y, wy, middle).rf(middle, ry).rf(x, rx);
  }

  /** CTA-scoped synchronisation, then GPU-scoped, and the third thread misses the first's write. */
  static HandMade transitive() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    int z = execution.initial("z");
    HandMade.Agent a = execution.thread(0, 0);
    int wx = a.write("x", "WEAK");
    int wy = a.write("y", "REL CTA");
    HandMade.Agent b = execution.thread(0, 0);
    int ry = b.read("y", "ACQ CTA");
    int wz = b.write("z", "REL GPU");
    HandMade.Agent c = execution.thread(1, 0);
    int rz = c.read("z", "ACQ GPU");
    int rx = c.read("x", "WEAK");
    return execution.co(x, wx).co(y, wy).co(z, wz).rf(wy, ry).rf(wz, rz).rf(x, rx);
  }
}
