package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lanes that may still write a word: those that can reach an instruction that writes it. */
final class PossibleWriters {
  private final LaneReachability flow;
  private final AddressRoots roots;
  private final RegisterForecast foresight;
  private final List<Instruction> code;
  private final List<Integer> writing = new ArrayList<>();
  private final Map<Integer, Set<Long>> rootsOf = new HashMap<>();
  private final IdentityHashMap<Waiter, LaneReachability.Reach> reaches = new IdentityHashMap<>();

  PossibleWriters(StoppedLaunch scene, LaneReachability flow) {
    this.flow = flow;
    roots = new AddressRoots(scene, flow);
    code = scene.program().code();
    foresight = new RegisterForecast(code, flow);
    for (int pc = 0; pc < code.size(); pc++) {
      if (WordAccesses.written(code.get(pc)) != null) {
        writing.add(pc);
      }
    }
  }

  /**
   * An instruction that may write the word, and who may get there.
   *
   * @param certain whether its address is known to be the word's
   */
  record Candidate(Waiter waiter, int pc, Position position, boolean certain) {}

  /**
   * Those of some lanes that may write the word that a poll reads, once they need not wait any
   * more; one candidate each at most, the certain ones first.
   */
  List<Candidate> of(Waiter reader, Poll poll, List<Waiter> waiters) {
    List<Candidate> certain = new ArrayList<>();
    List<Candidate> possible = new ArrayList<>();
    for (Waiter waiter : waiters) {
      boolean sees = !poll.shared() || waiter.sameCluster(reader);
      boolean waitsToo =
          waiter.poll() != null
              && waiter.poll().sameWord(poll)
              && (!poll.shared() || waiter.sameCta(reader));
      if (waiter.equals(reader) || !sees || waitsToo) {
        continue;
      }
      Candidate candidate = candidate(reader, waiter, poll);
      if (candidate != null) {
        (candidate.certain() ? certain : possible).add(candidate);
      }
    }
    certain.addAll(possible);
    return certain;
  }

  /** Whether the phase of an mbarrier that is read waits for what an instruction brings. */
  private boolean isOwed(int pc, Waiter reader, Poll poll) {
    if (!poll.mbarrier() || !poll.addressKnown()) {
      return true;
    }
    long state = reader.warp().insight().shared(poll.address(), Mbarrier.BYTES);
    return WordAccesses.completesBytes(code.get(pc))
        ? Mbarrier.transactions(state) > 0
        : Mbarrier.pending(state) > 0;
  }

  private @Nullable Candidate candidate(Waiter reader, Waiter waiter, Poll poll) {
    LaneReachability.Reach reach =
        reaches.computeIfAbsent(
            waiter,
            origin ->
                origin.pc() < 0
                    ? flow.everything()
                    : flow.from(origin.pc(), origin.lanes(), origin.warp().insight()));
    Candidate possible = null;
    for (int pc : writing) {
      boolean ownPoll = waiter.poll() != null && waiter.poll().pc() == pc;
      if (ownPoll || !reach.pcs().get(pc) || !isOwed(pc, reader, poll)) {
        continue;
      }
      Match match = match(pc, reader, poll, waiter, reach);
      if (match == Match.CERTAIN) {
        return new Candidate(waiter, pc, code.get(pc).position(), true);
      }
      if (match == Match.POSSIBLE && possible == null) {
        possible = new Candidate(waiter, pc, code.get(pc).position(), false);
      }
    }
    return possible;
  }

  private enum Match {
    NO,
    POSSIBLE,
    CERTAIN
  }

  private Match match(
      int pc, Waiter reader, Poll poll, Waiter waiter, LaneReachability.Reach reach) {
    WordAccesses.Place place = WordAccesses.written(code.get(pc));
    if (place == null || !mayBe(pc, poll)) {
      return Match.NO;
    }
    if (!poll.addressKnown()) {
      return Match.POSSIBLE;
    }
    int base = place.address().base();
    Match match = Match.NO;
    for (long rest = waiter.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Long value = foresight.value(base, lane, waiter.warp().insight(), reach);
      long now = waiter.warp().insight().value(base, lane);
      if (value == null) {
        match = Match.POSSIBLE;
      } else if (covers(pc, place, value + place.address().offset(), poll, waiter, reader)) {
        return Match.CERTAIN;
      } else if (covers(pc, place, now + place.address().offset(), poll, waiter, reader)) {
        match = Match.POSSIBLE; // before it is computed again
      }
    }
    return match;
  }

  private boolean covers(
      int pc, WordAccesses.Place place, long address, Poll poll, Waiter waiter, Waiter reader) {
    boolean shared = WordAccesses.shared(place.space(), address);
    if (shared != poll.shared()) {
      return false;
    }
    long placeAddress = address;
    if (shared) {
      long inWindow = AddressMap.inWindow(address - window(place.space()));
      if (!WordAccesses.isMulticast(code.get(pc)) && !isOf(inWindow, waiter, reader)) {
        return false;
      }
      placeAddress = AddressMap.inCta(inWindow);
    }
    return poll.address() >= placeAddress && poll.address() < placeAddress + place.bytes();
  }

  /** Whether an address of a thread in shared memory is in the CTA of a reader. */
  private static boolean isOf(long inWindow, Waiter waiter, Waiter reader) {
    int rank = AddressMap.rank(inWindow);
    return rank == AddressMap.NO_RANK
        ? waiter.sameCta(reader)
        : rank == reader.warp().rank() && waiter.sameCluster(reader);
  }

  private static long window(StateSpace space) {
    return space == StateSpace.GENERIC ? AddressMap.SHARED_BASE : 0;
  }

  /** Whether an instruction may write the word that a poll reads, executed by any thread. */
  private boolean mayBe(int pc, Poll poll) {
    WordAccesses.Place place = WordAccesses.written(code.get(pc));
    if (place == null) {
      return false;
    }
    if (place.space() != StateSpace.GENERIC
        && poll.addressKnown()
        && WordAccesses.shared(place.space(), 0) != poll.shared()) {
      return false;
    }
    if (poll.shared() || !poll.addressKnown()) {
      return true;
    }
    Set<Long> allocations =
        rootsOf.computeIfAbsent(pc, writer -> roots.of(writer, place.address().base()));
    return allocations.isEmpty() || allocations.contains(roots.allocation(poll.address()));
  }

  /** Where the program has mbarriers expect bytes of transactions. */
  List<Position> expecting() {
    return code.stream()
        .filter(instruction -> WordAccesses.expecting(instruction) != null)
        .map(Instruction::position)
        .toList();
  }

  /** Where the program may write the word that a poll reads: what it waits for. */
  List<Position> places(Waiter reader, Poll poll) {
    List<Position> places = new ArrayList<>();
    for (int pc : writing) {
      if (pc != poll.pc() && isOwed(pc, reader, poll) && mayBe(pc, poll)) {
        places.add(code.get(pc).position());
      }
    }
    return places;
  }

  /**
   * Whether the program takes the polled word as one takes a lock: exchanges a constant for it, or
   * compares it with one.
   */
  boolean lock(Poll poll) {
    for (int pc : writing) {
      boolean takes =
          code.get(pc) instanceof Atomic atomic
              && atomic.a().getFirst() < 0
              && (atomic.operation() == AtomicOperation.CAS
                  || atomic.operation() == AtomicOperation.EXCH);
      if (takes && mayBe(pc, poll)) {
        return true;
      }
    }
    return false;
  }
}
