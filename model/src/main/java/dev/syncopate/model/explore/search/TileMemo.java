package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Part;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.ThreadEffect;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Pieces;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.PairMap;
import dev.syncopate.model.explore.table.Queues;
import dev.syncopate.model.explore.table.Shelf;
import dev.syncopate.model.explore.table.StateTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A tile with several threads. Its state is a row of numbers: of its core, of what is behind the
 * head of the request FIFO, and of each thread. What happens is put together from what each of them
 * does alone, which is done once for all states that they are part of; where they have to look at
 * one another, all of the tile does it.
 */
final class TileMemo implements PartMemo {
  private static final int CORE = 0;
  private static final int BEHIND = 1;
  private static final int THREADS = 2;

  private final Part part;
  private final TileSplit split;
  private final Snapshots snapshots;
  private final Messages messages;
  private final TileThreads threads;
  private final TileCores cores;
  private final Queues queues = new Queues();
  private final int[] sleeps;
  private final StateTable states;

  /** By state; none before they were asked for. */
  private final Shelf<Events> events = new Shelf<>();

  /** From a state and what it is offered to the place of a transition in {@link #delivered}. */
  private final PairMap deliveries = new PairMap();

  private final Shelf<Transition> delivered = new Shelf<>();
  private final int[] possible = new int[256];
  private final int width;
  private boolean violated;
  private int whole;

  TileMemo(Part part, TileSplit split, Snapshots snapshots, Messages messages) {
    this.part = part;
    this.split = split;
    this.snapshots = snapshots;
    this.messages = messages;
    threads = new TileThreads(this, split, snapshots);
    cores = new TileCores(this, part, split, snapshots, messages, threads);
    width = THREADS + split.threads();
    states = new StateTable(width);
    sleeps = new int[split.threads()];
    for (int warp = 0; warp < sleeps.length; warp++) {
      sleeps[warp] = threads.effect(ThreadEffect.sleeps(warp));
    }
  }

  @Override
  public int initial() {
    PartState state = part.initial();
    if (!part.takeSent().isEmpty()) {
      throw new IllegalStateException(part.name() + " sends before anything happens");
    }
    return number(state, cores::initial);
  }

  private int number(PartState state, ToIntFunction<PartState> core) {
    part.canonicalize(state);
    Pieces pieces = split.split(state);
    int[] row = new int[width];
    row[CORE] = core.applyAsInt(pieces.core());
    row[BEHIND] = Queues.EMPTY;
    for (Object access : pieces.behind()) {
      row[BEHIND] = queues.push(row[BEHIND], threads.access(access));
    }
    for (int warp = 0; warp < sleeps.length; warp++) {
      row[THREADS + warp] = threads.number(pieces.threads().get(warp));
    }
    return number(row);
  }

  private int number(int[] row) {
    long hash = StateTable.hash(row);
    int known = states.find(row, hash);
    return known < 0 ? add(row, hash) : known;
  }

  private synchronized int add(int[] row, long hash) {
    int state = states.add(row, hash, 0);
    violated |= !cores.violations(row[CORE]).isEmpty();
    return state < 0 ? -1 - state : state;
  }

  private int[] row(int state) {
    int[] row = new int[width];
    states.load(state, row);
    return row;
  }

  private PartState joined(int[] row) {
    List<Object> behind = new ArrayList<>();
    for (int queue = row[BEHIND]; queue != Queues.EMPTY; queue = queues.tail(queue)) {
      behind.add(snapshots.copy(threads.accessOf(queues.head(queue))));
    }
    List<Object> all = new ArrayList<>();
    for (int warp = 0; warp < sleeps.length; warp++) {
      all.add(snapshots.copy(threads.get(row[THREADS + warp])));
    }
    return split.join(new Pieces(cores.load(row[CORE]), behind, all));
  }

  @Override
  public Events events(int state) {
    Events known = events.get(state);
    return known == null ? find(state) : known;
  }

  private Events find(int state) {
    int[] row = row(state);
    int[] codes = codes(row);
    @Nullable Transition[] found = new @Nullable Transition[codes.length];
    for (int i = 0; i < codes.length; i++) {
      found[i] = codes[i] == TileSplit.OFFER ? offer(state, row) : issue(state, row, codes[i]);
    }
    return keep(state, codes, found);
  }

  private synchronized Events keep(int state, int[] codes, @Nullable Transition[] pieced) {
    Events known = events.get(state);
    if (known != null) {
      return known;
    }
    Transition[] all = new Transition[codes.length];
    for (int i = 0; i < codes.length; i++) {
      int event = codes[i];
      Transition quick = pieced[i];
      all[i] = quick != null ? quick : all(state, false, copy -> part.happen(copy, event));
    }
    Events found = Events.of(codes, all);
    events.put(state, found);
    return found;
  }

  /** As {@link Part#events}. */
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

  private synchronized int[] codesBeforeStart(int[] row) {
    return Arrays.copyOf(possible, part.events(joined(row), possible));
  }

