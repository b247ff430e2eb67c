package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import dev.syncopate.check.confluence.MbarrierProgram.Life;
import dev.syncopate.check.confluence.Past.SentOperation;
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
import dev.syncopate.machine.observer.MbarrierStates;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.Mbarrier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records the {@link MbarrierProgram} of a launch. A lane's {@link Past} is what its next event
 * follows: its own last one, and what barriers, exchanges between lanes and reads of strong writes
 * have passed on to it. An operation on an mbarrier of another CTA is an event when it is
 * performed. What its thread does next does not follow it but behind a release, or at the same
 * object.
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

    /** By word, the past that its last strong write has left. */
    final Map<Long, Past> flags = new HashMap<>();
  }

  private final int mostEvents;
  private final Receiver receiver;
  private final Consumer<String> unchecked;
  private final NoteKind<Past> writers;
  private final MbarrierProgram program = new MbarrierProgram();
  private final IdentityHashMap<Warp, Past[]> pasts = new IdentityHashMap<>();

  /** By lane, the next phase of the cluster's barrier at which it arrives. */
  private final IdentityHashMap<Warp, long[]> nextPhases = new IdentityHashMap<>();

  private final Map<Long, ClusterPasts> clusters = new HashMap<>();
  private final IdentityHashMap<Cta, SharedPlaces> shared = new IdentityHashMap<>();
  private final IdentityHashMap<BulkTransfer, Copy> copies = new IdentityHashMap<>();
  private final IdentityHashMap<CopyArrival, Request> requests = new IdentityHashMap<>();

  /** What is on its way to other CTAs: by the states of operations, by stores, by accesses. */
  private final IdentityHashMap<Object, Sent> messages = new IdentityHashMap<>();

  /** Fences that release and are not complete, with their lanes. */
  private final IdentityHashMap<WarpAccess, Long> fences = new IdentityHashMap<>();

  /** Why the launch is not checked; empty where it is. */
  private String givenReason = "";

  /**
   * Arrivals that follow asynchronous copies.
   *
   * @param frontier that they follow
   * @param counted whether their phase waits for them in addition
   */
  private record Request(int[] frontier, boolean counted) {}

  /** A bulk copy in flight. */
  private static final class Copy {
    final Past past;

    /** CTAs in which it is not complete. */
    int targets;

    Copy(Past past, int targets) {
      this.past = past;
      this.targets = targets;
    }
  }

  /**
   * A message to another CTA.
   *
   * @param cta of its threads, by number in the grid
   * @param firstThread of its warp in that CTA
   * @param pasts by lane, before it
   * @param operations by lane
   */
  private record Sent(
      int cta, int firstThread, Past[] pasts, @Nullable SentOperation[] operations) {
    static Sent of(Warp warp, Past[] pasts) {
      return new Sent(
          (int) warp.owner().index,
          warp.indexInCta() * warp.width,
          pasts.clone(),
          new @Nullable SentOperation[pasts.length]);
    }
  }

  /**
   * @param mostEvents that are recorded; a launch with more is not checked
   * @param unchecked receives why a launch is not checked, in a clause
   */
  ProgramRecorder(int mostEvents, NoteKinds notes, Receiver receiver, Consumer<String> unchecked) {
    this.mostEvents = mostEvents;
    this.receiver = receiver;
    this.unchecked = unchecked;
    this.writers = notes.kind(Past.class);
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
    for (Warp warp : cta.warps) {
      Past[] lanes = new Past[warp.width];
      Arrays.fill(lanes, Past.NOTHING);
      pasts.put(warp, lanes);
      if (cta.cluster != null) {
        nextPhases.put(warp, new long[warp.width]);
      }
    }
  }

  /**
   * Threads that have exited are not waited for at the barrier of their cluster. What they have
   * sent may come behind it.
   */
  @Override
  public void left(int unit, Warp warp) {
    long[] phases = nextPhases.remove(warp);
    if (phases == null) {
      return;
    }
    Past[] past = past(warp);
    ClusterPasts meetings = meetings(warp);
    for (long rest = warp.threads(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      meetings.exit(phases[lane], past[lane].withoutSent());
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

  private Past[] past(Warp warp) {
    Past[] lanes = pasts.get(warp);
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

  private static Past joined(Past[] past, long lanes, Past start) {
    Past union = start;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      union = Past.union(union, past[Long.numberOfTrailingZeros(rest)]);
    }
    return union;
  }

  private static void set(Past[] past, long lanes, Past joint) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      past[Long.numberOfTrailingZeros(rest)] = joint;
    }
  }

  /** The past, or that behind one event which follows its events. */
  private Past bounded(Past past) {
    return past.events().length <= LARGEST_FRONTIER
        ? past
        : past.behind(add(MbarrierEvent.join(past.events())));
  }

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
    Sent sent = messages.remove(access.states());
    if (sent == null && access.operation().order().releases()) {
      Past[] past = past(access.warp());
      for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        past[lane] = past[lane].released();
      }
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
        close(access, sent, group);
        group = lone;
      }
    }
    close(access, sent, group);
  }

  /** Lanes send an operation to the objects of another CTA. */
  @Override
  public void peerArrives(int unit, long cta, MbarrierAccess access) {
    Past[] past = past(access.warp());
    boolean releases = access.operation().order().releases();
    Sent sent = Sent.of(access.warp(), past);
    messages.put(access.states(), sent);
    Map<Long, SentOperation> operations = new HashMap<>();
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      SentOperation operation =
          operations.computeIfAbsent(access.offset(lane), offset -> new SentOperation(cta, offset));
      if (releases) {
        past[lane] = past[lane].released();
        sent.pasts[lane] = past[lane];
      }
      sent.operations[lane] = operation;
      past[lane] = past[lane].sending(operation);
    }
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

  private void close(MbarrierAccess access, @Nullable Sent sent, @Nullable Group group) {
    if (group == null) {
      return;
    }
    long cta = access.cta().index;
    long offset = group.life.offset;
    if (sent != null) {
      sent(access.pc(), sent, group, cta, offset);
      return;
    }
    Warp warp = access.warp();
    Past[] past = past(warp);
    Past joint = joined(past, group.lanes, Past.NOTHING);
    int[] event = add(event(warp, access.pc(), group, bounded(joint.on(cta, offset))));
    for (long rest = group.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      past[lane] = past[lane].behind(event);
    }
  }

  /** A message to objects of another CTA has been performed. */
  private void sent(int pc, Sent sent, Group group, long cta, long offset) {
    Past joint = joined(sent.pasts, group.lanes, Past.NOTHING);
    int[] predecessors = bounded(joint.on(cta, offset));
    int[] event =
        add(
            event(
                sent.cta,
                sent.firstThread + Long.numberOfTrailingZeros(group.lanes),
                pc,
                group,
                predecessors));
    for (long rest = group.lanes; rest != 0 && event.length > 0; rest &= rest - 1) {
      SentOperation operation = sent.operations[Long.numberOfTrailingZeros(rest)];
      if (operation != null) {
        operation.event = event[0];
      }
    }
  }

  private static MbarrierEvent event(Warp warp, int pc, Group group, int[] predecessors) {
    int thread = warp.indexInCta() * warp.width + Long.numberOfTrailingZeros(group.lanes);
    return event((int) warp.owner().index, thread, pc, group, predecessors);
  }

  private static MbarrierEvent event(int cta, int thread, int pc, Group group, int[] predecessors) {
    return new MbarrierEvent(
        group.kind,
        group.life.number,
        group.phase,
        group.count,
        group.bytes,
        group.parity,
        pc,
        cta,
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
                ? program.begin((int) access.cta().index, offset)
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
      copies.put(
          transfer,
          new Copy(past(transfer.warp)[transfer.lane], Math.max(1, transfer.targets.size())));
    }
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    Copy copy = copies.get(transfer);
    if (copy == null) {
      return;
    }
    copy.targets--;
    if (copy.targets == 0) {
      copies.remove(transfer);
    }
    Life life = completedAt(cta, transfer.barrier);
    if (life == null) {
      return;
    }
    Group group = new Group(Kind.COMPLETE, life, life.ended, false, 0, 0, transfer.bytes);
    life.ended += Mbarrier.endsPhase(oldState, newState) ? 1 : 0;
    int[] predecessors = bounded(copy.past.on(cta.index, life.offset));
    add(event((int) transfer.issuer, transfer.thread, transfer.pc, group, predecessors));
  }

  /**
   * The object that counts bytes; null, and no check of the launch, where there is none. Null where
   * its CTA has exited: no wait is behind that, and the race check reports the exit.
   */
  private @Nullable Life completedAt(Cta cta, long offset) {
    SharedPlaces places = shared.get(cta);
    if (places == null) {
      return null;
    }
    Life life = places.lives.get(offset);
    if (life == null || life.invalidated) {
      give("a copy completes on an mbarrier that is not initialised");
    }
    return given() ? null : life;
  }

  @Override
  public void peerStores(int unit, long cta, PeerStoreEvent store) {
    messages.put(store, Sent.of(store.data().warp(), past(store.data().warp())));
  }

  /** Lanes whose stores one object counts are one operation. */
  @Override
  public void peerStored(int unit, Cta cta, PeerStoreEvent store) {
    Sent sent = messages.remove(store);
    SharedAccess data = store.data();
    MbarrierStates states = store.states();
    Group group = null;
    for (long rest = data.lanes(); sent != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Life life = completedAt(cta, store.barrier()[lane]);
      if (life == null) {
        return;
      }
      int bytes = data.operation().bytesPerLane();
      Group lone = new Group(Kind.COMPLETE, life, life.ended, false, lane, 0, bytes);
      life.ended += Mbarrier.endsPhase(states.oldState()[lane], states.newState()[lane]) ? 1 : 0;
      if (group != null && group.takes(lone)) {
        group.add(lone);
        continue;
      }
      if (group != null) {
        sent(data.pc(), sent, group, cta.index, group.life.offset);
      }
      group = lone;
    }
    if (sent != null && group != null) {
      sent(data.pc(), sent, group, cta.index, group.life.offset);
    }
  }

  @Override
  public void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {
    Past[] past = past(warp);
    boolean counted = false;
    for (long rest = arrival.lanes; rest != 0 && !given(); rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      Life life = arrivedAt(warp, arrival, lane);
      if (life != null && arrival.states.oldState()[lane] != arrival.states.newState()[lane]) {
        counted = true;
        Group group = new Group(Kind.REQUEST, life, life.ended, false, lane, 1, 0);
        past[lane] = past[lane].behind(add(event(warp, pc, group, past[lane].events())));
      }
    }
    Past joint = bounded(joined(past, arrival.lanes, Past.NOTHING));
    requests.put(arrival, new Request(joint.events(), counted));
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
    Past met = Past.NOTHING;
    for (int i = 0; i < count; i++) {
      met = joined(past(warps[i]), lanes[i], met);
    }
    met = bounded(met);
    for (int i = 0; i < count; i++) {
      if (pcs[i] >= 0) {
        set(past(warps[i]), lanes[i], met);
      }
    }
  }

  /** Those of a warp's cluster; a CTA without one has its own. */
  private ClusterPasts meetings(Warp warp) {
    ClusterPlaces cluster = warp.owner().cluster;
    long key = cluster == null ? ~warp.owner().index : cluster.number();
    return clusters.computeIfAbsent(key, _ -> new ClusterPasts());
  }

  @Override
  public void clusterArrived(
      int unit, Warp warp, int pc, long lanes, long phase, boolean releases) {
    Past joint = joined(past(warp), lanes, Past.NOTHING);
    meetings(warp).arrive(phase, bounded(releases ? joint.released() : joint.withoutSent()));
    long[] phases = nextPhases.get(warp);
    for (long rest = lanes; phases != null && rest != 0; rest &= rest - 1) {
      phases[Long.numberOfTrailingZeros(rest)] = phase + 1;
    }
  }

  @Override
  public void clusterWaited(int unit, Warp warp, int pc, long lanes, long phase, boolean acquires) {
    Past met = meetings(warp).ended(phase);
    Past[] past = past(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      past[lane] = bounded(Past.union(past[lane], met));
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    exchanged(unit, warp, lanes);
  }

  @Override
  public void exchanged(int unit, Warp warp, long lanes) {
    Past[] past = past(warp);
    set(past, lanes, bounded(joined(past, lanes, Past.NOTHING)));
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    if (access.operation().order() != Order.WEAK) {
      Past[] past = past(access.warp());
      strong(access, places(access.warp().owner()).flags, past, past);
    }
  }

  @Override
  public void peerIssued(int unit, long cta, SharedAccess access) {
    if (access.operation().order() != Order.WEAK) {
      messages.put(access, Sent.of(access.warp(), past(access.warp())));
    }
  }

  @Override
  public void peerPerformed(int unit, Cta cta, SharedAccess access) {
    Sent sent = messages.remove(access);
    if (sent != null) {
      strong(access, places(cta).flags, sent.pasts, past(access.warp()));
    }
  }

  /**
   * Strong accesses to shared memory.
   *
   * @param issued by lane, what a write leaves
   * @param past by lane, what takes in what a read has found
   */
  private void strong(SharedAccess access, Map<Long, Past> flags, Past[] issued, Past[] past) {
    boolean reads = access.operation().kind() != AccessKind.STORE;
    boolean writes = access.operation().kind() != AccessKind.LOAD;
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation().elements(); e++) {
        long word = access.offset(lane, e) >> WORD_SHIFT;
        Past passed = flags.get(word);
        Past written = issued[lane];
        if (reads && passed != null) {
          past[lane] = bounded(Past.union(past[lane], passed));
          written = bounded(Past.union(written, passed));
        }
        if (writes) {
          flags.put(word, passedOn(written, access.operation().order()));
        }
      }
    }
  }

  /** What a strong write leaves to those who read it. */
  private static Past passedOn(Past past, Order order) {
    return order.releases() ? past.released() : past.withoutSent();
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return true;
  }

  /** What a fence releases is there when it is complete. */
  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    if (access.operation.kind() == AccessKind.FENCE && access.operation.order().releases()) {
      fences.put(access, lanes);
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    Long lanes = fences.remove(access);
    Past[] past = pasts.get(warp);
    if (lanes == null || past == null) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      past[lane] = past[lane].released();
    }
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    writers.put(write, passedOn(past(issue.warp)[write.lane], issue.access.operation.order()));
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    FollowedWrite match = source.match();
    Past passed = match == null ? null : writers.of(match);
    if (passed != null) {
      Past[] past = past(issue.warp);
      past[lane] = bounded(Past.union(past[lane], passed));
    }
  }

  @Override
  public void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
    writers.put(write, passedOn(past(issue.warp)[write.lane], issue.access.operation.order()));
  }
}
