package dev.syncopate.model.explore.search;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.machine.Choice;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.Part;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.search.Livelocks.Livelock;
import dev.syncopate.model.explore.snapshot.Rules;
import dev.syncopate.model.explore.snapshot.Shared;
import dev.syncopate.model.explore.snapshot.Snapshots;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Searches all states of a machine, those that take fewest steps first. Exact: states are compared
 * by everything that is in them.
 */
public final class Search {
  /** Told now and then how far the search is. */
  public interface Progress {
    /** Whether to go on. */
    boolean at(long states, int depth);
  }

  private static final int MOST_FAULTS = 16;

  /** What all parts' states consist of. */
  private static final Rules RULES =
      new Rules(
          Stream.concat(
                  Protocols.counters().stream().map(Object::getClass),
                  Stream.of(
                      Shared.class,
                      Plans.class,
                      L1Counters.class,
                      L2Counters.class,
                      Transitions.class,
                      ConsistencyModel.class,
                      Step[].class,
                      Step[][].class))
              .collect(Collectors.toUnmodifiableSet()),
          List.of("dev.syncopate.memory", "dev.syncopate.model.explore"),
          "dev.syncopate.sim");

  private final Machine machine;
  private final PartMemo[] parts;
  private final Messages messages;
  private final Expansion expansion;
  private final StateTable table;
  private final FinalValues finals;
  private final Map<List<Integer>, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<String, Fault> faults = new LinkedHashMap<>();
  private final Edges edges = new Edges();

  /** Null where every order is looked at. */
  private final @Nullable Persistent persistent;

  /**
   * By state that was expanded, from the first one on: the parts that were; empty if always all.
   */
  private final IntList chosen = new IntList();

  private boolean goesOn;
  private long transitions;
  private int successors;

  private static final class Outcome {
    final int state;
    long count;

    Outcome(int state) {
      this.state = state;
    }
  }

  /**
   * @param observed which registers ({@code P0:r1}) and locations tell outcomes apart
   */
  public Search(Machine machine, Predicate<String> observed) {
    this(machine, observed, true);
  }

  /**
   * @param splits whether tiles with several threads are taken apart; makes no difference but to
   *     how often controllers do something
   */
  Search(Machine machine, Predicate<String> observed, boolean splits) {
    this.machine = machine;
    Snapshots snapshots = new Snapshots(RULES);
    messages = new Messages(snapshots);
    parts = new PartMemo[machine.parts().size()];
    for (int i = 0; i < parts.length; i++) {
      Part part = machine.parts().get(i);
      TileSplit split = splits ? TileSplit.of(machine, part) : null;
      parts[i] =
          split == null
              ? new WholeMemo(part, snapshots, messages)
              : new TileMemo(part, split, snapshots, messages);
    }
    expansion = new Expansion(machine, parts, new Queues());
    persistent =
        machine.setup().reduced() && parts.length <= Parts.MOST
            ? new Persistent(machine, parts)
            : null;
    table = new StateTable(expansion.width());
    finals = new FinalValues(machine, parts, observed);
  }

  /**
   * Searches.
   *
   * @param bound states after which to stop
   * @param progress told every few thousand states
   */
  public Found run(long bound, Progress progress) {
    int[] row = new int[expansion.width()];
    for (int i = 0; i < parts.length; i++) {
      row[i] = parts[i].initial();
    }
    add(row, StateTable.hash(row), -1);
    int first = machine.setup().warm() ? warmUp(row) : 0;
    int depth = first;
    int levelEnd = table.size();
    boolean complete = true;
    for (int state = first; state < table.size(); state++) {
      if (state == levelEnd) {
        depth++;
        levelEnd = table.size();
      }
      if (table.size() > bound
          || ((state - first & 0xfff) == 0 && !progress.at(table.size(), depth))) {
        complete = false;
        break;
      }
      table.load(state, row);
      expand(state, row);
    }
    if (complete) {
      livelocks(first);
    }
    return found(complete, depth);
  }

  /**
   * Goes one way to where every tile has loaded all locations and the test starts on all of them.
   *
   * @return the number of that state, or one that no state has when something fails on the way; the
   *     states before it are not looked at again
   */
  private int warmUp(int[] row) {
    int state = 0;
    int[] before = row.clone();
    boolean starting = false;
    while (true) {
      int[][] next = new int[2][];
      int from = state;
      expansion.walk(
          before,
          (part, event, channel, transition) -> {
            RuntimeException failure = transition.failure();
            if (failure != null) {
              failed(failure, from, new Choice(part, event, channel));
              return true;
            }
            int kind = channel < 0 && machine.starts(part, event) ? 1 : 0;
            if (next[kind] == null) {
              next[kind] = expansion.next.clone();
            }
            return true;
          });
      if (!faults.isEmpty()) {
        return table.size();
      }
      starting |= next[0] == null;
      int[] taken = next[starting ? 1 : 0];
      if (taken == null) {
        return state;
      }
      add(taken, StateTable.hash(taken), state);
      state = table.size() - 1;
      before = taken;
    }
  }

