package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.BarrierArrival;
import dev.syncopate.model.axiom.barrier.BarrierMeeting;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Meetings at the barriers of clusters: the n-th arrivals of all threads of a cluster. Threads that
 * arrive less often have ended before.
 */
final class ClusterMeetings {
  private final List<LitmusThread> threads;
  private final ExecutionSkeleton skeleton;

  private ClusterMeetings(List<LitmusThread> threads, ExecutionSkeleton skeleton) {
    this.threads = threads;
    this.skeleton = skeleton;
  }

  /** All meetings; null where a thread waits that has not arrived. */
  static @Nullable Set<BarrierMeeting> of(List<LitmusThread> threads, ExecutionSkeleton skeleton) {
    return new ClusterMeetings(threads, skeleton).find();
  }

  private @Nullable Set<BarrierMeeting> find() {
    List<List<BarrierArrival>> stops = new ArrayList<>();
    boolean arrives = false;
    for (int thread = 0; thread < threads.size(); thread++) {
      List<BarrierArrival> ofThread = stops(thread);
      if (ofThread == null) {
        return null;
      }
      arrives |= !ofThread.isEmpty();
      stops.add(ofThread);
    }
    Set<BarrierMeeting> meetings = new HashSet<>();
    for (int thread = 0; arrives && thread < threads.size(); thread++) {
      List<Integer> cluster = cluster(thread);
      if (cluster.getFirst() == thread) {
        addMeetings(stops, cluster, meetings);
      }
    }
    return meetings;
  }

  private static void addMeetings(
      List<List<BarrierArrival>> stops, List<Integer> cluster, Set<BarrierMeeting> meetings) {
    int rounds = cluster.stream().mapToInt(thread -> stops.get(thread).size()).max().orElse(0);
    for (int round = 0; round < rounds; round++) {
      int n = round;
      List<BarrierArrival> met =
          cluster.stream()
              .filter(thread -> stops.get(thread).size() > n)
              .map(thread -> stops.get(thread).get(n))
              .toList();
      List<Integer> ended =
          cluster.stream().filter(thread -> stops.get(thread).size() <= n).toList();
      meetings.add(new BarrierMeeting(met, ended));
    }
  }

  /** The arrivals of a thread, each with its wait; null where a wait has none. */
  private @Nullable List<BarrierArrival> stops(int thread) {
    List<BarrierArrival> stops = new ArrayList<>();
    int arrival = -1;
    for (int e = skeleton.first[thread]; e < skeleton.first[thread + 1]; e++) {
      MemoryEvent event = skeleton.event(e);
      if (event.async() == null) {
        continue;
      }
      if (event.kind() == Kind.ARRIVAL) {
        if (arrival >= 0) {
          stops.add(stop(thread, arrival, -1));
        }
        arrival = e;
      } else if (event.kind() == Kind.DEPARTURE) {
        if (arrival < 0) {
          return null;
        }
        stops.add(stop(thread, arrival, e));
        arrival = -1;
      }
    }
    if (arrival >= 0) {
      stops.add(stop(thread, arrival, -1));
    }
    return stops;
  }

  private BarrierArrival stop(int thread, int arrival, int departure) {
    return new BarrierArrival(
        thread, arrival, departure, "cluster", BarrierArrival.ALL, cluster(thread));
  }

  private List<Integer> cluster(int thread) {
    List<Integer> cluster = new ArrayList<>();
    for (int t = 0; t < threads.size(); t++) {
      if (t == thread || threads.get(t).sharesCluster(threads.get(thread))) {
        cluster.add(t);
      }
    }
    return cluster;
  }
}
