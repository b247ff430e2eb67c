package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.diagnose.Waiter.Why;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.status.TransactionStatus;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpStatus.Doing;
import dev.syncopate.machine.status.WarpStatus.Meeting;
import dev.syncopate.machine.status.WarpStatus.Split;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Divides the lanes of warps by what they wait for. */
final class Waiters {
  private final List<Instruction> code;
  private final LaneReachability flow;

  Waiters(List<Instruction> code, LaneReachability flow) {
    this.code = code;
    this.flow = flow;
  }

  List<Waiter> of(WarpStatus warp) {
    List<Waiter> waiters = new ArrayList<>();
    long rest = warp.live();
    for (AtBarrier barrier : warp.barriers()) {
      long lanes = barrier.lanes() & rest;
      if (lanes != 0) {
        waiters.add(new Waiter(warp, lanes, Why.AT_BARRIER, pc(warp, lanes), 0, null, barrier));
      }
      rest &= ~lanes;
    }
    for (Split split : warp.splits()) {
      long lanes = split.lanes() & rest;
      if (lanes != 0) {
        waiters.add(split(warp, split, lanes));
      }
      rest &= ~lanes;
    }
    TransactionStatus transaction = warp.transaction();
    long stopped = transaction == null ? 0 : transaction.stopped();
    if (transaction != null && stopped != 0) {
      long wants = warp.live() & ~stopped;
      waiters.add(new Waiter(warp, stopped, Why.FAILED, -1, wants, null, null));
    }
    for (Meeting meeting : warp.meetings()) {
      long lanes = meeting.lanes() & rest;
      if (lanes != 0) {
        long otherLanes = warp.live() & ~lanes;
        waiters.add(new Waiter(warp, lanes, Why.MEETS, meeting.pc(), otherLanes, null, null));
      }
    }
    return waiters;
  }

  private static int pc(WarpStatus warp, long lanes) {
    for (Split split : warp.splits()) {
      if ((split.lanes() & lanes) != 0) {
        return split.pc();
      }
    }
    return -1;
  }

  private Waiter split(WarpStatus warp, Split split, long lanes) {
    int pc = split.pc();
    if (split.doing() == Doing.GATHERS) {
      return new Waiter(warp, lanes, Why.GATHERS, pc, split.wants(), null, null);
    }
    TransactionStatus transaction = warp.transaction();
    if (warp.waiting() == Wait.TRANSACTION && transaction != null) {
      return new Waiter(warp, lanes, Why.HELD, pc, transaction.exclusive(), null, null);
    }
    boolean issues = warp.waiting() == Wait.NONE || warp.waiting() == Wait.VALUE;
    if (split.doing() == Doing.RUNS && !issues && warp.waiting() != Wait.LOAD_STORE_UNIT) {
      return new Waiter(warp, lanes, Why.OTHER, pc, 0, null, null);
    }
    Poll poll = poll(warp, split, lanes);
    Why otherwise = warp.waiting() == Wait.NONE ? Why.LOOPS : Why.OTHER;
    return new Waiter(warp, lanes, poll == null ? otherwise : Why.POLLS, pc, 0, poll, null);
  }

  /** What a split reads again and again; null if there is no loop with a read around it. */
  private @Nullable Poll poll(WarpStatus warp, Split split, long lanes) {
    boolean ownAccess = split.doing() == Doing.RUNS && (warp.accessLanes() & lanes) != 0;
    int latest = ownAccess ? warp.accessPc() : -1;
    for (LaneReachability.Loop loop : flow.loops(split.pc())) {
      int chosen = -1;
      for (int pc = loop.first(); pc <= loop.last(); pc++) {
        if (WordAccesses.polls(code.get(pc)) && (chosen < 0 || better(pc, chosen, latest))) {
          chosen = pc;
        }
      }
      if (chosen >= 0) {
        return poll(warp, lanes, chosen, loop, latest);
      }
    }
    // The loop may be a caller's.
    boolean inFunction = latest >= 0 && (flow.called(latest) || flow.called(split.pc()));
    return inFunction
        ? poll(warp, lanes, latest, new LaneReachability.Loop(latest, latest), latest)
        : null;
  }

  /** A strong read is more of a poll than a weak one, the latest more than another. */
  private boolean better(int pc, int rivalPc, int latest) {
    boolean strong = WordAccesses.strong(code.get(pc));
    return strong == WordAccesses.strong(code.get(rivalPc)) ? pc == latest : strong;
  }

  private @Nullable Poll poll(
      WarpStatus warp, long lanes, int pc, LaneReachability.Loop loop, int latest) {
    Instruction instruction = code.get(pc);
    WordAccesses.Place place = WordAccesses.read(instruction);
    if (place == null) {
      return null;
    }
    boolean addressKnown = true;
    boolean shared = place.space() == StateSpace.SHARED;
    long address = 0;
    if (pc == latest) {
      shared = AddressMap.space(warp.accessAddress()) == StateSpace.SHARED;
      address = warp.accessAddress() - (shared ? AddressMap.SHARED_BASE : 0);
    } else if (stable(place.address().base(), loop)) {
      int lane = Long.numberOfTrailingZeros(lanes);
      address = warp.insight().value(place.address().base(), lane) + place.address().offset();
      shared = WordAccesses.shared(place.space(), address);
      address -= shared && place.space() == StateSpace.GENERIC ? AddressMap.SHARED_BASE : 0;
    } else {
      addressKnown = false;
    }
    return new Poll(
        pc,
        instruction.position(),
        addressKnown,
        shared,
        address,
        place.element(),
        instruction instanceof MemoryBarrierObject,
        WordAccesses.reading(instruction),
        WordAccesses.narrow(instruction));
  }

  /**
   * Whether an operand has the same value all through a loop: nothing there writes it, or one
   * instruction does that computes it of constants.
   */
  private boolean stable(int operand, LaneReachability.Loop loop) {
    int writes = 0;
    for (int pc = loop.first(); operand >= 0 && pc <= loop.last(); pc++) {
      if (flow.registers(pc).values.get(operand)) {
        if (!ofConstants(code.get(pc)) || writes > 0) {
          return false;
        }
        writes++;
      }
    }
    return true;
  }

  private static boolean ofConstants(Instruction instruction) {
    if (!(instruction instanceof Arithmetic.Compute computation)) {
      return false;
    }
    int arity = computation.function().arity();
    return (arity < 1 || computation.a() < 0)
        && (arity < 2 || computation.b() < 0)
        && (arity < 3 || computation.c() < 0);
  }
}
