package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import dev.syncopate.check.confluence.MbarrierProgram.Life;
import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.local.Mbarrier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the {@link MbarrierProgram} of a launch. A lane's <em>frontier</em> is the set of events
 * that its next one follows: its own last one, and what barriers, exchanges between lanes and reads
 * of strong writes have passed on to it.
 */
final class ProgramRecorder implements OrderListener {
  /** Receiver of a launch's program. */
  interface Receiver {
    /** The launch has ended, and each CTA has ended before. */
    void recorded(MbarrierProgram program);
  }

  /** A frontier with more events is replaced by a {@link Kind#JOIN}. */
  private static final int LARGEST_FRONTIER = 64;

  /** Size of the words of shared memory in which flags are followed, as a shift. */
  private static final int WORD_SHIFT = 2;

  /** Shared memory of a CTA. */
  private static final class SharedPlaces {
    /** The last life at each offset. */
    final Map<Long, Life> lives = new HashMap<>();

    /** By word, the frontier that its last strong write has left. */
    final Map<Long, int[]> flags = new HashMap<>();
  }

  private final int mostEvents;
  private final Receiver receiver;
  private final Consumer<String> unchecked;
  private final NoteKind<int[]> writers;
  private final MbarrierProgram program = new MbarrierProgram();
  private final IdentityHashMap<Warp, int[][]> frontiers = new IdentityHashMap<>();
  private final IdentityHashMap<Cta, SharedPlaces> shared = new IdentityHashMap<>();
  private final IdentityHashMap<BulkTransfer, int[]> copies = new IdentityHashMap<>();
  private final IdentityHashMap<CopyArrival, Request> requests = new IdentityHashMap<>();

  /** Why the launch is not checked; empty where it is. */
  private String givenReason = "";

  /**
   * Arrivals that follow asynchronous copies.
   *
   * @param frontier that they follow
   * @param counted whether their phase waits for them in addition
   */
  private record Request(int[] frontier, boolean counted) {}

  /**
   * @param mostEvents that are recorded; a launch with more is not checked
   * @param unchecked receives why a launch is not checked, in a clause
   */
  ProgramRecorder(int mostEvents, NoteKinds notes, Receiver receiver, Consumer<String> unchecked) {
    this.mostEvents = mostEvents;
    this.receiver = receiver;
    this.unchecked = unchecked;
    this.writers = notes.kind(int[].class);
  }

  /** The launch is not checked. */
  private void give(String reason) {
    if (!given()) {
      givenReason = reason;
    }
  }

  private boolean given() {
    return !givenReason.isEmpty();
  }

  // ---- threads ----

  @Override
  public void started(int unit, Cta cta) {
    shared.put(cta, new SharedPlaces());
    if (cta.cluster != null) {
      give("its CTAs form clusters");
    }
    for (Warp warp : cta.warps) {
      int[][] lanes = new int[warp.width][];
      Arrays.fill(lanes, Frontier.EMPTY);
      frontiers.put(warp, lanes);
    }
  }

  @Override
  public void finished(int unit, Cta cta) {
    shared.remove(cta);
  }

  @Override
  public void ended() {
    if (!shared.isEmpty() || program.lifeCount() == 0) {
      return; // a launch that does not end has another report
    }
    if (given()) {
      unchecked.accept(givenReason);
    } else {
      receiver.recorded(program);
    }
  }

  private int[][] frontier(Warp warp) {
    int[][] lanes = frontiers.get(warp);
    if (lanes == null) {
      throw new IllegalStateException("a warp of a CTA that has not started");
    }
    return lanes;
  }

  private SharedPlaces places(Cta cta) {
    SharedPlaces places = shared.get(cta);
    if (places == null) {
      throw new IllegalStateException("a CTA that has not started");
    }
    return places;
  }

