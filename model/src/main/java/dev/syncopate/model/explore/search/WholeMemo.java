package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.machine.UnaskedException;
import dev.syncopate.model.explore.snapshot.ByteSink;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.snapshot.WorkingGraph;
import dev.syncopate.model.explore.table.ByteTable;
import dev.syncopate.model.explore.table.IntList;
import dev.syncopate.model.explore.table.NumberedObjects;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part as a state machine over numbers. What a part does in a state on an event is done once, by
 * the real controllers in that state, and remembered.
 */
final class WholeMemo implements PartMemo {
  private final MachinePart part;
  private final Snapshots snapshots;
  private final MessageTable messages;
  private final ByteTable states = new ByteTable();

  /** Takes on the state that something is done in. */
  private @Nullable WorkingGraph<PartState> graph;

  /** By state; none before they were asked for. */
  private final NumberedObjects<Events> events = new NumberedObjects<>();

  /** By state: what can happen without a message. */
  private final NumberedObjects<int[]> codes = new NumberedObjects<>();

  private final NumberedObjects<Boolean> finished = new NumberedObjects<>();

  /** By state: the parts from which a message may come, as bits. */
  private final IntList expected = new IntList();

  private final NumberedObjects<List<String>> violations = new NumberedObjects<>();
  private volatile boolean violated;

  private final ArrivalTable arrivals = new ArrivalTable();
  private int transitions;
  private final int[] possible = new int[256];

  WholeMemo(MachinePart part, Snapshots snapshots, MessageTable messages) {
    this.part = part;
    this.snapshots = snapshots;
    this.messages = messages;
  }

  @Override
  public int initial() {
    PartState state = part.initial();
    if (!part.takeSent().isEmpty()) {
      throw new IllegalStateException(part.name() + " sends before anything happens");
    }
    graph = new WorkingGraph<>(snapshots, state);
    return number(state);
  }

  private WorkingGraph<PartState> graph() {
    return Objects.requireNonNull(graph, "nothing has begun");
  }

  /** Puts the graph into a state. */
  private PartState load(int state) {
    return graph().read(states.array(state), states.begin(state));
  }

  /** The number of the state that the graph is in. */
  private int number(PartState state) {
    part.canonicalize(state);
    ByteSink bytes = graph().write();
    int number = states.number(bytes.array(), bytes.length());
    if (number == finished.size()) {
      finished.add(part.finished(state));
      expected.add(part.expects(state));
      List<String> wrong = part.checkInvariants(state);
      violations.add(wrong);
      if (!wrong.isEmpty()) {
        violated = true;
      }
      codes.add(Arrays.copyOf(possible, part.events(state, possible)));
    }
    return number;
  }

  @Override
  public Events events(int state) {
    Events cached = events.get(state);
    return cached == null ? find(state) : cached;
  }

  private synchronized Events find(int state) {
    Events cached = events.get(state);
    if (cached != null) {
      return cached;
    }
    int[] stateCodes = Objects.requireNonNull(codes.get(state));
    Transition[] outgoing = new Transition[stateCodes.length];
    for (int i = 0; i < stateCodes.length; i++) {
      int event = stateCodes[i];
      outgoing[i] = transition(state, false, copy -> part.happen(copy, event));
    }
    events.put(state, Events.of(stateCodes, outgoing));
    return Objects.requireNonNull(events.get(state));
  }

  @Override
  public Transition deliver(int state, int message) {
    Transition cached = arrivals.get(state, message);
    return cached == null ? take(state, message) : cached;
  }

  private synchronized Transition take(int state, int message) {
    Transition cached = arrivals.get(state, message);
    if (cached == null) {
      cached =
          arrivals.put(
              state,
              message,
              transition(
                  state, true, copy -> part.receive(copy, messages.arriving(snapshots, message))));
    }
    return cached;
  }

  private interface Action {
    /** Does it; whether it was not refused. */
    boolean in(PartState copy);
  }

  private Transition transition(int state, boolean delivery, Action action) {
    PartState copy = load(state);
    RuntimeException failure = null;
    boolean isTaken = true;
    try {
      isTaken = action.in(copy);
    } catch (UnaskedException e) {
      throw e; // no failure of the protocol's, but of what it says of itself
    } catch (RuntimeException e) {
      failure = e;
    }
    List<MachinePart.Sent> sent = part.takeSent();
    int[] send = Transition.NO_SENDS;
    int target = Transition.FAILS;
    if (failure == null) {
      send = messages.send(sent);
      target = number(copy);
      if (target == state && send.length == 0 && (!delivery || !isTaken)) {
        target = isTaken ? Transition.SPINS : Transition.NOTHING;
      }
    }
    transitions++;
    return new Transition(target, send, delivery && !isTaken, failure);
  }

  @Override
  public int expected(int state) {
    return expected.get(state);
  }

  @Override
  public boolean finished(int state) {
    return Objects.requireNonNull(finished.get(state));
  }

  @Override
  public boolean violated() {
    return violated;
  }

  @Override
  public List<String> violations(int state) {
    return Objects.requireNonNull(violations.get(state));
  }

  @Override
  public synchronized PartState state(int state) {
    return load(state);
  }

  @Override
  public int states() {
    return states.size();
  }

  @Override
  public int transitions() {
    return transitions;
  }
}