  @Override
  public Transition deliver(int state, int message) {
    int known = deliveries.get(state, message);
    if (known == PairMap.ABSENT) {
      known = keep(state, message, receive(state, message));
    }
    return Objects.requireNonNull(delivered.get(known));
  }

  private synchronized int keep(int state, int message, @Nullable Transition quick) {
    int known = deliveries.get(state, message);
    if (known == PairMap.ABSENT) {
      Transition transition =
          quick != null
              ? quick
              : all(state, true, copy -> part.receive(copy, messages.arriving(snapshots, message)));
      known = delivered.add(transition);
      deliveries.put(state, message, known);
    }
    return known;
  }

  // ---- put together from the pieces; null where these have to look at one another ----

  private @Nullable Transition offer(int state, int[] before) {
    int[] after = before.clone();
    if (!settles(after)) {
      return null;
    }
    boolean alone = after[BEHIND] == Queues.EMPTY;
    int next = alone ? TileCores.NONE : queues.head(after[BEHIND]);
    TileCores.Step step = cores.offer(after[CORE], next);
    if (step == null) {
      return null;
    }
    if (step.did().popped()) {
      after[BEHIND] = queues.tail(after[BEHIND]);
    }
    return ends(state, after, step, false);
  }

  private @Nullable Transition issue(int state, int[] before, int warp) {
    int[] after = before.clone();
    if (warp >= sleeps.length || !settles(after)) {
      return null;
    }
    int access = threads.issued(after[THREADS + warp]);
    if (access == TileThreads.UNKNOWN) {
      return null;
    }
    TileCores.Step step = cores.issue(after[CORE], access);
    if (step == null || (after[BEHIND] != Queues.EMPTY && !step.puts(access))) {
      return null;
    }
    after[THREADS + warp] = threads.issuing(after[THREADS + warp]);
    return ends(state, after, step, false);
  }

  private @Nullable Transition receive(int state, int message) {
    int[] after = row(state);
    if (!settles(after)) {
      return null;
    }
    TileCores.Step step = cores.receive(after[CORE], message);
    if (step == null || (after[BEHIND] != Queues.EMPTY && step.did().entered())) {
      return null;
    }
    return ends(state, after, step, true);
  }

  private @Nullable Transition ends(int state, int[] after, TileCores.Step step, boolean delivery) {
    after[CORE] = step.core();
    for (int access : step.behind()) {
      after[BEHIND] = queues.push(after[BEHIND], access);
    }
    for (int effect : step.effects()) {
      int place = THREADS + threads.warp(effect);
      after[place] = threads.after(after[place], effect);
      if (after[place] == TileThreads.UNKNOWN) {
        return null;
      }
    }
    if (!settles(after) || !refuses(after)) {
      return null;
    }
    int target = number(after);
    boolean done = step.did().done();
    if (target == state && step.sends().length == 0 && (!delivery || !done)) {
      target = done ? Transition.SPINS : Transition.NOTHING;
    }
    return new Transition(target, step.sends(), delivery && !done, null);
  }

  /** Whether nothing but refusals is left to do: nobody is alone, or the last to end. */
  private boolean settles(int[] row) {
    int running = 0;
    for (int place = THREADS; place < row.length; place++) {
      running += threads.finished(row[place]) ? 0 : 1;
    }
    return running > 1;
  }

  /** Refuses threads that are blocked; false where one is refused for lack of room. */
  private boolean refuses(int[] after) {
    boolean room = cores.queued(after[CORE]) + queues.length(after[BEHIND]) < split.room();
    for (int warp = 0; warp < sleeps.length; warp++) {
      int place = THREADS + warp;
      if (threads.ready(after[place])) {
        if (cores.blocks(after[CORE], warp)) {
          after[place] = threads.after(after[place], sleeps[warp]);
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
    boolean in(PartState copy);
  }

  private Transition all(int state, boolean delivery, Action action) {
    PartState copy = joined(row(state));
    RuntimeException failure = null;
    boolean taken = true;
    try {
      taken = action.in(copy);
    } catch (UnaskedException e) {
      throw e; // no failure of the protocol's, but of what it says of itself
    } catch (RuntimeException e) {
      failure = e;
    }
    List<Part.Sent> sent = part.takeSent();
    int[] send = Transition.NO_SENDS;
    int target = Transition.FAILS;
    if (failure == null) {
      send = messages.send(sent);
      target = number(copy, cores::number);
      if (target == state && send.length == 0 && (!delivery || !taken)) {
        target = taken ? Transition.SPINS : Transition.NOTHING;
      }
    }
    whole++;
    return new Transition(target, send, delivery && !taken, failure);
  }

  // ---- what is known of states ----

  @Override
  public int expected(int state) {
    return cores.expected(states.at(state, CORE));
  }

  @Override
  public boolean finished(int state) {
    return states.at(state, BEHIND) == Queues.EMPTY && cores.finished(states.at(state, CORE));
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
  public synchronized PartState state(int state) {
    return joined(row(state));
  }

  @Override
  public int states() {
    return states.size();
  }

  @Override
  public int transitions() {
    return whole + cores.steps();
  }
}