  private void livelocks(int first) {
    if (!edges.comeBack()) {
      return; // each way goes on to states with higher numbers, and so ends
    }
    Successors successors = new Successors(table, expansion, edges, first, chosen);
    Livelock found = new Livelocks(table.size(), successors).find();
    if (found != null) {
      List<Choice> path = path(found.state());
      String message =
          "after %d steps no end can be reached any more; for ever goes on: %s (the last %d steps again and again)"
              .formatted(path.size(), names(successors.movers(found.again())), found.length());
      List<Choice> round = choices(found.state(), found.round());
      faults.put(message, new Fault(Fault.Kind.LIVELOCK, message, path, round));
    }
  }

  private String names(List<Integer> numbers) {
    return numbers.stream()
        .map(part -> machine.parts().get(part).name())
        .collect(Collectors.joining(", "));
  }

  private void expand(int state, int[] row) {
    successors = 0;
    goesOn = false;
    int some = Parts.ALL;
    if (persistent != null) {
      some = persistent.choose(row);
    }
    visit(state, row, some);
    if (some != Parts.ALL && !goesOn) { // else what was left out might be left out for ever
      visit(state, row, ~some);
      some = Parts.ALL;
    }
    if (persistent != null) {
      chosen.add(some);
    }
    edges.end(state);
    transitions += successors;
    if (successors == 0) {
      end(state, row);
    }
  }

  private void visit(int state, int[] row, int some) {
    expansion.walk(
        row,
        some,
        (part, event, channel, transition) -> {
          successors++;
          RuntimeException failure = transition.failure();
          if (failure == null) {
            int next = add(expansion.next, expansion.hash(), state);
            goesOn |= next > state;
            edges.add(state, next);
          } else {
            edges.add(state, Edges.OUT);
            failed(failure, state, new Choice(part, event, channel));
          }
          return true;
        });
  }

  private void failed(RuntimeException failure, int state, Choice choice) {
    String text = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    fault(Fault.Kind.ERROR, firstLine(text), state, choice);
  }

  /** Messages go on with histories, which are of no use here. */
  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  /** The number of a state, which may be new. */
  private int add(int[] row, long hash, int parent) {
    int state = table.add(row, hash, parent);
    if (state < 0) {
      return -1 - state;
    }
    for (int part = 0; part < parts.length; part++) {
      if (parts[part].violated() && !parts[part].violations(row[part]).isEmpty()) {
        fault(
            Fault.Kind.INVARIANT,
            machine.parts().get(part).name()
                + ": "
                + String.join("; ", parts[part].violations(row[part])),
            state,
            null);
      }
    }
    return state;
  }

  private void end(int state, int[] row) {
    if (!expansion.finished(row)) {
      List<Integer> spinning = expansion.spinning(row);
      if (spinning.isEmpty()) {
        fault(Fault.Kind.DEADLOCK, "nothing more can happen", state, null);
      } else {
        String where = names(spinning);
        fault(Fault.Kind.LIVELOCK, "a loop on " + where + " goes round for ever", state, null);
      }
      return;
    }
    outcomes.computeIfAbsent(finals.of(row), unseen -> new Outcome(state)).count++;
  }

  private void fault(Fault.Kind kind, String message, int state, @Nullable Choice last) {
    if (faults.size() < MOST_FAULTS && !faults.containsKey(message)) {
      List<Choice> path = new ArrayList<>(path(state));
      if (last != null) {
        path.add(last);
      }
      faults.put(message, new Fault(kind, message, List.copyOf(path), List.of()));
    }
  }

  /** What happens on the first way found to a state. */
  private List<Choice> path(int state) {
    ArrayDeque<Integer> states = new ArrayDeque<>();
    for (int at = state; at >= 0; at = table.parent(at)) {
      states.addFirst(at);
    }
    return choices(states.removeFirst(), states);
  }

  /** What happens on a way through some states. */
  private List<Choice> choices(int start, Iterable<Integer> states) {
    List<Choice> path = new ArrayList<>();
    int[] from = new int[expansion.width()];
    int[] to = new int[expansion.width()];
    Expansion again = expansion.again();
    table.load(start, from);
    for (int next : states) {
      table.load(next, to);
      path.add(again.choice(from, to));
      System.arraycopy(to, 0, from, 0, to.length);
    }
    return path;
  }

  private Found found(boolean complete, int depth) {
    List<Ending> endings = new ArrayList<>();
    int[] row = new int[expansion.width()];
    for (Outcome outcome : outcomes.values()) {
      table.load(outcome.state, row);
      endings.add(new Ending(finals.values(row), outcome.count, path(outcome.state)));
    }
    endings.sort((a, b) -> compare(a.values(), b.values()));
    long partStates = 0;
    long partTransitions = 0;
    for (PartMemo part : parts) {
      partStates += part.states();
      partTransitions += part.transitions();
    }
    return new Found(
        endings,
        List.copyOf(faults.values()),
        complete,
        new Found.Extent(
            table.size(), transitions, depth, partStates, partTransitions, messages.size()));
  }

  private static int compare(Map<String, Long> a, Map<String, Long> b) {
    TreeMap<String, Long> sorted = new TreeMap<>(a);
    for (Map.Entry<String, Long> entry : sorted.entrySet()) {
      int order = Long.compare(entry.getValue(), b.getOrDefault(entry.getKey(), 0L));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
