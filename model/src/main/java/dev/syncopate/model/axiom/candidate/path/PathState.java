package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A thread on its way through its program, its values not yet known. */
final class PathState {
  /** A model takes a time for them that grows with their number's cube. */
  static final int MOST_EVENTS = 256;

  private final int thread;
  private final TestLocations locations;
  int pc;
  final List<MemoryEvent> events = new ArrayList<>();
  private final List<Constraint> constraints = new ArrayList<>();
  final SortedMap<String, SymbolicValue> registers = new TreeMap<>();
  private BitSet control = MemoryEvent.NOTHING;

  /** Accesses of bulk copies that are in no group yet; of each group, the oldest first. */
  final BitSet ungrouped = new BitSet();

  final List<BitSet> groups = new ArrayList<>();

  /** How many transactions it has begun, and how many begins of the last it is inside. */
  private int transactions;

  private int depth;

  /** Whether the transaction that it is inside was given up: then it is none. */
  private boolean givenUp;

  /** How often each instruction was executed. */
  final int[] visits;

  /** For each instruction, how many rounds in a row that started there only looked. */
  final int[] looked;

  /** For each instruction, how many events there were when it was last executed. */
  private final int[] eventsAt;

  /** For each instruction, the registers when it was last executed. */
  private final List<SortedMap<String, SymbolicValue>> registersAt;

  PathState(int thread, TestLocations locations, int instructions) {
    this.thread = thread;
    this.locations = locations;
    this.visits = new int[instructions + 1];
    this.looked = new int[instructions + 1];
    this.eventsAt = new int[instructions + 1];
    this.registersAt = new ArrayList<>(Collections.nCopies(instructions + 1, new TreeMap<>()));
  }

  /** The same thread at the same place, going its own way from here. */
  PathState fork() {
    PathState fork = new PathState(thread, locations, visits.length - 1);
    fork.pc = pc;
    fork.events.addAll(events);
    fork.constraints.addAll(constraints);
    fork.registers.putAll(registers);
    fork.control = control;
    fork.ungrouped.or(ungrouped);
    fork.groups.addAll(groups);
    fork.transactions = transactions;
    fork.depth = depth;
    fork.givenUp = givenUp;
    System.arraycopy(visits, 0, fork.visits, 0, visits.length);
    System.arraycopy(looked, 0, fork.looked, 0, looked.length);
    System.arraycopy(eventsAt, 0, fork.eventsAt, 0, eventsAt.length);
    Collections.copy(fork.registersAt, registersAt);
    return fork;
  }

  /** Counts that the next instruction is executed, and keeps what is so before it. */
  int visit() {
    eventsAt[pc] = events.size();
    registersAt.set(pc, new TreeMap<>(registers));
    return ++visits[pc];
  }

  /** What was done since an instruction was last executed. */
  List<MemoryEvent> eventsSince(int instruction) {
    return events.subList(eventsAt[instruction], events.size());
  }

  /** The registers when an instruction was last executed. */
  SortedMap<String, SymbolicValue> registersAt(int instruction) {
    return registersAt.get(instruction);
  }

  SymbolicValue value(LitmusOperand operand) {
    if (operand instanceof LitmusOperand.Register(String name)) {
      return registers.getOrDefault(name, new SymbolicValue.Known(0));
    }
    Long constant = locations.constant(operand);
    return new SymbolicValue.Known(constant == null ? 0 : constant);
  }

  /** Goes on only where two values compare so; false where they cannot. */
  boolean require(ComparisonOperator comparison, SymbolicValue a, SymbolicValue b) {
    if (a instanceof SymbolicValue.Known(long x) && b instanceof SymbolicValue.Known(long y)) {
      return comparison.holds(x, y);
    }
    Constraint added = new Constraint(comparison, a, b);
    for (Constraint constraint : constraints) {
      if (constraint.excludes(added)) {
        return false;
      }
    }
    constraints.add(added);
    return true;
  }

  /** Makes all later events depend on the reads of these values. */
  void control(SymbolicValue... values) {
    BitSet merged = (BitSet) control.clone();
    for (SymbolicValue value : values) {
      merged.or(value.reads());
    }
    control = merged;
  }