  private static int[] joined(int[][] frontier, long lanes, int[] start) {
    int[] union = start;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      union = Frontier.union(union, frontier[Long.numberOfTrailingZeros(rest)]);
    }
    return union;
  }

  private static void set(int[][] frontier, long lanes, int[] events) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      frontier[Long.numberOfTrailingZeros(rest)] = events;
    }
  }

  /** The frontier, or that of one event which follows it. */
  private int[] bounded(int[] events) {
    return events.length <= LARGEST_FRONTIER ? events : add(MbarrierEvent.join(events));
  }

  /** Adds an event; returns the frontier behind it. */
  private int[] add(MbarrierEvent event) {
    if (program.size() == mostEvents) {
      give("it has more than %,d operations on mbarriers".formatted(mostEvents));
    }
    if (given()) {
      return Frontier.EMPTY;
    }
    program.add(event);
    return new int[] {program.size() - 1};
  }

  // ---- operations on objects ----

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    Warp warp = access.warp();
    if (access.cta() != warp.cta()) {
      give("it uses mbarriers of other CTAs of a cluster");
      return;
    }
    SharedPlaces places = places(access.cta());
    Group group = null;
    for (long rest = access.lanes(); rest != 0 && !given(); rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Group lone = group(access, places, lane);
      if (lone == null) {
        continue;
      }
      if (group != null && group.takes(lone)) {
        group.add(lone);
      } else {
        close(access, group);
        group = lone;
      }
    }
    close(access, group);
  }

  /** Lanes of one instruction that do the same to one object in one phase. */
  private static final class Group {
    final Kind kind;
    final Life life;
    final int phase;
    final boolean parity;
    long lanes;
    int count;
    int bytes;

    Group(Kind kind, Life life, int phase, boolean parity, int lane, int count, int bytes) {
      this.kind = kind;
      this.life = life;
      this.phase = phase;
      this.parity = parity;
      this.lanes = 1L << lane;
      this.count = count;
      this.bytes = bytes;
    }

    boolean takes(Group next) {
      return kind == next.kind
          && life == next.life
          && phase == next.phase
          && kind != Kind.INIT
          && kind != Kind.INVAL;
    }

    void add(Group next) {
      lanes |= next.lanes;
      count += next.count;
      bytes += next.bytes;
    }
  }

  private void close(MbarrierAccess access, @Nullable Group group) {
    if (group == null) {
      return;
    }
    Warp warp = access.warp();
    int[][] frontier = frontier(warp);
    int[] predecessors = joined(frontier, group.lanes, Frontier.EMPTY);
    set(frontier, group.lanes, add(event(warp, access.pc(), group, predecessors)));
  }

  private MbarrierEvent event(Warp warp, int pc, Group group, int[] predecessors) {
    int thread = warp.indexInCta() * warp.width + Long.numberOfTrailingZeros(group.lanes);
    return new MbarrierEvent(
        group.kind,
        group.life.number,
        group.phase,
        group.count,
        group.bytes,
        group.parity,
        pc,
        (int) warp.owner().index,
        thread,
        predecessors);
  }

  /** What one lane does; null for nothing. */
  private @Nullable Group group(MbarrierAccess access, SharedPlaces places, int lane) {
    long offset = access.offset(lane);
    int operand = (int) access.states().operand()[lane];
    Life life = places.lives.get(offset);
    switch (access.kind()) {
      case INIT -> {
        Life next =
            life == null
                ? program.begin((int) access.warp().owner().index, offset)
                : program.beginAfter(life);
        places.lives.put(offset, next);
        return new Group(Kind.INIT, next, 0, false, lane, operand, 0);
      }
      case PENDING_COUNT -> {
        return null;
      }
      case INVAL, ARRIVE, ARRIVE_DROP, EXPECT_TX, COMPLETE_TX, TEST_WAIT, TRY_WAIT -> {}
    }
    if (life == null || life.invalidated) {
      give("it uses an mbarrier that is not initialised");
      return null;
    }
    int phase = life.ended;
    if (access.endsPhase(lane)) {
      life.ended++;
    }
    boolean expects = access.expects();
    return switch (access.kind()) {
      case INVAL -> new Group(Kind.INVAL, life, phase, false, lane, 0, 0);
      case ARRIVE ->
          new Group(
              Kind.ARRIVE, life, phase, false, lane, expects ? 1 : operand, expects ? operand : 0);
      case ARRIVE_DROP ->
          new Group(
              Kind.DROP, life, phase, false, lane, expects ? 1 : operand, expects ? operand : 0);
      case EXPECT_TX -> new Group(Kind.EXPECT, life, phase, false, lane, 0, operand);
      case COMPLETE_TX -> new Group(Kind.COMPLETE, life, phase, false, lane, 0, operand);
      case TEST_WAIT, TRY_WAIT ->
          new Group(Kind.WAIT, life, seen(access, lane, phase), access.parity(), lane, 0, 0);
      case INIT, PENDING_COUNT -> throw new IllegalStateException("no use of an object");
    };
  }

  /** The phase whose end a test has seen. */
  private static int seen(MbarrierAccess access, int lane, int current) {
    if (access.parity()) {
      return current - 1;
    }
    int awaited = Mbarrier.phase(access.states().operand()[lane]);
    int now = Mbarrier.phase(access.states().newState()[lane]);
    return current - Math.floorMod(now - awaited, Mbarrier.PHASES);
  }

  // ---- copies ----

  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    if (transfer.barrier != BulkTransfer.NO_BARRIER) {
      copies.put(transfer, frontier(transfer.warp)[transfer.lane]);
    }
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    int[] issue = copies.remove(transfer);
    if (issue == null || given()) {
      return;
    }
    Life life = places(transfer.cta).lives.get((long) transfer.barrier);
    if (life == null || life.invalidated) {
      give("a copy completes on an mbarrier that is not initialised");
      return;
    }
    int phase = life.ended;
    life.ended += Mbarrier.endsPhase(oldState, newState) ? 1 : 0;
    add(
        new MbarrierEvent(
            Kind.COMPLETE,
            life.number,
            phase,
            0,
            transfer.bytes,
            false,
            transfer.pc,
            (int) transfer.cta.index,
            transfer.thread,
            issue));
  }

  @Override
  public void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {
    int[][] frontier = frontier(warp);
    boolean counted = false;
    for (long rest = arrival.lanes; rest != 0 && !given(); rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Life life = arrivedAt(warp, arrival, lane);
      if (life != null && arrival.states.oldState()[lane] != arrival.states.newState()[lane]) {
        counted = true;
        Group group = new Group(Kind.REQUEST, life, life.ended, false, lane, 1, 0);
        frontier[lane] = add(event(warp, pc, group, frontier[lane]));
      }
    }
    int[] joint = bounded(joined(frontier, arrival.lanes, Frontier.EMPTY));
    requests.put(arrival, new Request(joint, counted));
  }

  @Override
  public void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {
    Request request = requests.remove(arrival);
    if (request == null) {
      return;
    }
    Kind kind = request.counted ? Kind.COPIED : Kind.ARRIVE;
    for (long rest = arrival.lanes; rest != 0 && !given(); rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Life life = arrivedAt(warp, arrival, lane);
      if (life != null) {
        int phase = life.ended;
        boolean ends =
            Mbarrier.endsPhase(arrival.states.oldState()[lane], arrival.states.newState()[lane]);
        life.ended += ends ? 1 : 0;
        Group group = new Group(kind, life, phase, false, lane, 1, 0);
        add(event(warp, pc, group, request.frontier));
      }
    }
  }

  private @Nullable Life arrivedAt(Warp warp, CopyArrival arrival, int lane) {
    Life life = places(warp.owner()).lives.get(arrival.address[lane] - arrival.base);
    if (life == null || life.invalidated) {
      give("a copy arrives at an mbarrier that is not initialised");
      return null;
    }
    return life;
  }

  // ---- what passes from thread to thread ----

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    int[] met = Frontier.EMPTY;
    for (int i = 0; i < count; i++) {
      met = joined(frontier(warps[i]), lanes[i], met);
    }
    met = bounded(met);
    for (int i = 0; i < count; i++) {
      if (pcs[i] >= 0) {
        set(frontier(warps[i]), lanes[i], met);
      }
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    exchanged(unit, warp, lanes);
  }

  @Override
  public void exchanged(int unit, Warp warp, long lanes) {
    int[][] frontier = frontier(warp);
    set(frontier, lanes, bounded(joined(frontier, lanes, Frontier.EMPTY)));
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    if (access.operation().order() == Order.WEAK) {
      return;
    }
    Map<Long, int[]> flags = places(access.warp().owner()).flags;
    int[][] frontier = frontier(access.warp());
    boolean reads = access.operation().kind() != AccessKind.STORE;
    boolean writes = access.operation().kind() != AccessKind.LOAD;
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation().elements(); e++) {
        long word = access.offset(lane, e) >> WORD_SHIFT;
        int[] passed = flags.get(word);
        if (reads && passed != null) {
          frontier[lane] = bounded(Frontier.union(frontier[lane], passed));
        }
        if (writes) {
          flags.put(word, frontier[lane]);
        }
      }
    }
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return true;
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    writers.put(write, frontier(issue.warp)[write.lane]);
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    FollowedWrite match = source.match();
    int[] passed = match == null ? null : writers.of(match);
    if (passed != null) {
      int[][] frontier = frontier(issue.warp);
      frontier[lane] = bounded(Frontier.union(frontier[lane], passed));
    }
  }

  @Override
  public void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
    writers.put(write, frontier(issue.warp)[write.lane]);
  }
}
