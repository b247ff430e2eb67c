package dev.syncopate.machine.barrier;

import dev.syncopate.machine.warp.Cta;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The barriers of the CTAs of a compute unit, and those of their clusters, by CTA slot. */
public final class CtaBarriers {
  private @Nullable BarrierSet[] sets = new @Nullable BarrierSet[8];

  /** Those of clusters; empty for kernels without. */
  private @Nullable ClusterBarrier[] ofClusters = new @Nullable ClusterBarrier[0];

  /**
   * A kernel is loaded.
   *
   * @param meets whether threads may come to the barrier of their cluster
   * @param slots CTA slots of the unit
   */
  public void load(boolean meets, int slots) {
    ofClusters = new @Nullable ClusterBarrier[meets ? slots : 0];
  }

  /** That of the cluster of the CTA that has come last to a slot; null for none. */
  public @Nullable ClusterBarrier ofCluster(int slot) {
    return slot < ofClusters.length ? ofClusters[slot] : null;
  }

  /** A CTA becomes resident: no thread has arrived at any barrier. */
  public void begin(Cta cta) {
    if (cta.slot >= sets.length) {
      sets = Arrays.copyOf(sets, Math.max(cta.slot + 1, 2 * sets.length));
    }
    if (cta.slot < ofClusters.length) {
      ofClusters[cta.slot] = new ClusterBarrier(cta);
    }
    BarrierSet set = sets[cta.slot];
    if (set == null || !set.isOf(cta)) {
      sets[cta.slot] = new BarrierSet(cta);
    } else {
      set.clear();
    }
  }

  /** Those of a CTA that is here. */
  public BarrierSet of(Cta cta) {
    BarrierSet set = sets[cta.slot];
    if (set == null) {
      throw new IllegalStateException("CTA slot " + cta.slot + " has had no CTA");
    }
    return set;
  }
}
