package dev.syncopate.model.explore.search;

import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.MachinePart;
import dev.syncopate.model.explore.machine.ScheduleChoice;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.search.Livelocks.Livelock;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.IntLog;
import dev.syncopate.model.explore.table.RowLayout;
import dev.syncopate.model.progress.FairCycleSearch;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.Lasso;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Searches all states of a machine, those that take fewest steps first. Exact: states are compared
 * by everything that is in them.
 */
public final class StateSearch {
  /** Told now and then how far the search is. */
  public interface Progress {
    /** Whether to go on. */
    boolean at(long states, int depth);
  }

  private static final int MOST_FAULTS = 16;

  /** States of which it is found whether every run ends. */
  private static final int MOST_FOR_TERMINATION = 1_000_000;

  /** States that one thread looks at together. */
  private static final int SEVERAL = 32;

  /** States between two reports of progress. */
  private static final int ROUND = 4096;

  private final Machine machine;
  private final PartMemo[] parts;
  private final MessageTable messages;
  private final SuccessorWalk expansion;
  private final ExploredStates table;
  private final FinalValues finals;
  private final Map<List<Integer>, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<String, PropertyViolation> faults = new LinkedHashMap<>();
  private final StateTransitions edges = new StateTransitions();
  private final SearchPaths paths;
  private final StateExpander expander;
  private final ParallelExpansion ahead;
  private final boolean reduced;

  /**
   * By state that was expanded, from the first one on: the parts that were; empty if always all.
   */
  private final IntLog chosen = new IntLog();

  private long transitions;

  /** States whose parts' violations have been asked for: all with lower numbers. */
  private int checkedStates;

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
  public StateSearch(Machine machine, Predicate<String> observed) {
    this(machine, observed, 1, ParallelExpansion.LEAST);
  }

  /**
   * @param replicas controllers to begin with of each tile that has several threads and is taken
   *     apart, which make no difference; 0 to take none apart, which makes none but to how often
   *     controllers do something
   * @param minimumStates as many states are looked at by several threads; makes no difference
   */
  StateSearch(Machine machine, Predicate<String> observed, int replicas, int minimumStates) {
    this.machine = machine;
    messages = new MessageTable(new Snapshots(PartRules.ALL));
    parts = new PartMemo[machine.parts().size()];
    for (int i = 0; i < parts.length; i++) {
      MachinePart part = machine.parts().get(i);
      TileSplit split = replicas > 0 ? TileSplit.of(machine, part) : null;
      Snapshots snapshots = new Snapshots(PartRules.ALL);
      parts[i] =
          split == null
              ? new WholeMemo(part, snapshots, messages)
              : new TileMemo(split, snapshots, messages, replicas);
    }
    table = new ExploredStates(RowLayout.of(new int[parts.length + machine.channels().count()]));
    expansion = new SuccessorWalk(machine, parts, table);
    reduced = machine.setup().reduced() && parts.length <= PartSets.MOST;
    finals = new FinalValues(machine, parts, observed);
    paths = new SearchPaths(table, expansion.again());
    Function<StateExpander.Numbers, StateExpander> expanders =
        numbers ->
            new StateExpander(
                expansion.again(),
                reduced ? new PersistentSets(machine, parts) : null,
                table,
                numbers);
    expander = expanders.apply(this::add);
    ahead = new ParallelExpansion(minimumStates, machine.mostSuccessors(), table, expanders);
  }

  /**
   * Searches.
   *
   * @param bound states after which to stop
   * @param progress told every few thousand states
   */
  public SearchResult run(long bound, Progress progress) {
    return run(bound, null, progress);
  }

