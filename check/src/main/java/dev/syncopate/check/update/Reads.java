package dev.syncopate.check.update;

import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;

/** What the lanes of a warp have read last by each load of an update, and not written since. */
final class Reads {
  private final Sites sites;
  private final int width;

  /** By load and lane; what was read in global memory, or how often it was written in shared. */
  private final long[] address;

  private final long[] found;

  /** In which order; 0 for none. */
  private final int[] order;

  private int count;

  Reads(Sites sites, int width) {
    this.sites = sites;
    this.width = width;
    this.address = new long[sites.loads() * width];
    this.found = new long[address.length];
    this.order = new int[address.length];
  }

  void add(int load, int lane, long at, long what) {
    int slot = sites.load(load) * width + lane;
    address[slot] = at;
    found[slot] = what;
    order[slot] = ++count;
  }

  /** The latest of the loads that an update may begin with; negative for none of this address. */
  int begin(Update update, int lane, long at) {
    int latest = -1;
    int since = 0;
    for (int load : update.loads()) {
      int slot = sites.load(load) * width + lane;
      if (order[slot] > since && address[slot] == at) {
        since = order[slot];
        latest = load;
      }
    }
    return latest;
  }

  long found(int load, int lane) {
    return found[sites.load(load) * width + lane];
  }

  /** A lane writes to an address: what it had read there is of the past. */
  void wrote(int lane, long at) {
    for (int slot = lane; slot < order.length; slot += width) {
      if (address[slot] == at) {
        order[slot] = 0;
      }
    }
  }

  /** Lanes meet others: what they do from now on knows what these did. */
  void met(long lanes) {
    for (int slot = 0; slot < order.length; slot++) {
      if ((lanes >>> slot % width & 1) != 0) {
        order[slot] = 0;
      }
    }
  }
}
