package dev.syncopate.check.profile;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.OrderObserver;
import dev.syncopate.machine.warp.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Watches a device for where the time of its kernels goes. */
public final class Profiler implements OrderObserver {
  private final List<KernelProfile> kernels = new ArrayList<>();

  @Override
  public List<? extends OrderListener> listeners(
      Grid grid, IntToLongFunction clock, NoteKinds notes) {
    KernelProfile profile = null;
    for (KernelProfile existing : kernels) {
      profile = existing.isOf(grid.kernel()) ? existing : profile;
    }
    if (profile == null) {
      profile = new KernelProfile(grid.kernel());
      kernels.add(profile);
    }
    profile.launched();
    return List.of(new LaunchProfile(profile, grid, clock, notes));
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  /** The kernels so far, in the order of their first launches. */
  public List<KernelProfile> kernels() {
    return List.copyOf(kernels);
  }
}
