package dev.syncopate.check.update;

import dev.syncopate.check.update.AccessOrder.Standing;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads of the running CTAs' warps, of one memory. */
final class ReadsOfWarps {
  private final UpdateSites sites;

  /** By CTA and warp. */
  private final Map<Integer, @Nullable LatestReads[]> reads = new HashMap<>();

  ReadsOfWarps(UpdateSites sites) {
    this.sites = sites;
  }

  void started(Cta cta, AccessOrder order) {
    @Nullable LatestReads[] warpReads = new @Nullable LatestReads[cta.warps.length];
    for (int i = 0; i < warpReads.length; i++) {
      warpReads[i] = new LatestReads(sites, order.of(cta.warps[i]));
    }
    reads.put((int) cta.index, warpReads);
  }

  void finished(int cta) {
    reads.remove(cta);
  }

  private @Nullable LatestReads of(Standing standing) {
    @Nullable LatestReads[] cta = reads.get(standing.cta);
    return cta == null ? null : cta[warp(standing)];
  }

  private static int warp(Standing standing) {
    return standing.firstInCta / standing.now.length;
  }

  /** A lane has read an address by a load with which updates begin. */
  void add(int load, Standing standing, int lane, long address, long number) {
    LatestReads mine = of(standing);
    if (mine != null) {
      mine.add(load, lane, address, number);
    }
  }

  /** The read with which an update begins that a lane's store ends; null for none. */
  LatestReads.@Nullable Read begin(int store, Standing standing, int lane, long address) {
    Update update = sites.update(store);
    @Nullable LatestReads[] cta = update == null ? null : reads.get(standing.cta);
    return update == null || cta == null
        ? null
        : LatestReads.begin(update, cta, warp(standing), lane, address);
  }

  /** A lane writes to an address. */
  void wrote(Standing standing, int lane, long address) {
    LatestReads mine = of(standing);
    if (mine != null) {
      mine.wrote(lane, address);
    }
  }
}
