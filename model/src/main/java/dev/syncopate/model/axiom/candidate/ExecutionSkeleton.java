package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.AsyncFacts;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.TestAnnotations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The events of one path through each thread, and the relations among them that do not depend on
 * how reads and writes are matched. Initial writes are numbered first, then the threads' events in
 * program order.
 */
final class ExecutionSkeleton {
  private static final int[] NOWHERE = {};

  final List<MemoryEvent> events;
  final List<ThreadPath> paths;

  /** Where each thread's events start; the last element is how many events there are. */
  final int[] first;

  private final Map<String, EventSet> sets = new HashMap<>();
  private final Map<String, Relation> relations = new HashMap<>();
  private final Relation writesOfOneLocation;
  private final int[] reads;

  /** By event; empty for what does not read. */
  private final int[][] sources;

  /** By location. */
  private final int[][] writesTo;

  /** Each two writes of threads to one location. */
  private final List<int[]> pairs = new ArrayList<>();

  private @Nullable ValueDomains domains;

  ExecutionSkeleton(LitmusTest test, List<MemoryEvent> initial, List<ThreadPath> paths) {
    this.paths = paths;
    this.first = new int[paths.size() + 1];
    List<MemoryEvent> allEvents = new ArrayList<>(initial);
    for (int t = 0; t < paths.size(); t++) {
      first[t] = allEvents.size();
      allEvents.addAll(paths.get(t).events());
    }
    first[paths.size()] = allEvents.size();
    this.events = List.copyOf(allEvents);
    EventTags.fill(this, test, sets);
    relate(test.threads());
    int[] virtual = virtualAddresses(test);
    relate("vloc", (a, b) -> virtual[a] >= 0 && virtual[a] == virtual[b]);
    if (test.isAsynchronous()) {
      relateParts(new FencedSpaces(test));
    }
    relate("ssw", (a, b) -> isHostOrdered(test, a, b));
    relate("rmw", (a, b) -> a < b && sameThread(a, b) && event(a).partner() == local(b));
    this.writesOfOneLocation =
        pairs((a, b) ->
            a != b
                && event(a).writes()
                && event(b).writes()
                && event(a).location() == event(b).location());
    this.writesTo =
        IntStream.range(0, first[0])
            .mapToObj(location -> range(e -> event(e).writes() && event(e).location() == location))
            .toArray(int[][]::new);
    for (int b = first[0]; b < size(); b++) {
      for (int a = first[0]; a < b; a++) {
        if (writesOfOneLocation.contains(a, b)) {
          pairs.add(new int[] {a, b});
        }
      }
    }
    this.reads = inOrder();
    this.sources = new int[size()][];
    Arrays.fill(sources, NOWHERE);
    for (int read : reads) {
      sources[read] = writesFor(read);
    }
  }

  int size() {
    return events.size();
  }

  MemoryEvent event(int number) {
    return events.get(number);
  }

  @Nullable EventSet set(String name) {
    return sets.get(name);
  }

  @Nullable Relation relation(String name) {
    return relations.get(name);
  }

  /** From each write to the others of its location. */
  Relation writesOfOneLocation() {
    return writesOfOneLocation;
  }

  /** The values that reads and writes may have. */
  ValueDomains domains() {
    if (domains == null) {
      domains = new ValueDomains(this);
    }
    return domains;
  }

  /** All writes to a location. */
  int[] writesTo(int location) {
    return writesTo[location];
  }

  /** Each two writes of threads to one location, the later ones of the threads last. */
  List<int[]> pairs() {
    return pairs;
  }

  /** Whether a write is a thread's next one to the location of another. */
  boolean isNextWrite(int a, int b) {
    for (int e = a + 1; e <= b; e++) {
      if (event(e).thread() != event(a).thread()) {
        return false;
      }
      if (writesOfOneLocation.contains(a, e)) {
        return e == b;
      }
    }
    return false;
  }

