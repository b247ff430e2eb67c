package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conflicts with a model, found in the skeletons of one test: facts that no allowed execution has
 * together. They are likely conflicts, but not certain ones, in other skeletons with the same
 * events: each is confirmed there by the model.
 *
 * <p>Events have numbers across skeletons. An event is the same in two skeletons if it is the same
 * access of the same execution of an instruction, counted from the start of the thread.
 */
final class SharedConflicts {
  private static final int MOST = 20_000;

  /** Access of several skeletons. */
  private record Access(int thread, int instruction, MemoryEvent.Kind kind, int location) {}

  private record Occurrence(Access access, int count) {}

  private final Map<Occurrence, Integer> numbers = new HashMap<>();
  private final Set<List<Fact>> conflicts = new HashSet<>();

  /** The same ones, the oldest first. */
  private final List<List<Fact>> inOrder = new ArrayList<>();

  /** Facts that the model allowed by themselves in some skeleton. */
  private final Set<Fact> allowed = new HashSet<>();

  /** The numbers of a skeleton's events across skeletons. */
  int[] numbers(ExecutionSkeleton skeleton) {
    Map<Access, Integer> counts = new HashMap<>();
    int[] result = new int[skeleton.size()];
    for (int i = 0; i < result.length; i++) {
      MemoryEvent event = skeleton.event(i);
      Access access =
          new Access(event.thread(), event.instruction(), event.kind(), event.location());
      Occurrence occurrence = new Occurrence(access, counts.merge(access, 1, Integer::sum));
      result[i] = numbers.computeIfAbsent(occurrence, _ -> numbers.size());
    }
    return result;
  }

  /**
   * Keeps a conflict.
   *
   * @param eventNumbers the numbers of its skeleton's events
   */
  void add(List<Fact> facts, int[] eventNumbers) {
    List<Fact> conflict = facts.stream().map(fact -> across(fact, eventNumbers)).toList();
    if (inOrder.size() < MOST && conflicts.add(conflict)) {
      inOrder.addLast(conflict);
    }
  }

  /** Keeps that the model allows a fact by itself. */
  void allow(Fact fact, int[] eventNumbers) {
    allowed.add(across(fact, eventNumbers));
  }

  /** Whether the model allowed a fact by itself in some skeleton. */
  boolean isAllowed(Fact fact, int[] eventNumbers) {
    return allowed.contains(across(fact, eventNumbers));
  }

  private static Fact across(Fact fact, int[] eventNumbers) {
    return new Fact(fact.isOrder(), eventNumbers[fact.first()], eventNumbers[fact.second()]);
  }

  /** The conflicts, as facts of a skeleton, of which it has all events. */
  List<List<Fact>> among(int[] eventNumbers) {
    int[] events = new int[numbers.size()];
    Arrays.fill(events, CandidateExecution.NONE);
    for (int event = 0; event < eventNumbers.length; event++) {
      events[eventNumbers[event]] = event;
    }
    List<List<Fact>> present = new ArrayList<>();
    for (List<Fact> conflict : inOrder) {
      List<Fact> facts = within(conflict, events);
      if (facts != null) {
        present.addLast(facts);
      }
    }
    return present;
  }

  private static @Nullable List<Fact> within(List<Fact> conflict, int[] events) {
    List<Fact> facts = new ArrayList<>(conflict.size());
    for (Fact fact : conflict) {
      int first = events[fact.first()];
      int second = events[fact.second()];
      if (first == CandidateExecution.NONE || second == CandidateExecution.NONE) {
        return null;
      }
      facts.addLast(new Fact(fact.isOrder(), first, second));
    }
    return facts;
  }
}
