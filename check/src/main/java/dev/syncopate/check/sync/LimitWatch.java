package dev.syncopate.check.sync;

import dev.syncopate.check.sync.SyncError.LimitMisuse;
import dev.syncopate.check.sync.SyncError.OnLimit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.WarpInstruction.RegisterLimit;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of registers that the warps of each warpgroup set (PTX ISA, "setmaxnreg"): all warps of a
 * warpgroup execute the same one, and synchronise before the next.
 */
final class LimitWatch {
  /** Warps of a warpgroup. */
  private static final int WARPS = 4;

  /** Receiver of errors. */
  interface Reporter {
    /**
     * @param warp its number in the CTA
     */
    void found(int pc, Cta cta, int warp, OnLimit problem);
  }

  private final List<Instruction> code;
  private final Reporter reporter;

  /** By warp of each resident CTA, the limits that it has set, as instructions, in order. */
  private final IdentityHashMap<Cta, List<List<Integer>>> limits = new IdentityHashMap<>();

  private LimitWatch(List<Instruction> code, Reporter reporter) {
    this.code = code;
    this.reporter = reporter;
  }

  /** Watches a program's limits; null if it has none. */
  static @Nullable LimitWatch of(List<Instruction> code, Reporter reporter) {
    return code.stream().anyMatch(RegisterLimit.class::isInstance)
        ? new LimitWatch(code, reporter)
        : null;
  }

  void started(Cta cta) {
    List<List<Integer>> warps = new ArrayList<>();
    for (int warp = 0; warp < cta.warps.length; warp++) {
      warps.add(new ArrayList<>());
    }
    limits.put(cta, warps);
  }

  /** A warp has set a limit. */
  void limited(Warp warp, int pc) {
    Cta cta = warp.owner();
    List<List<Integer>> warps = limits.get(cta);
    if (warps == null) {
      return;
    }
    int index = warp.indexInCta();
    List<Integer> warpLimits = warps.get(index);
    int turn = warpLimits.size();
    warpLimits.add(pc);
    int first = index - index % WARPS;
    for (int peer = first; peer < Math.min(first + WARPS, warps.size()); peer++) {
      List<Integer> peerLimits = warps.get(peer);
      if (peerLimits.size() < turn) {
        found(pc, cta, index, LimitMisuse.AHEAD, warpLimits.get(turn - 1), peer);
        return;
      }
      if (peerLimits.size() > turn && !alike(peerLimits.get(turn), pc)) {
        found(pc, cta, index, LimitMisuse.DIFFERENT, peerLimits.get(turn), peer);
        return;
      }
    }
  }

  private boolean alike(int pc, int otherPc) {
    RegisterLimit limit = (RegisterLimit) code.get(pc);
    RegisterLimit otherLimit = (RegisterLimit) code.get(otherPc);
    return limit.raises() == otherLimit.raises() && limit.count() == otherLimit.count();
  }

  /** A CTA has ended: no warp sets a limit any more. */
  void finished(Cta cta) {
    List<List<Integer>> warps = limits.remove(cta);
    if (warps == null) {
      return;
    }
    for (int first = 0; first < warps.size(); first += WARPS) {
      int leader = first;
      int straggler = first;
      for (int warp = first; warp < Math.min(first + WARPS, warps.size()); warp++) {
        leader = warps.get(warp).size() > warps.get(leader).size() ? warp : leader;
        straggler = warps.get(warp).size() < warps.get(straggler).size() ? warp : straggler;
      }
      List<Integer> missing = warps.get(leader);
      if (warps.get(straggler).size() < missing.size()) {
        int pc = missing.get(warps.get(straggler).size());
        found(pc, cta, leader, LimitMisuse.MISSING, -1, straggler);
      }
    }
  }

  private void found(int pc, Cta cta, int warp, LimitMisuse misuse, int otherPc, int peer) {
    reporter.found(pc, cta, warp, new OnLimit(misuse, otherPc, peer * cta.warps[peer].width));
  }
}