  /** Whether it is known who meets at barriers before it is known what reads read. */
  boolean meetingsAreFixed() {
    for (MemoryEvent event : events) {
      MemoryEvent.Meeting meeting = event.meeting();
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
    MemoryEvent event = event(later);
    return partner(read) == later
        || has(event.addressFrom(), read)
        || (event.writes() && has(event.dataFrom(), read))
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

  /**
   * The reads in the order in which they are matched. First come the reads with the fewest suitable
   * writes. These are the reads of atomic operations, no two of which read one write if the model
   * makes them atomic, and the reads whose values decide a branch.
   */
  int[] reads() {
    return reads;
  }

  /** The writes that a read may read from: of its location, and not its own other half. */
  int[] sources(int read) {
    return sources[read];
  }

  /** The other half of an atomic operation, or -1. */
  int partner(int number) {
    int partner = event(number).partner();
    return partner < 0 ? -1 : first[event(number).thread()] + partner;
  }

  private int[] inOrder() {
    BitSet decisive = new BitSet();
    for (int thread = 0; thread < paths.size(); thread++) {
      int start = first[thread];
      for (Constraint constraint : paths.get(thread).constraints()) {
        constraint.a().reads().stream().forEach(read -> decisive.set(start + read));
        constraint.b().reads().stream().forEach(read -> decisive.set(start + read));
      }
    }
    IntPredicate early = e -> event(e).partner() >= 0 || decisive.get(e);
    int[] allReads = IntStream.range(first[0], size()).filter(e -> event(e).reads()).toArray();
    return IntStream.concat(
            Arrays.stream(allReads).filter(early), Arrays.stream(allReads).filter(early.negate()))
        .toArray();
  }

  private int[] writesFor(int read) {
    return range(write ->
        event(write).writes()
            && event(read).location() == event(write).location()
            && partner(read) != write);
  }

  private int[] range(IntPredicate predicate) {
    return IntStream.range(0, size()).filter(predicate).toArray();
  }

  private interface Pairs {
    boolean has(int a, int b);
  }

  private void relate(List<LitmusThread> threads) {
    relate("loc", (a, b) -> event(a).location() >= 0 && event(a).location() == event(b).location());
    relate("int", (a, b) -> a == b || sameThread(a, b));
    relate(
        "po", (a, b) -> a < b && sameThread(a, b) && event(a).inProgram() && event(b).inProgram());
    relate("stxn", this::sameTransaction);
    relate("scta", (a, b) -> together(threads, a, b) && cta(threads, a) == cta(threads, b));
    relate(
        "scluster",
        (a, b) ->
            together(threads, a, b)
                && threads.get(event(a).thread()).sharesCluster(threads.get(event(b).thread())));
    relate("sgpu", (a, b) -> together(threads, a, b));
    relate("ssg", (a, b) -> sameSubgroup(threads, a, b));
    relate(
        "commute",
        (a, b) -> {
          IntegerFunction operation = commutative(threads, a);
          return operation != null && operation == commutative(threads, b);
        });
    relate("addr", (a, b) -> sameThread(a, b) && has(event(b).addressFrom(), a));
    relate("data", (a, b) -> event(b).writes() && sameThread(a, b) && has(event(b).dataFrom(), a));
    relate("casdep", (a, b) -> event(b).reads() && sameThread(a, b) && has(event(b).dataFrom(), a));
    relate("ctrl", (a, b) -> sameThread(a, b) && has(event(b).controlFrom(), a));
  }

  /** Relations between the parts of asynchronous operations, and what waits for them. */
  private void relateParts(FencedSpaces spaces) {
    relate("iss", (a, b) -> sameThread(a, b) && isPart(b) && facts(b).issue() == local(a));
    relate(
        "don", (a, b) -> sameThread(a, b) && isCompletion(b) && facts(b).awaited().get(local(a)));
    relate(
        "grp",
        (a, b) ->
            sameThread(a, b)
                && event(b).async() != null
                && !isCompletion(b)
                && facts(b).awaited().get(local(a)));
    relate("fits", (a, b) -> event(b).location() >= 0 && spaces.takesIn(event(a), event(b)));
  }

  private AsyncFacts facts(int number) {
    return Objects.requireNonNull(event(number).async());
  }

  /** Whether an event is an access of an asynchronous operation. */
  private boolean isPart(int number) {
    return !event(number).inProgram() && event(number).kind() != MemoryEvent.Kind.STEP;
  }

  private boolean isCompletion(int number) {
    return !event(number).inProgram() && event(number).kind() == MemoryEvent.Kind.STEP;
  }

  /** What a commutative atomic does; null for other events. To subtract is to add. */
  private @Nullable IntegerFunction commutative(List<LitmusThread> threads, int number) {
    MemoryEvent event = event(number);
    if (event.order() != LitmusOrder.COMM) {
      return null;
    }
    LitmusThread thread = threads.get(event.thread());
    return thread.instructions().get(event.instruction()) instanceof LitmusInstruction.Atomic atomic
            && atomic.update() instanceof LitmusInstruction.Update.Combine(var arithmetic, _)
        ? arithmetic == IntegerFunction.SUB ? IntegerFunction.ADD : arithmetic
        : null;
  }

  private void relate(String name, Pairs pairs) {
    relations.put(name, pairs(pairs));
  }

  private Relation pairs(Pairs pairs) {
    Relation relation = new Relation(size());
    for (int a = 0; a < size(); a++) {
      for (int b = 0; b < size(); b++) {
        if (pairs.has(a, b)) {
          relation.add(a, b);
        }
      }
    }
    return relation;
  }

  private boolean has(BitSet reads, int number) {
    return reads.get(local(number));
  }

  private boolean sameThread(int a, int b) {
    return event(a).thread() >= 0 && event(a).thread() == event(b).thread();
  }

  private boolean sameTransaction(int a, int b) {
    return sameThread(a, b)
        && event(a).transaction() >= 0
        && event(a).transaction() == event(b).transaction();
  }

  /** Whether both are of threads of one GPU. */
  private boolean together(List<LitmusThread> threads, int a, int b) {
    return event(a).thread() >= 0
        && event(b).thread() >= 0
        && threads.get(event(a).thread()).gpu() == threads.get(event(b).thread()).gpu();
  }

  /** The virtual address of each event, by the generic name that it has; -1 for none. */
  private int[] virtualAddresses(LitmusTest test) {
    TestLocations locations = new TestLocations(test);
    return events.stream()
        .mapToInt(MemoryEvent::address)
        .map(address ->
            address < 0 ? -1 : locations.named(test.annotations().generic(locations.name(address))))
        .toArray();
  }

  private boolean sameSubgroup(List<LitmusThread> threads, int a, int b) {
    if (!together(threads, a, b) || cta(threads, a) != cta(threads, b)) {
      return false;
    }
    int subgroup = threads.get(event(a).thread()).warp();
    return sameThread(a, b)
        || (subgroup != LitmusThread.ALONE && subgroup == threads.get(event(b).thread()).warp());
  }

  private boolean isHostOrdered(LitmusTest test, int a, int b) {
    return event(a).thread() >= 0
        && event(b).thread() >= 0
        && test.annotations()
            .hostOrder()
            .contains(
                new TestAnnotations.HostOrder(
                    test.threads().get(event(a).thread()).id(),
                    test.threads().get(event(b).thread()).id()));
  }

  private int cta(List<LitmusThread> threads, int number) {
    return threads.get(event(number).thread()).cta();
  }

  /** An event's number within its thread. */
  private int local(int number) {
    return number - first[event(number).thread()];
  }
}
