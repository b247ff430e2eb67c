package dev.syncopate.model.axiom.barrier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Progress of all threads, those that wait, and the meetings so far. Changes only while made. */
final class BarrierState {
  private static final int ENDED = Integer.MAX_VALUE;

  /** Each thread's next stop; after its end {@link #ENDED}. */
  private final int[] next;

  private final boolean[] waits;
  private final SortedMap<String, List<BarrierArrival>> arrived;
  private final Set<BarrierMeeting> meetings;

  /** Barriers that stay open, with who opened them and who passed since. */
  private final SortedMap<String, BarrierMeeting> open;

  private BarrierState(
      int[] next,
      boolean[] waits,
      SortedMap<String, List<BarrierArrival>> arrived,
      Set<BarrierMeeting> meetings,
      SortedMap<String, BarrierMeeting> open) {
    this.next = next;
    this.waits = waits;
    this.arrived = arrived;
    this.meetings = meetings;
    this.open = open;
  }

  static BarrierState start(int threads) {
    return new BarrierState(
        new int[threads], new boolean[threads], new TreeMap<>(), new HashSet<>(), new TreeMap<>());
  }

  private BarrierState copy() {
    return new BarrierState(
        next.clone(),
        waits.clone(),
        new TreeMap<>(arrived),
        new HashSet<>(meetings),
        new TreeMap<>(open));
  }

  int next(int thread) {
    return next[thread];
  }

  boolean moves(int thread) {
    return !waits[thread] && !hasEnded(thread);
  }

  boolean hasEnded(int thread) {
    return next[thread] == ENDED;
  }

  Set<BarrierMeeting> meetings() {
    Set<BarrierMeeting> meetingsSoFar = new HashSet<>(meetings);
    meetingsSoFar.addAll(open.values());
    return meetingsSoFar;
  }

  /** The barriers at which someone has arrived since they were complete. */
  List<String> barriers() {
    return List.copyOf(arrived.keySet());
  }

  List<BarrierArrival> arrivedAt(String barrier) {
    return arrived.getOrDefault(barrier, List.of());
  }

  BarrierState ended(int thread) {
    BarrierState successor = copy();
    successor.next[thread] = ENDED;
    return successor;
  }

  BarrierState arrived(BarrierArrival stop) {
    BarrierState successor = copy();
    successor.next[stop.thread()]++;
    BarrierMeeting opened = open.get(stop.barrier());
    if (opened != null) {
      successor.open.put(stop.barrier(), opened.withLate(stop));
      return successor;
    }
    successor.waits[stop.thread()] = stop.waits();
    List<BarrierArrival> stops = new ArrayList<>(arrivedAt(stop.barrier()));
    stops.add(stop);
    stops.sort((a, b) -> Integer.compare(a.arrival(), b.arrival()));
    successor.arrived.put(stop.barrier(), List.copyOf(stops));
    return successor;
  }

  /** Lets those go on who wait at a barrier, and all who come there later. */
  void open(String barrier, BarrierMeeting meeting) {
    arrived.remove(barrier);
    meeting.stops().forEach(stop -> waits[stop.thread()] = false);
    open.put(barrier, meeting);
  }

  /** Lets those go on who wait at a barrier. */
  void complete(String barrier, BarrierMeeting meeting) {
    arrived.remove(barrier);
    boolean anybody = false;
    for (BarrierArrival stop : meeting.stops()) {
      if (stop.waits()) {
        waits[stop.thread()] = false;
        anybody = true;
      }
    }
    if (anybody) {
      meetings.add(meeting);
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof BarrierState situation
        && Arrays.equals(next, situation.next)
        && Arrays.equals(waits, situation.waits)
        && arrived.equals(situation.arrived)
        && meetings.equals(situation.meetings)
        && open.equals(situation.open);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * (31 * Arrays.hashCode(next) + arrived.hashCode()) + meetings.hashCode())
        + open.hashCode();
  }
}
