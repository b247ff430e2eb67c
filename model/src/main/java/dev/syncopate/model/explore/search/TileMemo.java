package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.ThreadEffect;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Pieces;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.NumberedObjects;
import dev.syncopate.model.explore.table.QueueTable;
import dev.syncopate.model.explore.table.RowTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A tile with several threads. Its state is a row of numbers: of its core, of what is behind the
 * head of the request FIFO, and of each thread. A transition is composed of what each piece does
 * alone, which is computed once for all states that contain the piece. Where pieces depend on one
 * another, the whole tile is run.
 */
final class TileMemo implements PartMemo {
  private static final int CORE = 0;
  private static final int BEHIND = 1;
  private static final int THREADS = 2;

  private final TileSplit split;
  private final TileReplicas replicas;
  private final TileReplica first;
  private final MessageTable messages;
  private final TileThreads threads;
  private final TileCores cores;
  private final QueueTable queues = new QueueTable();
  private final int[] sleeps;
  private final RowTable states;

  /** By state; none before they were asked for. */
  private final NumberedObjects<Events> events = new NumberedObjects<>();

  private final ArrivalTable arrivals = new ArrivalTable();
  private final int width;
  private volatile boolean violated;
  private final AtomicInteger wholeSteps = new AtomicInteger();

  /**
   * @param replicas to begin with; more are made for threads that find none free
   */
  TileMemo(TileSplit split, Snapshots snapshots, MessageTable messages, int replicas) {
    this.split = split;
    this.messages = messages;
    first = new TileReplica(split, snapshots);
    this.replicas = new TileReplicas(first, replicas);
    threads = new TileThreads(split, snapshots.again());
    cores = new TileCores(this.replicas, messages, threads);
    width = THREADS + split.threads();
    states = new RowTable(width);
    sleeps = new int[split.threads()];
    for (int warp = 0; warp < sleeps.length; warp++) {
      sleeps[warp] = threads.effect(ThreadEffect.sleeps(warp));
    }
  }

  @Override
  public int initial() {
    return number(first, first.start);
  }

  /** The number of the state that a replica has in pieces. */
  private int number(TileReplica replica, Pieces pieces) {
    int[] row = new int[width];
    row[CORE] = cores.number(replica, pieces.core());
    row[BEHIND] = QueueTable.EMPTY;
    for (Object access : pieces.waiting()) {
      row[BEHIND] = queues.push(row[BEHIND], threads.access(access));
    }
    for (int warp = 0; warp < sleeps.length; warp++) {
      row[THREADS + warp] = threads.number(pieces.threads().get(warp));
    }
    return number(row);
  }

  private int number(int[] row) {
    long hash = RowTable.hash(row);
    int existing = states.find(row, hash);
    return existing < 0 ? add(row, hash) : existing;
  }

  private int add(int[] row, long hash) {
    if (!cores.violations(row[CORE]).isEmpty()) {
      violated = true;
    }
    synchronized (states) {
      int state = states.add(row, hash);
      return state < 0 ? -1 - state : state;
    }
  }

  private int[] row(int state) {
    int[] row = new int[width];
    states.load(state, row);
    return row;
  }

  /** Puts a replica into the state of a row, until its next one. */
  private PartState load(TileReplica replica, int[] row) {
    List<Object> waiting = new ArrayList<>();
    for (int queue = row[BEHIND]; queue != QueueTable.EMPTY; queue = queues.tail(queue)) {
      waiting.add(replica.snapshots.copy(threads.accessOf(queues.head(queue))));
    }
    List<Object> threadList = new ArrayList<>();
    for (int warp = 0; warp < sleeps.length; warp++) {
      threadList.add(replica.snapshots.copy(threads.get(row[THREADS + warp])));
    }
    return replica.split.join(new Pieces(cores.load(replica, row[CORE]), waiting, threadList));
  }

  @Override
  public Events events(int state) {
    Events cached = events.get(state);
    return cached == null ? find(state) : cached;
  }

