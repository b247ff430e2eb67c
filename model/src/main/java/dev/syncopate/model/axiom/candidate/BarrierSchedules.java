package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.BarrierArrival;
import dev.syncopate.model.axiom.barrier.BarrierEncounters;
import dev.syncopate.model.axiom.barrier.BarrierMeeting;
import dev.syncopate.model.axiom.barrier.BarrierPassage;
import dev.syncopate.model.axiom.barrier.TooManyMeetingsException;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All ways in which the threads of a skeleton pass their barriers. */
final class BarrierSchedules {
  private final List<LitmusThread> threads;
  private final BarrierReading reading;
  private final boolean asynchronous;
  private boolean hung;

  BarrierSchedules(LitmusTest test) {
    threads = test.threads();
    reading = test.barriers();
    asynchronous = test.isAsynchronous();
  }

  /** Whether threads waited forever on some way that was asked for so far. */
  boolean hung() {
    return hung;
  }

  /** All ways on which all threads end; one without a meeting where there is no barrier. */
  List<BarrierPassage> passages(ExecutionSkeleton skeleton, ReadMatching matching) {
    List<List<BarrierArrival>> stops = stops(skeleton, matching);
    Set<BarrierMeeting> ofClusters =
        asynchronous ? ClusterMeetings.of(threads, skeleton) : Set.of();
    if (ofClusters == null) {
      hung = true;
      return List.of();
    }
    if (stops.stream().allMatch(List::isEmpty)) {
      return possible(List.of(passage(ofClusters, skeleton)), !ofClusters.isEmpty());
    }
    if (reading == BarrierReading.THREADS_PASS) {
      return List.of(passage(union(sameTimes(stops), ofClusters), skeleton));
    }
    int[] blocks = threads.stream().mapToInt(this::block).toArray();
    BarrierEncounters encounters;
    try {
      encounters =
          switch (reading) {
            case QUORUM_IS_MINIMUM -> BarrierEncounters.withMinima(stops);
            case OPENS_FOR_GOOD -> BarrierEncounters.withOpenBarriers(stops, blocks);
            case MANUAL, THREADS_PASS -> BarrierEncounters.asInManual(stops, blocks);
          };
    } catch (TooManyMeetingsException e) {
      throw new TooLargeException(String.valueOf(e.getMessage()));
    }
    hung |= encounters.hangs();
    return possible(
        encounters.ways().stream()
            .map(meetings -> passage(union(meetings, ofClusters), skeleton))
            .toList(),
        true);
  }

  private static BarrierPassage passage(Set<BarrierMeeting> meetings, ExecutionSkeleton skeleton) {
    return new BarrierPassage(
        meetings, skeleton.first, skeleton::hangsOn, event -> skeleton.event(event).inProgram());
  }

  /** Those that some order of time has. */
  private List<BarrierPassage> possible(List<BarrierPassage> candidates, boolean check) {
    if (!check) {
      return candidates;
    }
    List<BarrierPassage> passages = new ArrayList<>();
    for (BarrierPassage passage : candidates) {
      if (passage.isPossible(_ -> CandidateExecution.NONE)) {
        passages.add(passage);
      } else {
        hung = true;
      }
    }
    return passages;
  }

  private static Set<BarrierMeeting> union(Set<BarrierMeeting> a, Set<BarrierMeeting> b) {
    if (b.isEmpty()) {
      return a;
    }
    Set<BarrierMeeting> union = new HashSet<>(a);
    union.addAll(b);
    return union;
  }

  /** Meetings of all threads that come to a barrier for the same time. */
  private static Set<BarrierMeeting> sameTimes(List<List<BarrierArrival>> stops) {
    Map<String, List<BarrierArrival>> meeting = new TreeMap<>();
    for (List<BarrierArrival> ofThread : stops) {
      Map<String, Integer> times = new TreeMap<>();
      for (BarrierArrival stop : ofThread) {
        int time = times.merge(stop.barrier(), 1, Integer::sum);
        meeting
            .computeIfAbsent(stop.barrier() + " #" + time, unseen -> new ArrayList<>())
            .add(stop);
      }
    }
    return meeting.values().stream()
        .map(meeters -> new BarrierMeeting(meeters, List.of()))
        .collect(Collectors.toSet());
  }

  /** A block's number: that of its first thread. */
  private int block(LitmusThread mine) {
    for (int t = 0; t < threads.size(); t++) {
      if (threads.get(t).gpu() == mine.gpu() && threads.get(t).cta() == mine.cta()) {
        return t;
      }
    }
    throw new IllegalArgumentException("P" + mine.id() + " is no thread of the test");
  }

  /** The threads that a barrier is for. */
  private List<Integer> group(LitmusThread mine, boolean ofSubgroup) {
    List<Integer> group = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      LitmusThread thread = threads.get(t);
      if (ofSubgroup ? thread.sharesSubgroup(mine) : thread.sharesBlock(mine)) {
        group.add(t);
      }
    }
    return group;
  }

  private List<List<BarrierArrival>> stops(ExecutionSkeleton skeleton, ReadMatching matching) {
    List<List<BarrierArrival>> stopLists = new ArrayList<>();
    for (int thread = 0; thread < threads.size(); thread++) {
      List<BarrierArrival> stops = new ArrayList<>();
      for (int e = skeleton.first[thread]; e < skeleton.first[thread + 1]; e++) {
        MemoryEvent.Meeting meeting = skeleton.event(e).meeting();
        if (meeting != null && skeleton.event(e).kind() == Kind.ARRIVAL) {
          stops.add(stop(skeleton, matching, thread, e, meeting));
        }
      }
      stopLists.add(stops);
    }
    return stopLists;
  }

  private BarrierArrival stop(
      ExecutionSkeleton skeleton,
      ReadMatching matching,
      int thread,
      int arrival,
      MemoryEvent.Meeting meeting) {
    List<Integer> group = group(threads.get(thread), meeting.ofSubgroup());
    boolean staysOpen = reading == BarrierReading.OPENS_FOR_GOOD;
    String barrier =
        "%s%d: %d, %d%s"
            .formatted(
                meeting.ofSubgroup() ? "subgroup " : "",
                group.getFirst(),
                matching.in(thread, meeting.instance()),
                matching.in(thread, meeting.id()),
                staysOpen && meeting.quorum() == null ? " without a count" : "");
    boolean waits =
        arrival + 1 < skeleton.first[thread + 1]
            && skeleton.event(arrival + 1).kind() == Kind.DEPARTURE;
    return new BarrierArrival(
        thread,
        arrival,
        waits ? arrival + 1 : -1,
        barrier,
        meeting.quorum() == null ? BarrierArrival.ALL : matching.in(thread, meeting.quorum()),
        group);
  }
}
