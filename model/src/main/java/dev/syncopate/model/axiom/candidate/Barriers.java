package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.Event.Kind;
import dev.syncopate.model.axiom.candidate.Event.Meeting;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who meets whom at barriers: threads of one block that name the same barrier, each for the same
 * time. Where somebody waits and not exactly as many arrive as should, the threads hang.
 */
final class Barriers {
  private final List<LitmusThread> threads;
  private final Skeleton skeleton;
  private final Matching matching;

  private Barriers(List<LitmusThread> threads, Skeleton skeleton, Matching matching) {
    this.threads = threads;
    this.skeleton = skeleton;
    this.matching = matching;
  }

  /** From each arrival to the departures that wait for it; null where threads hang. */
  static @Nullable Relation meetings(
      List<LitmusThread> threads, Skeleton skeleton, Matching matching) {
    return new Barriers(threads, skeleton, matching).relation();
  }

  private @Nullable Relation relation() {
    Relation relation = new Relation(skeleton.size());
    for (List<Integer> group : groups()) {
      List<Integer> arrivals = of(group, Kind.ARRIVAL);
      List<Integer> departures = of(group, Kind.DEPARTURE);
      if (!departures.isEmpty() && !group.stream().allMatch(e -> quorum(e) == arrivals.size())) {
        return null;
      }
      for (int arrival : arrivals) {
        for (int departure : departures) {
          relation.add(arrival, departure);
        }
      }
    }
    return relation;
  }

  private List<Integer> of(List<Integer> group, Kind kind) {
    return group.stream().filter(e -> skeleton.event(e).kind() == kind).toList();
  }

  private Iterable<List<Integer>> groups() {
    Map<String, List<Integer>> groups = new TreeMap<>();
    Map<String, Integer> times = new TreeMap<>();
    String current = "";
    for (int e = 0; e < skeleton.size(); e++) {
      Event event = skeleton.event(e);
      Meeting meeting = event.meeting();
      if (meeting == null) {
        continue;
      }
      if (event.kind() == Kind.ARRIVAL) {
        LitmusThread thread = threads.get(event.thread());
        String name =
            Arrays.toString(
                new long[] {
                  thread.gpu(),
                  thread.cta(),
                  matching.in(event.thread(), meeting.instance()),
                  matching.in(event.thread(), meeting.id())
                });
        int time = times.merge(event.thread() + " at " + name, 1, Integer::sum);
        current = name + " for the " + time + "th time";
      }
      // A departure follows its arrival at once.
      groups.computeIfAbsent(current, _ -> new ArrayList<>()).add(e);
    }
    return groups.values();
  }

  private long quorum(int number) {
    Event event = skeleton.event(number);
    Meeting meeting = event.meeting();
    if (meeting != null && meeting.quorum() != null) {
      return matching.in(event.thread(), meeting.quorum());
    }
    LitmusThread mine = threads.get(event.thread());
    return threads.stream()
        .filter(thread -> thread.gpu() == mine.gpu() && thread.cta() == mine.cta())
        .count();
  }
}