  /**
   * Adds a read, and gives what it reads.
   *
   * @param comparedWith of a compare-and-swap, the reads that the expected value depends on
   */
  SymbolicValue read(
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      int name,
      BitSet addressReads,
      BitSet comparedWith,
      int partner) {
    SymbolicValue value = new SymbolicValue.Read(events.size());
    add(
        Kind.READ,
        order,
        scope,
        remote,
        name,
        null,
        addressReads,
        comparedWith,
        partner,
        null,
        null);
    return value;
  }

  void write(
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      int name,
      BitSet addressFrom,
      SymbolicValue value,
      BitSet dataFrom,
      int partner) {
    add(Kind.WRITE, order, scope, remote, name, value, addressFrom, dataFrom, partner, null, null);
  }

  void fence(Kind kind, LitmusOrder order, @Nullable LitmusScope scope) {
    add(
        kind,
        order,
        scope,
        false,
        -1,
        null,
        MemoryEvent.NOTHING,
        MemoryEvent.NOTHING,
        -1,
        null,
        null);
  }

  /**
   * Adds an event of asynchronous synchronisation.
   *
   * @param name the name of the location that it accesses; -1 for none
   * @param value what it writes, or what a wait says; null for a read
   */
  void asynchronous(
      Kind kind,
      LitmusOrder order,
      @Nullable LitmusScope scope,
      int name,
      @Nullable SymbolicValue value,
      BitSet addressFrom,
      int partner,
      AsyncFacts facts) {
    BitSet dataFrom = value == null ? MemoryEvent.NOTHING : value.reads();
    add(kind, order, scope, false, name, value, addressFrom, dataFrom, partner, null, facts);
  }

  /** Begins a transaction, or comes deeper into one, or into what was given up. */
  void begin() {
    if (depth++ == 0) {
      transactions++;
    }
  }

  /** The same of a transaction that is given up; false where it is inside one already. */
  boolean beginGivenUp() {
    if (depth > 0) {
      return false;
    }
    depth = 1;
    givenUp = true;
    return true;
  }

  /** Comes out of a begin. */
  void commit() {
    depth--;
    givenUp &= depth > 0;
  }

  boolean givenUp() {
    return givenUp;
  }

  void meet(Kind kind, MemoryEvent.Meeting meeting) {
    add(
        kind,
        LitmusOrder.WEAK,
        null,
        false,
        -1,
        null,
        MemoryEvent.NOTHING,
        MemoryEvent.NOTHING,
        -1,
        meeting,
        null);
  }

  private void add(
      Kind kind,
      LitmusOrder order,
      @Nullable LitmusScope scope,
      boolean remote,
      int name,
      @Nullable SymbolicValue value,
      BitSet addressFrom,
      BitSet dataFrom,
      int partner,
      MemoryEvent.@Nullable Meeting meeting,
      @Nullable AsyncFacts async) {
    events.add(
        new MemoryEvent(
            kind,
            thread,
            pc,
            order,
            scope,
            remote,
            name < 0 ? -1 : locations.location(name),
            name,
            value,
            addressFrom,
            dataFrom,
            control,
            partner,
            depth > 0 && !givenUp ? transactions - 1 : -1,
            meeting,
            async));
  }

  /** A path on which the thread repeats what it has done since an instruction was last executed. */
  ThreadPath repeating(int instruction) {
    return new ThreadPath(
        List.copyOf(events),
        List.copyOf(constraints),
        registers,
        null,
        ThreadPath.End.REPEATED,
        eventsAt[instruction]);
  }

  /** A path on which the thread is not scheduled any more. */
  ThreadPath left() {
    boolean started =
        events.stream().anyMatch(event -> event.location() >= 0 || event.meeting() != null);
    return new ThreadPath(
        List.copyOf(events),
        List.copyOf(constraints),
        registers,
        null,
        started ? ThreadPath.End.LEFT : ThreadPath.End.NOT_STARTED,
        events.size());
  }

  ThreadPath end(@Nullable String fault) {
    return new ThreadPath(List.copyOf(events), List.copyOf(constraints), registers, fault);
  }
}
