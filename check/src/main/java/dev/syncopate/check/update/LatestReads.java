package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Origin;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Reader;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import org.jspecify.annotations.Nullable;

/**
 * Latest reads of a warp's lanes by each load of an update, as long as the lane has not written
 * since.
 */
final class LatestReads {
  /**
   * A read that may begin an update.
   *
   * @param origin how the update depends on it
   * @param node where the lane stood behind it
   * @param meetings how often it had met others by then
   */
  record Read(Origin origin, Who actor, int node, int meetings) {}

  private final UpdateSites sites;
  private final AccessOrder.Standing standing;
  private final int width;

  /** By load and lane. */
  private final long[] address;

  private final int[] node;
  private final int[] meetings;

  /** In which order; 0 for none. */
  private final long[] order;

  LatestReads(UpdateSites sites, AccessOrder.Standing standing) {
    this.sites = sites;
    this.standing = standing;
    this.width = standing.now.length;
    this.address = new long[sites.loads() * width];
    this.node = new int[address.length];
    this.meetings = new int[address.length];
    this.order = new long[address.length];
  }

  /**
   * A lane has read an address.
   *
   * @param number grows from read to read of the launch
   */
  void add(int load, int lane, long accessAddress, long number) {
    int slot = sites.load(load) * width + lane;
    address[slot] = accessAddress;
    node[slot] = standing.now[lane];
    meetings[slot] = standing.meetings[lane];
    order[slot] = number;
  }

  /**
   * The latest of the reads of an address with which an update by a lane may begin.
   *
   * @param cta the reads of all warps of the CTA; null stands for none
   * @return null for none
   */
  static @Nullable Read begin(
      Update update, @Nullable LatestReads[] cta, int warp, int lane, long address) {
    LatestReads best = null;
    int bestSlot = 0;
    Origin bestOrigin = null;
    for (Origin origin : update.origins()) {
      boolean wholeCta = origin.reader() == Reader.CTA;
      for (int w = wholeCta ? 0 : warp; w < (wholeCta ? cta.length : warp + 1); w++) {
        LatestReads reads = cta[w];
        if (reads == null) {
          continue;
        }
        int first = reads.sites.load(origin.load()) * reads.width;
        boolean sameLane = origin.reader() == Reader.SAME;
        for (int l = sameLane ? lane : 0; l < (sameLane ? lane + 1 : reads.width); l++) {
          int slot = first + l;
          if (reads.order[slot] > (best == null ? 0 : best.order[bestSlot])
              && reads.address[slot] == address) {
            best = reads;
            bestSlot = slot;
            bestOrigin = origin;
          }
        }
      }
    }
    if (best == null || bestOrigin == null) {
      return null;
    }
    Who actor = new Who(best.standing.cta, best.standing.firstInCta + bestSlot % best.width);
    return new Read(bestOrigin, actor, best.node[bestSlot], best.meetings[bestSlot]);
  }

  /** A lane writes to an address: what it had read there is of the past. */
  void wrote(int lane, long accessAddress) {
    for (int slot = lane; slot < order.length; slot += width) {
      if (address[slot] == accessAddress) {
        order[slot] = 0;
      }
    }
  }
}