  private Events find(int state) {
    int[] row = row(state);
    int[] codes = codes(row);
    @Nullable Transition[] outgoing = new @Nullable Transition[codes.length];
    for (int i = 0; i < codes.length; i++) {
      outgoing[i] = codes[i] == TileSplit.OFFER ? offer(state, row) : issue(state, row, codes[i]);
    }
    for (Transition transition : outgoing) {
      if (transition == null) {
        return complete(state, codes, outgoing);
      }
    }
    return keep(state, Events.of(codes, outgoing));
  }

  /** Does what cannot be put together from pieces. */
  private Events complete(int state, int[] codes, @Nullable Transition[] outgoing) {
    replicas.begin(events, state, 0);
    try {
      Events cached = events.get(state);
      if (cached != null) {
        return cached;
      }
      for (int i = 0; i < codes.length; i++) {
        int event = codes[i];
        if (outgoing[i] == null) {
          outgoing[i] = all(state, false, (replica, copy) -> replica.part.happen(copy, event));
        }
      }
      return keep(state, Events.of(codes, outgoing));
    } finally {
      replicas.end(events, state, 0);
    }
  }

  private Events keep(int state, Events created) {
    Events cached = events.replace(state, null, created) ? created : events.get(state);
    return Objects.requireNonNull(cached);
  }

  /** As {@link MachinePart#events}. */
  private int[] codes(int[] row) {
    int core = row[CORE];
    if (!cores.started(core)) {
      return codesBeforeStart(row);
    }
    int[] codes = new int[sleeps.length + 1];
    int count = 0;
    boolean later = cores.putsOff(core);
    for (int warp = 0; warp < sleeps.length; warp++) {
      int thread = row[THREADS + warp];
      if (threads.ready(thread) && !(later && threads.issues(thread))) {
        codes[count++] = warp;
      }
    }
    if (cores.offers(core)) {
      codes[count++] = TileSplit.OFFER;
    }
    return Arrays.copyOf(codes, count);
  }

  private int[] codesBeforeStart(int[] row) {
    return replicas.run(replica ->
        Arrays.copyOf(replica.possible, replica.part.events(load(replica, row), replica.possible)));
  }

  @Override
  public Transition deliver(int state, int message) {
    Transition cached = arrivals.get(state, message);
    if (cached != null) {
      return cached;
    }
    Transition pieced = receive(state, message);
    return pieced == null ? receiveByAll(state, message) : arrivals.put(state, message, pieced);
  }

  private Transition receiveByAll(int state, int message) {
    replicas.begin(arrivals, state, message);
    try {
      Transition cached = arrivals.get(state, message);
      return cached != null
          ? cached
          : arrivals.put(
              state,
              message,
              all(
                  state,
                  true,
                  (replica, copy) ->
                      replica.part.receive(copy, messages.arriving(replica.snapshots, message))));
    } finally {
      replicas.end(arrivals, state, message);
    }
  }

  // ---- put together from the pieces; null where these have to look at one another ----

  private @Nullable Transition offer(int state, int[] sourceRow) {
    int[] targetRow = sourceRow.clone();
    if (!settles(targetRow)) {
      return null;
    }
    boolean queueEmpty = targetRow[BEHIND] == QueueTable.EMPTY;
    int next = queueEmpty ? TileCores.NONE : queues.head(targetRow[BEHIND]);
    TileCores.Step step = cores.offer(targetRow[CORE], next);
    if (step == null) {
      return null;
    }
    if (step.did().popped()) {
      targetRow[BEHIND] = queues.tail(targetRow[BEHIND]);
    }
    return ends(state, targetRow, step, false);
  }

  private @Nullable Transition issue(int state, int[] sourceRow, int warp) {
    int[] targetRow = sourceRow.clone();
    if (warp >= sleeps.length || !settles(targetRow)) {
      return null;
    }
    int access = threads.issued(targetRow[THREADS + warp]);
    if (access == TileThreads.UNKNOWN) {
      return null;
    }
    TileCores.Step step = cores.issue(targetRow[CORE], access);
    if (step == null || (targetRow[BEHIND] != QueueTable.EMPTY && !step.puts(access))) {
      return null;
    }
    targetRow[THREADS + warp] = threads.issuing(targetRow[THREADS + warp]);
    return ends(state, targetRow, step, false);
  }

