package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Part;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.ThreadEffect;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.machine.TileSplit.Pieces;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.Snapshots;
import java.util.ArrayList;
import java.util.List;
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

  /** By state; null before they were asked for. */
  private final List<@Nullable Events> events = new ArrayList<>();

  /** From a state and what it is offered to the place of a transition in {@link #delivered}. */
  private final PairMap deliveries = new PairMap();

  private final List<Transition> delivered = new ArrayList<>();
  private final int[] possible = new int[256];
  private final int[] before;
  private final int[] after;
  private boolean violated;
  private int whole;

  TileMemo(Part part, TileSplit split, Snapshots snapshots, Messages messages) {
    this.part = part;
    this.split = split;
    this.snapshots = snapshots;
    this.messages = messages;
    threads = new TileThreads(split, snapshots);
    cores = new TileCores(part, split, snapshots, messages, threads);
    states = new StateTable(THREADS + split.threads());
    before = new int[THREADS + split.threads()];
    after = new int[before.length];
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
    return number(state);
  }

  private int number(PartState state) {
    part.renumber(state);
    Pieces pieces = split.split(state);
    after[CORE] = cores.number(pieces.core());
    after[BEHIND] = Queues.EMPTY;
    for (Object access : pieces.behind()) {
      after[BEHIND] = queues.push(after[BEHIND], threads.access(access));
    }
    for (int warp = 0; warp < sleeps.length; warp++) {
      after[THREADS + warp] = threads.number(pieces.threads().get(warp));
    }
    return number();
  }

  /** The number of the row in {@link #after}. */
  private int number() {
    int state = states.add(after, StateTable.hash(after), 0);
    if (state < 0) {
      return -1 - state;
    }
    events.add(null);
    violated |= !cores.violations(after[CORE]).isEmpty();
    return state;
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
    return split.join(new Pieces(snapshots.copy(cores.get(row[CORE])), behind, all));
  }

  @Override
  public Events events(int state) {
    Events known = events.get(state);
    return known == null ? find(state) : known;
  }

  private Events find(int state) {
    states.load(state, before);
    List<Object> all = new ArrayList<>();
    for (int warp = 0; warp < sleeps.length; warp++) {
      all.add(threads.get(before[THREADS + warp]));
    }
    int count = split.events(cores.get(before[CORE]), all, possible);
    Events found = count == 0 ? Events.NONE : new Events(new int[count], new Transition[count]);
    System.arraycopy(possible, 0, found.codes(), 0, count);
    for (int i = 0; i < count; i++) {
      int event = found.codes()[i];
      Transition quick =
          TileSplit.offers(event)
              ? offer(state)
              : split.isThread(event) ? issue(state, event) : null;
      found.transitions()[i] =
          quick != null ? quick : all(state, false, copy -> part.happen(copy, event));
    }
    events.set(state, found);
    return found;
  }

  @Override
  public Transition deliver(int state, int message, boolean answer) {
    int offer = 2 * message + (answer ? 1 : 0);
    int known = deliveries.get(state, offer);
    if (known != PairMap.ABSENT) {
      return delivered.get(known);
    }
    states.load(state, before);
    Transition quick = receive(state, message);
    Transition transition =
        quick != null
            ? quick
            : all(
                state,
                true,
                copy -> part.receive(copy, messages.arriving(part, copy, message), answer));
    deliveries.put(state, offer, delivered.size());
    delivered.add(transition);
    return transition;
  }

  // ---- put together from the pieces; null where these have to look at one another ----

  private @Nullable Transition offer(int state) {
    if (!begins()) {
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
    return ends(state, step, false);
  }

  private @Nullable Transition issue(int state, int warp) {
    if (!begins()) {
      return null;
    }
    int access = threads.issued(after[THREADS + warp]);
    if (access == TileThreads.UNKNOWN) {
      return null;
    }
    TileCores.Step step = cores.issue(after[CORE], access);
    if (step == null || (after[BEHIND] != Queues.EMPTY && !step.onlyPuts(after[CORE], access))) {
      return null;
    }
    after[THREADS + warp] = threads.issuing(after[THREADS + warp]);
    return ends(state, step, false);
  }

  private @Nullable Transition receive(int state, int message) {
    if (!begins()) {
      return null;
    }
    TileCores.Step step = cores.receive(after[CORE], message);
    if (step == null || (after[BEHIND] != Queues.EMPTY && step.did().entered())) {
      return null;
    }
    return ends(state, step, true);
  }

  /** Makes {@link #after} what is before, if pieces can do anything for themselves. */
  private boolean begins() {
    System.arraycopy(before, 0, after, 0, before.length);
    return settles();
  }

  private @Nullable Transition ends(int state, TileCores.Step step, boolean delivery) {
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
    if (!settles() || !refuses()) {
      return null;
    }
    int target = number();
    boolean done = step.did().done();
    if (target == state && step.sends().length == 0 && (!delivery || !done)) {
      target = done ? Transition.SPINS : Transition.NOTHING;
    }
    return new Transition(target, step.sends(), delivery && !done, null);
  }

  /** Whether nothing but refusals is left to do: nobody waits for room, or is alone. */
  private boolean settles() {
    int running = 0;
    for (int place = THREADS; place < after.length; place++) {
      running += threads.finished(after[place]) ? 0 : 1;
    }
    return running > 1 && cores.isCalm(after[CORE]);
  }

  /** Refuses threads that are blocked; false where one is refused for want of room. */
  private boolean refuses() {
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
    PartState copy = joined(before);
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
      send = messages.send(part, copy, sent);
      target = number(copy);
      if (target == state && send.length == 0 && (!delivery || !taken)) {
        target = taken ? Transition.SPINS : Transition.NOTHING;
      }
    }
    whole++;
    return new Transition(target, send, delivery && !taken, failure);
  }

  // ---- what is known of states ----

  private int at(int state, int place) {
    states.load(state, before);
    return before[place];
  }

  @Override
  public int expected(int state) {
    return cores.expected(at(state, CORE));
  }

  @Override
  public boolean finished(int state) {
    return at(state, BEHIND) == Queues.EMPTY && cores.finished(at(state, CORE));
  }

  @Override
  public boolean violated() {
    return violated;
  }

  @Override
  public List<String> violations(int state) {
    return cores.violations(at(state, CORE));
  }

  @Override
  public PartState state(int state) {
    states.load(state, before);
    return joined(before);
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
