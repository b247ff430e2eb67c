package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.RecentLoads;

/** A load from shared memory that has not returned. */
final class ExploredLoad implements RecentLoads.Load {
  private final AsyncProxyStore store;
  private final int thread;
  final int register;
  private final int place;
  long value;
  private boolean returned;

  ExploredLoad(AsyncProxyStore store, int thread, int register, int place) {
    this.store = store;
    this.thread = thread;
    this.register = register;
    this.place = place;
    this.value = read();
  }

  private long read() {
    return store.get(thread, 0, place, LocationAddresses.BYTES);
  }

  @Override
  public int warp() {
    return thread;
  }

  @Override
  public long ready() {
    return returned ? 0 : Long.MAX_VALUE;
  }

  @Override
  public void overtaken(int offset, int count) {
    if (place < offset + count && place + LocationAddresses.BYTES > offset) {
      value = read();
    }
  }

  /** Its value goes to the register. */
  void returns() {
    returned = true;
  }
}
