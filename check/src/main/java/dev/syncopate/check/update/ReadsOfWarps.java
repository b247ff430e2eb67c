package dev.syncopate.check.update;

import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the warps of the CTAs that are running have read, of one memory. */
final class ReadsOfWarps {
  private final Sites sites;

  /** By CTA and warp. */
  private final Map<Integer, @Nullable Reads[]> reads = new HashMap<>();

  ReadsOfWarps(Sites sites) {
    this.sites = sites;
  }

  void started(Cta cta, AccessOrder order) {
    @Nullable Reads[] all = new @Nullable Reads[cta.warps.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Reads(sites, order.of(cta.warps[i]));
    }
    reads.put((int) cta.index, all);
  }

  void finished(int cta) {
    reads.remove(cta);
  }

  private @Nullable Reads of(Standing who) {
    @Nullable Reads[] cta = reads.get(who.cta);
    return cta == null ? null : cta[warp(who)];
  }

  private static int warp(Standing who) {
    return who.firstInCta / who.now.length;
  }

  /** A lane has read an address by a load with which updates begin. */
  void add(int load, Standing who, int lane, long at, long number) {
    Reads mine = of(who);
    if (mine != null) {
      mine.add(load, lane, at, number);
    }
  }

  /** The read with which an update begins that a lane's store ends; null for none. */
  Reads.@Nullable Read begin(int store, Standing who, int lane, long at) {
    Update update = sites.update(store);
    @Nullable Reads[] cta = update == null ? null : reads.get(who.cta);
    return update == null || cta == null ? null : Reads.begin(update, cta, warp(who), lane, at);
  }

  /** A lane writes to an address. */
  void wrote(Standing who, int lane, long at) {
    Reads mine = of(who);
    if (mine != null) {
      mine.wrote(lane, at);
    }
  }
}
