package dev.syncopate.check.sync;

import dev.syncopate.check.sync.SyncError.ObjectMisuse;
import dev.syncopate.check.sync.SyncError.OnObject;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The mbarrier objects of a launch, from their initialisation to the end of their CTA (PTX ISA,
 * "mbarrier"): what PTX leaves undefined is an error.
 */
final class MbarrierWatch {
  /** Receiver of errors. */
  interface Reporter {
    void found(int pc, int cta, int thread, OnObject problem);
  }

  /** An instruction, and the thread that executed it. */
  private record Step(int pc, int cta, int thread) {
    private static final Step NONE = new Step(-1, -1, -1);
  }

  /** A test that has failed: by which instruction, in which phase. */
  private record Poll(int pc, long phase) {}

  /** An object, valid or not any more. */
  private static final class Life {
    final Step init;
    Step inval = Step.NONE;

    /** The latest arrival, expectation and completion; {@link Step#NONE} for none. */
    Step arrival = Step.NONE;

    Step expectation = Step.NONE;
    Step completion = Step.NONE;

    /** What has ended the last phase. */
    Step end = Step.NONE;

    /** Number of the current phase, and whether a wait has found the one before over. */
    long phase;

    boolean awaited = true;
    long state;

    /** By thread, the latest test that has failed. */
    final Map<Integer, Poll> polls = new HashMap<>();

    /** Bulk copies in flight whose bytes it counts, with the phase in which each was issued. */
    final IdentityHashMap<BulkTransfer, Long> copies = new IdentityHashMap<>();

    Life(Step init) {
      this.init = init;
    }

    boolean valid() {
      return inval.pc < 0;
    }
  }

  private final List<Instruction> code;
  private final Reporter reporter;
  private final IdentityHashMap<Cta, NavigableMap<Long, Life>> ctas = new IdentityHashMap<>();

  /** CTAs of clusters that are here, by number. */
  private final Map<Long, Cta> clusterCtas = new HashMap<>();

  MbarrierWatch(List<Instruction> code, Reporter reporter) {
    this.code = code;
    this.reporter = reporter;
  }

  /** A CTA moves in. */
  void started(Cta cta) {
    if (cta.cluster != null) {
      clusterCtas.put(cta.index, cta);
    }
  }

  private static Step step(Warp warp, int lane, int pc) {
    return new Step(pc, (int) warp.owner().index, warp.indexInCta() * warp.width + lane);
  }

  private void found(Step step, ObjectMisuse misuse, Step counterpart, String fact) {
    reporter.found(
        step.pc,
        step.cta,
        step.thread,
        new OnObject(misuse, counterpart.pc, counterpart.cta, counterpart.thread, fact));
  }

  /** A CTA has ended: bytes that are still counted will not come, or were never expected. */
  void finished(Cta cta) {
    clusterCtas.remove(cta.index);
    NavigableMap<Long, Life> lives = ctas.remove(cta);
    if (lives == null) {
      return;
    }
    for (Life life : lives.values()) {
      if (life.valid()) {
        rest(life, "when the CTA ends");
      }
    }
  }

  private void rest(Life life, String moment) {
    int bytes = Mbarrier.transactions(life.state);
    if (bytes == 0) {
      return;
    }
    boolean missing = bytes > 0;
    Step first = missing ? life.expectation : life.completion;
    Step counterpart = missing ? life.completion : life.expectation;
    found(
        first.pc < 0 ? life.init : first,
        ObjectMisuse.BYTES,
        counterpart,
        missing
            ? "%d bytes that its phase expects have not come %s".formatted(bytes, moment)
            : "%d bytes have come that no phase has expected %s".formatted(-bytes, moment));
  }