  /**
   * Searches, and asks whether every run ends.
   *
   * @param bound states after which to stop
   * @param termination null for only whether a run can end at all
   * @param progress told every few thousand states
   * @throws IllegalArgumentException where there are too many states to answer
   */
  public SearchResult run(
      long bound, @Nullable TerminationQuestion termination, Progress progress) {
    int[] row = new int[expansion.width()];
    for (int i = 0; i < parts.length; i++) {
      row[i] = parts[i].initial();
    }
    int start = table.add(table.layout().pack(row), -1);
    check(start);
    int first = machine.setup().warm() ? warmUp() : 0;
    int depth = first;
    int levelEnd = table.size();
    boolean complete = true;
    int report = first;
    ExpansionBatch reused = new ExpansionBatch();
    for (int state = first; state < table.size(); ) {
      if (state == levelEnd) {
        depth++;
        levelEnd = table.size();
      }
      if (table.size() > bound) {
        complete = false;
        break;
      }
      if (state >= report) {
        report = state + ROUND;
        if (!progress.at(table.size(), depth)) {
          complete = false;
          break;
        }
      }
      int next = state;
      boolean exceeded = false;
      int roundStates = ahead.pays(levelEnd - state, bound - table.size());
      if (roundStates > 0) {
        for (ExpansionBatch stretch : ahead.look(state, state + roundStates)) {
          next = settle(next, stretch);
        }
        exceeded = ahead.hasExceeded();
      } else {
        reused.clear();
        if (expander.expand(state, state + several(levelEnd - state, bound), reused)) {
          next = settle(state, reused);
        }
        exceeded = next == state;
      }
      if (exceeded) {
        expansion.widen(); // and look again
      }
      state = next;
    }
    if (complete) {
      if (termination == null || termination.fairness() == Fairness.STRONG) {
        livelocks(first);
      } else {
        endlessRuns(first, termination);
      }
    }
    return found(complete, depth);
  }

  /** States of a level that one thread looks at together: one where the bound is near. */
  private int several(int states, long bound) {
    int count = Math.min(states, SEVERAL);
    return (long) count * machine.mostSuccessors() <= bound - table.size() ? count : 1;
  }

