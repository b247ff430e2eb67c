package dev.syncopate.check.scope;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.Program;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Log of which lines synchronise in a run, and which CTAs use which words by them. */
final class SiteLog implements Observer {
  private final Map<InstructionSite, SiteUse> uses = new LinkedHashMap<>();
  private final IdentityHashMap<Program, @Nullable InstructionSite[]> sitesByProgram =
      new IdentityHashMap<>();
  private final DominantCtas owners;

  /**
   * @param owners who uses each word most; filled by a first run, asked in a second
   */
  SiteLog(DominantCtas owners) {
    this.owners = owners;
  }

  /** The lines. */
  SortedSet<SiteUse> uses() {
    return new TreeSet<>(uses.values());
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    owners.launched();
    return new Log(grid.kernel().program);
  }

  /** Log of one launch. */
  private final class Log implements LaunchObserver {
    private final Program program;
    private final @Nullable InstructionSite[] sites;

    Log(Program program) {
      this.program = program;
      this.sites = sitesByProgram.computeIfAbsent(program, InstructionSite::allSynchronising);
    }

    private @Nullable SiteUse use(int pc, Warp warp) {
      InstructionSite site = sites[pc];
      return site == null
          ? null
          : uses.computeIfAbsent(
              site,
              fresh -> new SiteUse(fresh, program, pc, warp.width, warp.owner().cluster != null));
    }

    @Override
    public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
      SiteUse use = use(pc, warp);
      if (use == null) {
        return;
      }
      use.executed += Long.bitCount(lanes);
      use.global = true;
      if (access.operation.kind() != AccessKind.FENCE) {
        Cta cta = warp.owner();
        for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
          owners.used(access.address[Long.numberOfTrailingZeros(rest)], (int) cta.index, use);
        }
      }
    }

    @Override
    public void shared(int unit, SharedAccess access) {
      SiteUse use = use(access.pc(), access.warp());
      if (use != null) {
        use.executed += Long.bitCount(access.lanes());
      }
    }

    @Override
    public void proxyFence(int unit, Warp warp, int pc, long lanes) {
      SiteUse use = use(pc, warp);
      if (use != null) {
        use.executed += Long.bitCount(lanes);
      }
    }

    @Override
    public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
      boolean sameSite = true;
      for (int i = 0; i < count; i++) {
        sameSite &= pcs[i] >= 0 && pcs[0] >= 0 && Objects.equals(sites[pcs[i]], sites[pcs[0]]);
      }
      for (int i = 0; i < count; i++) {
        SiteUse use = pcs[i] < 0 ? null : use(pcs[i], warps[i]);
        if (use != null) {
          use.executed += i == 0 ? 1 : 0;
          use.entangled |= !sameSite;
        }
      }
    }

    @Override
    public void converged(int unit, Warp warp, int pc, long lanes) {
      SiteUse use = use(pc, warp);
      if (use != null) {
        use.executed++;
      }
    }
  }
}
