package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of one path through each thread, and whatever is so among them however reads and
 * writes are matched. Initial writes are numbered first, then the threads' events in program order.
 */
final class Skeleton {
  final List<Event> events;
  final List<ThreadPath> paths;

  /** Where each thread's events start; the last element is how many events there are. */
  final int[] first;

  private final Map<String, EventSet> sets = new HashMap<>();
  private final Map<String, Relation> relations = new HashMap<>();
  private final Relation halves;

  Skeleton(List<LitmusThread> threads, List<Event> initial, List<ThreadPath> paths) {
    this.paths = paths;
    this.first = new int[paths.size() + 1];
    List<Event> all = new ArrayList<>(initial);
    for (int t = 0; t < paths.size(); t++) {
      first[t] = all.size();
      all.addAll(paths.get(t).events());
    }
    first[paths.size()] = all.size();
    this.events = List.copyOf(all);
    Tags.fill(this, sets);
    relate(threads);
    this.halves =
        relate("rmw", (a, b) -> a < b && sameThread(a, b) && event(a).partner() == local(b));
  }

  int size() {
    return events.size();
  }

  Event event(int number) {
    return events.get(number);
  }

  @Nullable EventSet set(String name) {
    return sets.get(name);
  }

  @Nullable Relation relation(String name) {
    return relations.get(name);
  }

  /** Whether it is known who meets at barriers before it is known what reads read. */
  boolean meetingsAreFixed() {
    for (Event event : events) {
      Event.Meeting meeting = event.meeting();
      if (meeting != null
          && !(meeting.instance().isFixed()
              && meeting.id().isFixed()
              && (meeting.quorum() == null || meeting.quorum().isFixed()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a thread cannot do one thing before it knows what another, which it does before, reads.
   */
  boolean hangsOn(int read, int later) {
    Event event = event(later);
    return halves.contains(read, later)
        || has(event.addressFrom(), read)
        || has(event.dataFrom(), read)
        || has(event.controlFrom(), read);
  }

  /** Every initial write before all others of its location. */
  Relation initialOrder() {
    Relation order = new Relation(size());
    for (int a = 0; a < first[0]; a++) {
      for (int b = first[0]; b < size(); b++) {
        if (event(b).writes() && event(a).location() == event(b).location()) {
          order.add(a, b);
        }
      }
    }
    return order;
  }

  /** Whether a read and a write are of one location, and not halves of one operation. */
  boolean mayReadFrom(int read, int write) {
    return event(write).writes()
        && event(read).location() == event(write).location()
        && !halves.contains(read, write);
  }

  private interface Pairs {
    boolean has(int a, int b);
  }

  private void relate(List<LitmusThread> threads) {
    relate("loc", (a, b) -> event(a).location() >= 0 && event(a).location() == event(b).location());
    relate("vloc", (a, b) -> event(a).address() >= 0 && event(a).address() == event(b).address());
    relate("int", (a, b) -> a == b || sameThread(a, b));
    relate("po", (a, b) -> a < b && sameThread(a, b));
    relate("scta", (a, b) -> together(threads, a, b) && cta(threads, a) == cta(threads, b));
    relate("sgpu", (a, b) -> together(threads, a, b));
    relate("addr", (a, b) -> sameThread(a, b) && has(event(b).addressFrom(), a));
    relate("data", (a, b) -> sameThread(a, b) && has(event(b).dataFrom(), a));
    relate("ctrl", (a, b) -> sameThread(a, b) && has(event(b).controlFrom(), a));
  }

  private Relation relate(String name, Pairs pairs) {
    Relation relation = new Relation(size());
    for (int a = 0; a < size(); a++) {
      for (int b = 0; b < size(); b++) {
        if (pairs.has(a, b)) {
          relation.add(a, b);
        }
      }
    }
    relations.put(name, relation);
    return relation;
  }

  private boolean has(BitSet reads, int number) {
    return reads.get(local(number));
  }

  private boolean sameThread(int a, int b) {
    return event(a).thread() >= 0 && event(a).thread() == event(b).thread();
  }

  /** Whether both are of threads of one GPU. */
  private boolean together(List<LitmusThread> threads, int a, int b) {
    return event(a).thread() >= 0
        && event(b).thread() >= 0
        && threads.get(event(a).thread()).gpu() == threads.get(event(b).thread()).gpu();
  }

  private int cta(List<LitmusThread> threads, int number) {
    return threads.get(event(number).thread()).cta();
  }

  /** An event's number within its thread. */
  private int local(int number) {
    return number - first[event(number).thread()];
  }
}