  /**
   * Goes one way to where every tile has loaded all locations and the test starts on all of them.
   *
   * @return the number of that state, or one that no state has when something fails on the way; the
   *     states before it are not looked at again
   */
  private int warmUp() {
    int state = 0;
    boolean starting = false;
    while (true) {
      long[][] next = new long[2][];
      int parent = state;
      long[] row = new long[table.layout().words()];
      table.load(state, row);
      boolean isWhole =
          expansion.walk(
              row,
              (part, event, channel, transition) -> {
                RuntimeException failure = transition.failure();
                if (failure != null) {
                  failed(failure, parent, new ScheduleChoice(part, event, channel));
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
      if (!isWhole) {
        expansion.widen();
        continue;
      }
      starting |= next[0] == null;
      long[] nextRow = next[starting ? 1 : 0];
      if (nextRow == null) {
        return state;
      }
      state = table.add(nextRow, state);
      check(state);
    }
  }

  private void livelocks(int first) {
    if (!edges.comeBack()) {
      return; // each way goes on to states with higher numbers, and so ends
    }
    Successors successors = new Successors(table, expansion, edges, first, chosen);
    Livelock livelock = new Livelocks(table.size(), successors).find();
    if (livelock != null) {
      List<ScheduleChoice> path = paths.to(livelock.state());
      String message =
          "no terminating state reachable after %d steps; active forever: %s (the last %d steps repeat)"
              .formatted(
                  path.size(), names(successors.movers(livelock.again())), livelock.length());
      List<ScheduleChoice> round = paths.through(livelock.state(), livelock.round());
      faults.put(
          message, new PropertyViolation(PropertyViolation.Kind.LIVELOCK, message, path, round));
    }
  }

  /** Looks for a run that never ends and that the scheduler may choose. */
  private void endlessRuns(int first, TerminationQuestion termination) {
    if (table.size() > MOST_FOR_TERMINATION) {
      throw new IllegalArgumentException(
          "%s has %,d states; whether every run ends is found of at most %,d"
              .formatted(machine.setup(), table.size(), MOST_FOR_TERMINATION));
    }
    HardwareSteps steps =
        new HardwareSteps(machine, parts, table, expansion, first, termination.granularity());
    Lasso lasso = FairCycleSearch.find(steps, steps.units(), termination.fairness());
    if (lasso == null) {
      return;
    }
    List<ScheduleChoice> path = new ArrayList<>(paths.to(first));
    lasso.prefix().forEach(step -> path.add(steps.choice(step.agent())));
    List<ScheduleChoice> round =
        lasso.round().stream().map(step -> steps.choice(step.agent())).toList();
    String message =
        "may not end, under %s; active forever: %s (the last %d steps repeat)"
            .formatted(
                termination,
                names(round.stream().map(ScheduleChoice::part).distinct().sorted().toList()),
                round.size());
    faults.put(
        message,
        new PropertyViolation(PropertyViolation.Kind.LIVELOCK, message, List.copyOf(path), round));
  }

  private String names(List<Integer> numbers) {
    return numbers.stream()
        .map(part -> machine.parts().get(part).name())
        .collect(Collectors.joining(", "));
  }

  /** The number of a state that follows one, and may be new. */
  private int add(long[] rows, int offset, long hash, int parent, int index) {
    int state = table.add(rows, offset, hash, parent);
    return state < 0 ? -1 - state : state;
  }

  /** Takes in what was seen behind some states; the one after them. */
  private int settle(int start, ExpansionBatch stretch) {
    int state = start;
    int position = 0;
    int failures = 0;
    boolean violated = false;
    for (PartMemo part : parts) {
      violated |= part.violated();
    }
    if (!violated && stretch.isPlain() && edges.addAll(state, stretch)) {
      if (reduced) {
        chosen.addAll(stretch.chosen);
      }
      transitions += stretch.targets.size();
      checkedStates = table.size();
      return state + stretch.counts.size();
    }
    for (int i = 0; i < stretch.counts.size(); i++, state++) {
      int count = stretch.counts.get(i);
      for (int last = position + count; position < last; position++) {
        int target = stretch.targets.get(position);
        if (target == StateTransitions.OUT) {
          ExpansionBatch.Failed failed = stretch.failures.get(failures++);
          edges.add(state, StateTransitions.OUT);
          failed(failed.failure(), state, failed.choice());
        } else {
          edges.add(state, target);
          if (violated && target >= checkedStates) {
            check(target);
          }
          checkedStates = Math.max(checkedStates, target + 1);
        }
      }
      if (reduced) {
        chosen.add(stretch.chosen.get(i));
      }
      edges.end(state);
      transitions += count;
      if (count == 0) {
        end(state);
      }
    }
    for (RuntimeException error : stretch.errors) {
      throw error;
    }
    return state;
  }

  private void failed(RuntimeException failure, int state, ScheduleChoice choice) {
    fault(PropertyViolation.Kind.ERROR, text(failure), state, choice);
  }

  /** Its first line: messages go on with histories, which are of no use here. */
  private static String text(RuntimeException failure) {
    String text = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Asks for violations in a state that is new. */
  private void check(int state) {
    checkedStates = state + 1;
    for (int part = 0; part < parts.length; part++) {
      if (parts[part].violated()) {
        List<String> violations = parts[part].violations(table.at(state, part));
        if (!violations.isEmpty()) {
          String text = machine.parts().get(part).name() + ": " + String.join("; ", violations);
          fault(PropertyViolation.Kind.INVARIANT, text, state, null);
        }
      }
    }
  }

  private void end(int state) {
    int[] row = new int[expansion.width()];
    table.load(state, row);
    if (!expansion.finished(row)) {
      List<Integer> spinning = expansion.spinning(row);
      if (spinning.isEmpty()) {
        fault(PropertyViolation.Kind.DEADLOCK, "nothing more can happen", state, null);
      } else {
        String loopParts = names(spinning);
        fault(
            PropertyViolation.Kind.LIVELOCK,
            "a loop on " + loopParts + " never terminates",
            state,
            null);
      }
      return;
    }
    List<Integer> values;
    try {
      values = finals.of(row);
    } catch (ProtocolException e) { // nobody has the bytes that the host is to find
      fault(PropertyViolation.Kind.ERROR, text(e), state, null);
      return;
    }
    outcomes.computeIfAbsent(values, unseen -> new Outcome(state)).count++;
  }

  private void fault(
      PropertyViolation.Kind kind, String message, int state, @Nullable ScheduleChoice last) {
    if (faults.size() < MOST_FAULTS && !faults.containsKey(message)) {
      List<ScheduleChoice> path = new ArrayList<>(paths.to(state));
      if (last != null) {
        path.add(last);
      }
      faults.put(message, new PropertyViolation(kind, message, List.copyOf(path), List.of()));
    }
  }

  private SearchResult found(boolean complete, int depth) {
    List<FinalOutcome> endings = new ArrayList<>();
    int[] row = new int[expansion.width()];
    for (Outcome outcome : outcomes.values()) {
      table.load(outcome.state, row);
      endings.add(new FinalOutcome(finals.values(row), outcome.count, paths.to(outcome.state)));
    }
    endings.sort((a, b) -> compare(a.values(), b.values()));
    long partStates = 0;
    long partTransitions = 0;
    for (PartMemo part : parts) {
      partStates += part.states();
      partTransitions += part.transitions();
    }
    return new SearchResult(
        endings,
        List.copyOf(faults.values()),
        complete,
        new SearchResult.Extent(
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