  /** Lanes have accessed shared memory by instructions that are not for mbarrier objects. */
  void accessed(SharedAccess access) {
    NavigableMap<Long, Life> lives = ctas.get(access.warp().owner());
    if (lives == null) {
      return;
    }
    int bytes = access.operation().bytesPerLane();
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      plain(lives, access.warp(), lane, access.pc(), access.offset(lane, 0), bytes);
    }
  }

  /**
   * Lanes have accessed the shared memory of another CTA.
   *
   * @param cta that other one
   */
  void accessedByPeer(Cta cta, SharedAccess access) {
    NavigableMap<Long, Life> lives = ctas.get(cta);
    int bytes = access.operation().bytesPerLane();
    for (long rest = access.lanes(); lives != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      plain(lives, access.warp(), lane, access.pc(), access.offset(lane, 0), bytes);
    }
  }

  /** Asynchronous stores to a CTA have been performed, and their bytes counted there. */
  void stored(Cta cta, PeerStoreEvent store) {
    accessedByPeer(cta, store.data());
    NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
    SharedAccess data = store.data();
    for (long rest = data.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Step step = step(data.warp(), lane, data.pc());
      Life life = valid(lives, store.barrier()[lane], step);
      if (life != null) {
        long oldState = store.states().oldState()[lane];
        life.completion = step;
        counted(
            life, step, (long) Mbarrier.transactions(oldState) - data.operation().bytesPerLane());
        changed(life, step, oldState, store.states().newState()[lane]);
      }
    }
  }

  /** Lanes have copied to shared memory. */
  void copied(Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    NavigableMap<Long, Life> lives = ctas.get(warp.owner());
    if (lives == null) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      plain(lives, warp, lane, pc, targets[lane] - base, bytes);
    }
  }

  private void plain(
      NavigableMap<Long, Life> lives, Warp warp, int lane, int pc, long offset, int bytes) {
    Life life = overlapping(lives, offset, bytes);
    if (life != null && life.valid()) {
      found(step(warp, lane, pc), ObjectMisuse.PLAIN, life.init, "");
    }
  }

  /** The last object that has some of these bytes. */
  private static @Nullable Life overlapping(
      NavigableMap<Long, Life> lives, long offset, long bytes) {
    Map.Entry<Long, Life> last = lives.floorEntry(offset + bytes - 1);
    return last != null && last.getKey() + Mbarrier.BYTES > offset ? last.getValue() : null;
  }

  /** Lanes have performed an instruction on mbarrier objects. */
  void performed(MbarrierAccess access) {
    Cta cta = access.cta();
    NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long offset = access.offset(lane);
      Step step = step(access.warp(), lane, access.pc());
      switch (access.kind()) {
        case INIT -> initialised(lives, offset, step);
        case PENDING_COUNT -> {}
        case INVAL, ARRIVE, ARRIVE_DROP, EXPECT_TX, COMPLETE_TX, TEST_WAIT, TRY_WAIT -> {
          Life life = valid(lives, offset, step);
          if (life != null) {
            performed(access, lane, life, step);
          }
        }
      }
    }
  }

  private void initialised(NavigableMap<Long, Life> lives, long offset, Step step) {
    Life former = overlapping(lives, offset, Mbarrier.BYTES);
    if (former != null && former.valid()) {
      found(step, ObjectMisuse.REINIT, former.init, "");
    }
    lives.put(offset, new Life(step));
  }

  /** The valid object at a place; null, and an error, if there is none. */
  private @Nullable Life valid(NavigableMap<Long, Life> lives, long offset, Step step) {
    Life life = lives.get(offset);
    if (life == null) {
      found(step, ObjectMisuse.NO_OBJECT, Step.NONE, "");
      return null;
    }
    if (!life.valid()) {
      found(step, ObjectMisuse.NO_OBJECT, life.inval, "");
      return null;
    }
    return life;
  }

  private void performed(MbarrierAccess access, int lane, Life life, Step step) {
    long oldState = access.states().oldState()[lane];
    long newState = access.states().newState()[lane];
    long operand = access.states().operand()[lane] & 0xffff_ffffL;
    switch (access.kind()) {
      case INVAL -> {
        rest(life, "when it is made invalid");
        life.inval = step;
      }
      case ARRIVE, ARRIVE_DROP -> {
        if (access.expects()) {
          life.expectation = step;
          counted(life, step, Mbarrier.transactions(oldState) + operand);
        }
        arrived(life, step, oldState, newState, access.expects() ? 1 : operand);
        if (access.endsPhase(lane)
            && code.get(step.pc) instanceof MemoryBarrierObject arrival
            && arrival.noComplete()) {
          found(step, ObjectMisuse.COMPLETES, life.init, "");
        }
      }
      case EXPECT_TX -> {
        life.expectation = step;
        counted(life, step, Mbarrier.transactions(oldState) + operand);
      }
      case COMPLETE_TX -> {
        life.completion = step;
        counted(life, step, Mbarrier.transactions(oldState) - operand);
      }
      case TEST_WAIT, TRY_WAIT -> over(access, lane, life, step, newState);
      case INIT, PENDING_COUNT -> throw new IllegalStateException("no use of an object");
    }
    changed(life, step, oldState, newState);
  }

  /** A phase waits for bytes. */
  private void counted(Life life, Step step, long bytes) {
    if (Math.abs(bytes) > Mbarrier.MOST) {
      String fact = "the bytes of a phase are %d, beyond %d".formatted(bytes, Mbarrier.MOST);
      found(step, ObjectMisuse.BYTES, life.init, fact);
    }
  }

  private void arrived(Life life, Step step, long oldState, long newState, long count) {
    int pending = Mbarrier.pending(oldState);
    if (count > pending) {
      found(
          step,
          ObjectMisuse.OVER_ARRIVAL,
          life.arrival,
          "it counts %d, and the phase waits for %d of %d"
              .formatted(count, pending, Mbarrier.expected(oldState)));
    } else if (!life.awaited) {
      found(step, ObjectMisuse.NOT_AWAITED, life.end, "");
    }
    life.arrival = step;
    if (Mbarrier.pending(newState) == 0 && Mbarrier.transactions(newState) < 0) {
      rest(life, newState, "when all have arrived");
    }
  }

  private void rest(Life life, long state, String moment) {
    life.state = state;
    rest(life, moment);
  }

  /** An object has another state: a phase may have ended. */
  private void changed(Life life, Step step, long oldState, long newState) {
    life.state = newState;
    if (Mbarrier.endsPhase(oldState, newState)) {
      life.phase++;
      life.end = step;
      life.awaited = false;
    }
  }

  private void over(MbarrierAccess access, int lane, Life life, Step step, long state) {
    if (!access.parity()) {
      int awaitedPhase = Mbarrier.phase(access.states().operand()[lane]);
      int passed = Math.floorMod(Mbarrier.phase(state) - awaitedPhase, Mbarrier.PHASES);
      if (passed > 1) {
        lapped(life, step, passed);
      }
    }
    life.awaited = true;
    life.polls.remove(step.thread);
  }

  private void lapped(Life life, Step step, long phases) {
    found(
        step,
        ObjectMisuse.LAPPED,
        life.end,
        "%d phases have ended since the one that it waits for began".formatted(phases));
  }

  /** Lanes have tested objects whose phases are not over. */
  void pending(MbarrierAccess access) {
    Cta cta = access.warp().owner();
    NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Step step = step(access.warp(), lane, access.pc());
      Life life = valid(lives, access.offset(lane), step);
      if (life == null) {
        continue;
      }
      Poll poll = life.polls.get(step.thread);
      if (poll == null || poll.pc != step.pc) {
        life.polls.put(step.thread, new Poll(step.pc, life.phase));
      } else if (life.phase - poll.phase > 1) {
        lapped(life, step, life.phase - poll.phase);
        life.polls.put(step.thread, new Poll(step.pc, life.phase));
      }
    }
  }

  private static Step step(BulkTransfer transfer) {
    return new Step(transfer.pc, (int) transfer.issuer, transfer.thread);
  }

  /** The CTAs to whose shared memory a copy goes; those that have ended are left out. */
  private List<Cta> targets(BulkTransfer transfer) {
    if (transfer.staysInCta()) {
      return transfer.targets.isEmpty() ? List.of() : List.of(transfer.cta);
    }
    List<Cta> targets = new ArrayList<>();
    for (long number : transfer.targets) {
      Cta cta = clusterCtas.get(number);
      if (cta != null) {
        targets.add(cta);
      }
    }
    return targets;
  }

  /** A lane has issued a bulk copy. */
  void issued(BulkTransfer transfer) {
    if (transfer.barrier == BulkTransfer.NO_BARRIER) {
      return;
    }
    for (Cta cta : targets(transfer)) {
      NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
      Life life = valid(lives, transfer.barrier, step(transfer));
      if (life != null) {
        life.copies.put(transfer, life.phase);
      }
    }
  }

  /** It is known which bytes a bulk copy moves. */
  void located(BulkTransfer transfer) {
    for (Cta cta : targets(transfer)) {
      NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
      Life life = overlapping(lives, transfer.shared, transfer.bytes);
      if (life != null && life.valid()) {
        found(step(transfer), ObjectMisuse.PLAIN, life.init, "");
      }
    }
  }

  /** A bulk copy is over for a CTA. */
  void completed(Cta cta, BulkTransfer transfer, long oldState, long newState) {
    NavigableMap<Long, Life> lives = ctas.get(cta);
    if (transfer.barrier == BulkTransfer.NO_BARRIER || lives == null) {
      return;
    }
    Step step = step(transfer);
    Life life = valid(lives, transfer.barrier, step);
    if (life == null) {
      return;
    }
    Long phase = life.copies.remove(transfer);
    if (phase != null && phase != life.phase) {
      String fact =
          "its %d bytes come when the phase is over in which it was issued"
              .formatted(transfer.bytes);
      found(step, ObjectMisuse.BYTES, life.end, fact);
    }
    life.completion = step;
    counted(life, step, (long) Mbarrier.transactions(oldState) - transfer.bytes);
    changed(life, step, oldState, newState);
  }

  /** Lanes ask for arrivals that follow asynchronous copies. */
  void arriving(Warp warp, int pc, CopyArrival arrival) {
    Cta cta = warp.owner();
    NavigableMap<Long, Life> lives = ctas.computeIfAbsent(cta, _ -> new TreeMap<>());
    for (long rest = arrival.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Step step = step(warp, lane, pc);
      Life life = valid(lives, arrival.address[lane] - arrival.base, step);
      if (life != null) {
        life.state = arrival.states.newState()[lane];
      }
    }
  }

  /** Those arrivals have happened. */
  void arrived(Warp warp, int pc, CopyArrival arrival) {
    Cta cta = warp.owner();
    NavigableMap<Long, Life> lives = ctas.get(cta);
    for (long rest = arrival.lanes; lives != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Step step = step(warp, lane, pc);
      Life life = valid(lives, arrival.address[lane] - arrival.base, step);
      if (life != null) {
        long oldState = arrival.states.oldState()[lane];
        long newState = arrival.states.newState()[lane];
        arrived(life, step, oldState, newState, 1);
        changed(life, step, oldState, newState);
      }
    }
  }
}
