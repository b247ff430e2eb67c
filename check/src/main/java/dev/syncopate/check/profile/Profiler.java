package dev.syncopate.check.profile;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Watches a device for where the time of its kernels goes. */
public final class Profiler implements Observer {
  private final List<KernelProfile> kernels = new ArrayList<>();

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    KernelProfile profile = null;
    for (KernelProfile known : kernels) {
      profile = known.isOf(grid.kernel()) ? known : profile;
    }
    if (profile == null) {
      profile = new KernelProfile(grid.kernel());
      kernels.add(profile);
    }
    profile.launched();
    return new LaunchProfile(profile, grid, clock);
  }

  /** The kernels so far, in the order of their first launches. */
  public List<KernelProfile> kernels() {
    return List.copyOf(kernels);
  }
}