  private @Nullable Transition receive(int state, int message) {
    int[] targetRow = row(state);
    if (!settles(targetRow)) {
      return null;
    }
    TileCores.Step step = cores.receive(targetRow[CORE], message);
    if (step == null || (targetRow[BEHIND] != QueueTable.EMPTY && step.did().entered())) {
      return null;
    }
    return ends(state, targetRow, step, true);
  }

  private @Nullable Transition ends(
      int state, int[] targetRow, TileCores.Step step, boolean delivery) {
    targetRow[CORE] = step.core();
    for (int access : step.waiting()) {
      targetRow[BEHIND] = queues.push(targetRow[BEHIND], access);
    }
    for (int effect : step.effects()) {
      int place = THREADS + threads.warp(effect);
      targetRow[place] = threads.after(targetRow[place], effect);
      if (targetRow[place] == TileThreads.UNKNOWN) {
        return null;
      }
    }
    if (!settles(targetRow) || !refuses(targetRow)) {
      return null;
    }
    int target = number(targetRow);
    boolean happened = step.did().happened();
    if (target == state && step.sends().length == 0 && (!delivery || !happened)) {
      target = happened ? Transition.SPINS : Transition.NOTHING;
    }
    return new Transition(target, step.sends(), delivery && !happened, null);
  }

  /** Whether nothing but refusals is left to do: no thread is alone, or the last to end. */
  private boolean settles(int[] row) {
    int running = 0;
    for (int place = THREADS; place < row.length; place++) {
      running += threads.finished(row[place]) ? 0 : 1;
    }
    return running > 1;
  }

  /** Refuses threads that are blocked; false where one is refused for lack of room. */
  private boolean refuses(int[] targetRow) {
    boolean room = cores.queued(targetRow[CORE]) + queues.length(targetRow[BEHIND]) < split.room();
    for (int warp = 0; warp < sleeps.length; warp++) {
      int place = THREADS + warp;
      if (threads.ready(targetRow[place])) {
        if (cores.blocks(targetRow[CORE], warp)) {
          targetRow[place] = threads.after(targetRow[place], sleeps[warp]);
        } else if (!room) {
          return false;
        }
      }
    }
    return true;
  }

  // ---- done by all of the tile ----

  private interface Action {
    /** Does it; whether it was not refused. */
    boolean in(TileReplica replica, PartState copy);
  }

  private Transition all(int state, boolean delivery, Action action) {
    int _ = wholeSteps.incrementAndGet();
    return replicas.run(replica -> all(replica, state, delivery, action));
  }

  private Transition all(TileReplica replica, int state, boolean delivery, Action action) {
    PartState copy = load(replica, row(state));
    RuntimeException failure = null;
    boolean isTaken = true;
    try {
      isTaken = action.in(replica, copy);
    } catch (UnaskedException e) {
      throw e; // no failure of the protocol's, but of what it says of itself
    } catch (RuntimeException e) {
      failure = e;
    }
    List<MachinePart.Sent> sent = replica.part.takeSent();
    int[] send = Transition.NO_SENDS;
    int target = Transition.FAILS;
    if (failure == null) {
      send = messages.send(sent);
      replica.part.canonicalize(copy);
      target = number(replica, replica.split.split(copy));
      if (target == state && send.length == 0 && (!delivery || !isTaken)) {
        target = isTaken ? Transition.SPINS : Transition.NOTHING;
      }
    }
    return new Transition(target, send, delivery && !isTaken, failure);
  }

  // ---- what is known of states ----

  @Override
  public int expected(int state) {
    return cores.expected(states.at(state, CORE));
  }

  @Override
  public boolean finished(int state) {
    return states.at(state, BEHIND) == QueueTable.EMPTY && cores.finished(states.at(state, CORE));
  }

  @Override
  public boolean violated() {
    return violated;
  }

  @Override
  public List<String> violations(int state) {
    return cores.violations(states.at(state, CORE));
  }

  @Override
  public PartState state(int state) {
    return load(first, row(state));
  }

  @Override
  public int states() {
    return states.size();
  }

  @Override
  public int transitions() {
    return wholeSteps.get() + cores.steps();
  }
}
