package dev.syncopate.machine.standstill;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.code.RegisterUse;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.status.WarpMotion;
import dev.syncopate.machine.status.WarpMotion.Kind;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Watches a compute unit's warps while nothing changes that can be seen, from in front of its
 * execution units: whether each waits for another, repeats itself, or computes. What it says holds
 * as long as no memory word changes and no thread ends.
 */
public final class RepetitionWatch {
  private final ComputeUnit unit;
  private final long startCycle;
  private final IdentityHashMap<HotKernel, RegisterUse[]> uses = new IdentityHashMap<>();
  private final @Nullable WarpHistory[] histories;

  /**
   * Begins to watch.
   *
   * @param now the cycle
   */
  public RepetitionWatch(ComputeUnit unit, long now) {
    this.unit = unit;
    startCycle = now;
    histories = new @Nullable WarpHistory[unit.warps.length];
    unit.intercept(InFront::new);
  }

  /** What a warp slot has done. */
  private WarpHistory history(Warp warp) {
    HotKernel kernel = warp.grid().kernel();
    List<Instruction> code = kernel.program.code();
    WarpHistory history = histories[warp.slot];
    if (history == null || !history.isOf(code)) {
      history =
          new WarpHistory(
              code, uses.computeIfAbsent(kernel, _ -> new @Nullable RegisterUse[code.size()]));
      histories[warp.slot] = history;
    }
    return history;
  }

  /** Watches no longer. */
  public void end() {
    unit.intercept(UnaryOperator.identity());
  }

  /**
   * Whether no warp of the unit will do anything new.
   *
   * @param now the cycle
   * @param patience cycles for which a warp that waits for a part of the machine has issued nothing
   */
  public boolean standsStill(long now, long patience) {
    for (Warp warp : unit.residents()) {
      if (kind(warp, now - startCycle > patience) == Kind.COMPUTES) {
        return false;
      }
    }
    return true;
  }

  /** Resident warps that wait for nothing and have not repeated themselves. */
  public int computing() {
    int computing = 0;
    for (Warp warp : unit.residents()) {
      computing += warp.waiting() == Wait.NONE && !history(warp).repeats() ? 1 : 0;
    }
    return computing;
  }

  /** What each resident warp does, by slot. */
  public List<WarpMotion> motions() {
    List<WarpMotion> motions = new ArrayList<>();
    for (Warp warp : unit.residents()) {
      Kind kind = kind(warp, true);
      int clock = kind == Kind.COMPUTES ? history(warp).influence().clock : -1;
      motions.add(new WarpMotion(unit.index, warp.slot, kind, clock));
    }
    return motions;
  }

  private Kind kind(Warp warp, boolean longSince) {
    boolean waits =
        switch (warp.waiting()) {
          case BARRIER, GRIDS, TRANSACTION -> true;
          case NONE, ABSENT -> false;
          default -> longSince && !history(warp).issued();
        };
    return waits ? Kind.WAITS : history(warp).repeats() ? Kind.REPEATS : Kind.COMPUTES;
  }

  /** An execution unit, and what tells of its instructions. */
  private final class InFront extends ExecutionUnit {
    private final ExecutionUnit delegate;

    InFront(ExecutionUnit delegate) {
      super(delegate.unit, delegate.pipe);
      this.delegate = delegate;
    }

    @Override
    public boolean issue(Op op, Warp warp, long lanes, long now) {
      int pc = warp.schedule.pc();
      long active = warp.schedule.active();
      boolean issued = delegate.issue(op, warp, lanes, now);
      if (issued) {
        boolean control = pipe == Pipe.CONTROL || pipe == Pipe.TRANSACTION;
        history(warp).issued(warp, pc, active, control);
      }
      return issued;
    }

    @Override
    public void load(HotKernel kernel) {
      delegate.load(kernel);
    }

    @Override
    public void arrived(Cta cta) {
      delegate.arrived(cta);
    }

    @Override
    public Stall contention() {
      return delegate.contention();
    }

    @Override
    public void retry(Warp warp) {
      delegate.retry(warp);
    }
  }
}
