package dev.syncopate.check.update;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.OrderObserver;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Program;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds updates that may get lost in the launches that it watches: {@code (*counter)++} by strong
 * loads and stores, as with {@code volatile}, which is no data race and no atomic either. Another
 * thread's write is told of where no synchronisation puts it before the load or behind the store,
 * even if every strong access synchronised. So it does not depend on the schedule whether it is
 * told, but for what a schedule decides about the way that threads take.
 */
public final class LostUpdates implements OrderObserver {
  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final UpdateLog log = new UpdateLog();
  private final Set<String> unchecked = new TreeSet<>();
  private @Nullable LaunchUpdates running;

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   */
  public LostUpdates(int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
  }

  /** What was found in all launches so far, in the order of finding. */
  public List<LostUpdate> updates() {
    return log.all();
  }

  /** What could not be checked, a sentence each; none for most runs. */
  public List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  @Override
  public List<? extends OrderListener> listeners(
      Grid grid, IntToLongFunction clock, NoteKinds notes) {
    running = null;
    Program program = grid.kernel().program;
    UpdateSites sites = new UpdateSites(program);
    if (sites.loads() == 0) {
      return List.of();
    }
    if (grid.ctas() * grid.warps() > Integer.MAX_VALUE / Long.SIZE) {
      unchecked.add(program.name() + ": a launch has too many threads to tell them apart");
      return List.of();
    }
    ScopeReach reach = new ScopeReach(program, unitsPerGpu, ctaScopeIsUnit);
    running = new LaunchUpdates(grid, sites, reach, log, unchecked::add, notes);
    return List.of(running);
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public void written(long address, long bytes) {
    if (running != null) {
      running.hostRuns();
    }
  }
}
