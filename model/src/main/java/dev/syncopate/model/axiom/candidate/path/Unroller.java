package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds every path through a thread's program on which no instruction is executed more often than a
 * bound. What reads will read is left open: a branch on it goes both ways, an address from it is
 * each location's, each with the constraint that makes it so.
 */
public final class Unroller {
  private static final int MOST_PATHS = 20_000;

  private final LitmusThread thread;
  private final int index;
  private final TestLocations locations;
  private final int bound;
  private final SpinRounds spins;
  private final int failedSpins;

  private final Ends ends;

  /** Whether transactions may be given up. */
  private final boolean asks;

  private final AsyncUnroller asynchronous;

  private final Deque<PathState> open = new ArrayDeque<>();
  private final List<ThreadPath> paths = new ArrayList<>();
  private boolean cut;
  private boolean looping;
  private boolean repeats;

  /** Paths that are enumerated in addition to those of threads that end. */
  public enum Ends {
    /** None. */
    ENDED,
    /** Those on which a thread repeats a round of a loop forever without an effect. */
    REPEATED,
    /** Those, and those on which a thread is not scheduled any more. */
    LEFT
  }

  /**
   * @param index the thread's place in its test
   * @param bound how often an instruction may be executed, at least 1
   * @param failedSpins how many rounds of a loop in a row that only looked are kept
   */
  public Unroller(
      LitmusThread thread, int index, TestLocations locations, int bound, int failedSpins) {
    this(thread, index, locations, bound, failedSpins, Ends.ENDED);
  }

  /**
   * @param ends which other paths are wanted than those of threads that end
   */
  public Unroller(
      LitmusThread thread,
      int index,
      TestLocations locations,
      int bound,
      int failedSpins,
      Ends ends) {
    this.ends = ends;
    this.thread = thread;
    this.index = index;
    this.locations = locations;
    this.bound = bound;
    this.asynchronous = new AsyncUnroller(locations);
    this.spins = new SpinRounds(thread.instructions());
    this.failedSpins = failedSpins;
    this.asks = thread.instructions().stream().anyMatch(LitmusInstruction.Failed.class::isInstance);
  }

  /** Whether some path was left out because of the bound. */
  public boolean cut() {
    return cut;
  }

  /** Whether some path was left out on which a loop only goes on looking. */
  public boolean looping() {
    return looping;
  }

  /** Whether some instruction was executed more than once. */
  public boolean repeats() {
    return repeats;
  }

  public List<ThreadPath> paths() {
    PathState start = new PathState(index, locations, thread.instructions().size());
    thread
        .registers()
        .forEach((register, initial) -> start.registers.put(register, start.value(initial)));
    open.push(start);
    while (!open.isEmpty()) {
      run(open.pop());
    }
    return paths;
  }

  private void run(PathState state) {
    while (state.pc < thread.instructions().size()) {
      if (ends == Ends.LEFT && isSeen(thread.instructions().get(state.pc))) {
        paths.add(state.fork().left());
      }
      int visits = state.visit();
      repeats |= visits > 1;
      if (visits > bound) {
        cut = true;
        return;
      }
      if (state.events.size() + 2 > PathState.MOST_EVENTS) {
        throw tooMany(state, PathState.MOST_EVENTS + " events");
      }
      if (paths.size() + open.size() > MOST_PATHS) {
        throw tooMany(state, "%,d ways through its program".formatted(MOST_PATHS));
      }
      if (!step(state, thread.instructions().get(state.pc))) {
        return;
      }
    }
    paths.add(state.end(null));
  }

  /** Whether others may see an instruction, so that it matters whether it was executed. */
  private static boolean isSeen(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load _,
          LitmusInstruction.Store _,
          LitmusInstruction.Atomic _,
          LitmusInstruction.Barrier _ ->
          true;
      default -> false;
    };
  }

  private TooLargeException tooMany(PathState state, String quantity) {
    boolean loops = Arrays.stream(state.visits).anyMatch(visits -> visits > 1);
    return new TooLargeException(
        "P%d has more than %s%s"
            .formatted(
                thread.id(),
                quantity,
                loops
                    ? " with each instruction executed up to %d times".formatted(bound)
                    : ", the most that a model can judge"),
        loops);
  }

  /** Executes one instruction; false where this way ends here. */
  private boolean step(PathState state, LitmusInstruction instruction) {
    switch (instruction) {
      case LitmusInstruction.Move(String target, LitmusOperand value) ->
          state.registers.put(target, state.value(value));
      case LitmusInstruction.Compute i ->
          state.registers.put(
              i.target(),
              computed(SymbolicValue.of(i.arithmetic(), state.value(i.a()), state.value(i.b()))));
      case LitmusInstruction.Goto(int target) -> {
        return jump(state, target);
      }
      case LitmusInstruction.Branch i -> {
        return branch(state, i);
      }
      case LitmusInstruction.Begin _ -> {
        PathState alternative = state.fork();
        if (asks && alternative.beginGivenUp()) {
          alternative.pc++;
          open.push(alternative);
        }
        state.begin();
      }
      case LitmusInstruction.Failed(String target) ->
          state.registers.put(target, new SymbolicValue.Known(state.givenUp() ? 1 : 0));
      case LitmusInstruction.Commit _ -> state.commit();
      case LitmusInstruction.Fence i -> state.fence(Kind.FENCE, i.order(), i.scope());
      case LitmusInstruction.ProxyFence _ -> state.fence(Kind.PROXY_FENCE, LitmusOrder.WEAK, null);
      case LitmusInstruction.Barrier i -> {
        if (!meet(state, i)) {
          return false;
        }
      }
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) -> {
        return asynchronous.step(state, operation, open);
      }
      case LitmusInstruction.Load i -> {
        return atEachAddress(state, instruction, i.address());
      }
      case LitmusInstruction.Store i -> {
        return atEachAddress(state, instruction, i.address());
      }
      case LitmusInstruction.Atomic i -> {
        return atEachAddress(state, instruction, i.address());
      }
    }
    state.pc++;
    return true;
  }

  private SymbolicValue computed(SymbolicValue value) {
    if (value.depth() > SymbolicValue.DEEPEST) {
      throw new TooLargeException(
          "P%d computes a value of what it read by more than %,d instructions"
              .formatted(thread.id(), SymbolicValue.DEEPEST));
    }
    return value;
  }

  /** Comes to a barrier; false where its count is none. */
  private boolean meet(PathState state, LitmusInstruction.Barrier i) {
    SymbolicValue count = i.quorum() == null ? null : state.value(i.quorum());
    if (count != null) {
      SymbolicValue unitValue = new SymbolicValue.Known(1);
      PathState nobody = state.fork();
      if (nobody.require(ComparisonOperator.LT, count, unitValue)) {
        paths.add(
            nobody.end(
                "P%d: `%s`: the count %s is below 1"
                    .formatted(
                        thread.id(), LitmusInstructionText.of(i), String.valueOf(i.quorum()))));
      }
      if (!state.require(ComparisonOperator.GE, count, unitValue)) {
        return false;
      }
    }
    MemoryEvent.Meeting meeting =
        new MemoryEvent.Meeting(
            state.value(i.instance()),
            i.id() == null ? new SymbolicValue.Known(0) : state.value(i.id()),
            count,
            i.ofSubgroup());
    state.meet(Kind.ARRIVAL, meeting);
    if (i.waits()) {
      state.meet(Kind.DEPARTURE, meeting);
    }
    return true;
  }

  private boolean branch(PathState state, LitmusInstruction.Branch i) {
    SymbolicValue a = state.value(i.a());
    SymbolicValue b = state.value(i.b());
    PathState takenBranch = state.fork();
    takenBranch.control(a, b);
    if (takenBranch.require(i.comparison(), a, b) && jump(takenBranch, i.target())) {
      open.push(takenBranch);
    }
    state.control(a, b);
    state.pc++;
    return state.require(opposite(i.comparison()), a, b);
  }

  private boolean jump(PathState state, int target) {
    if (target <= state.pc && state.visits[target] > 0) {
      if (ends != Ends.ENDED) {
        repeat(state, target);
      }
      boolean looked =
          spins.onlyLooked(
              state.eventsSince(target), target, state.registersAt(target), state.registers);
      boolean onlyWaited =
          looked && state.eventsSince(target).stream().allMatch(MemoryEvent::isFailedWait);
      state.looked[target] = looked ? state.looked[target] + 1 : 0;
      if (onlyWaited || state.looked[target] > failedSpins) {
        looping = true;
        return false;
      }
    }
    state.pc = target;
    return true;
  }

  /** Adds the path on which the round that has just ended is repeated forever, if it may be. */
  private void repeat(PathState state, int target) {
    List<MemoryEvent> round = state.eventsSince(target);
    if (!SpinRounds.mayRepeat(round)) {
      return;
    }
    PathState repeated = state.fork();
    for (MemoryEvent write : round) {
      SymbolicValue written = write.value();
      if (written != null && !same(repeated, new SymbolicValue.Read(write.partner()), written)) {
        return;
      }
    }
    for (String register : spins.usedFrom(target)) {
      SymbolicValue zero = new SymbolicValue.Known(0);
      SymbolicValue start = state.registersAt(target).getOrDefault(register, zero);
      if (!same(repeated, start, state.registers.getOrDefault(register, zero))) {
        return;
      }
    }
    paths.add(repeated.repeating(target));
  }

  private static boolean same(PathState state, SymbolicValue a, SymbolicValue b) {
    boolean reversed = a instanceof SymbolicValue.Known;
    return a.equals(b) || state.require(ComparisonOperator.EQ, reversed ? b : a, reversed ? a : b);
  }

  private static ComparisonOperator opposite(ComparisonOperator comparison) {
    return switch (comparison) {
      case EQ -> ComparisonOperator.NE;
      case NE -> ComparisonOperator.EQ;
      case LT -> ComparisonOperator.GE;
      case GE -> ComparisonOperator.LT;
      case GT -> ComparisonOperator.LE;
      case LE -> ComparisonOperator.GT;
    };
  }

  private boolean atEachAddress(
      PathState state, LitmusInstruction instruction, LitmusOperand operand) {
    SymbolicValue address = state.value(operand);
    for (int name = 0; name < locations.names(); name++) {
      SymbolicValue locationValue = new SymbolicValue.Known(locations.address(name));
      PathState fork = state.fork();
      if (fork.require(ComparisonOperator.EQ, address, locationValue)) {
        access(fork, instruction, name, address.reads());
      }
    }
    boolean elsewhere = true;
    for (int name = 0; name < locations.names(); name++) {
      SymbolicValue locationValue = new SymbolicValue.Known(locations.address(name));
      elsewhere = elsewhere && state.require(ComparisonOperator.NE, address, locationValue);
    }
    if (elsewhere) {
      paths.add(
          state.end(
              "P%d: `%s`: %s holds no location's address"
                  .formatted(thread.id(), LitmusInstructionText.of(instruction), operand)));
    }
    return false;
  }

  private void access(
      PathState state, LitmusInstruction instruction, int name, BitSet addressReads) {
    switch (instruction) {
      case LitmusInstruction.Load i -> {
        SymbolicValue read =
            state.read(
                i.order(), i.scope(), i.remote(), name, addressReads, MemoryEvent.NOTHING, -1);
        state.registers.put(i.target(), read);
      }
      case LitmusInstruction.Store i -> {
        SymbolicValue value = state.value(i.value());
        state.write(i.order(), i.scope(), i.remote(), name, addressReads, value, value.reads(), -1);
      }
      case LitmusInstruction.Atomic i -> atomic(state, scoped(i), name, addressReads);
      default -> throw new AssertionError(instruction);
    }
    state.pc++;
    open.push(state);
  }

  /** A commutative operation without a scope is the GPU's. */
  private static LitmusInstruction.Atomic scoped(LitmusInstruction.Atomic i) {
    return i.scope() != null
        ? i
        : new LitmusInstruction.Atomic(
            i.order(), LitmusScope.GPU, i.remote(), i.update(), i.target(), i.address());
  }

  /** The read half acquires, the write half releases. */
  private void atomic(PathState state, LitmusInstruction.Atomic i, int name, BitSet addressReads) {
    LitmusOrder reads = i.order() == LitmusOrder.RELEASE ? LitmusOrder.RELAXED : i.order();
    LitmusOrder writes = i.order() == LitmusOrder.ACQUIRE ? LitmusOrder.RELAXED : i.order();
    LitmusOrder read = reads == LitmusOrder.ACQ_REL ? LitmusOrder.ACQUIRE : reads;
    LitmusOrder write = writes == LitmusOrder.ACQ_REL ? LitmusOrder.RELEASE : writes;
    int number = state.events.size();
    SymbolicValue old = new SymbolicValue.Read(number);
    SymbolicValue written;
    BitSet dataFrom;
    InstructionAnnotation annotation = thread.annotation(state.pc);
    BitSet comparedWith = MemoryEvent.NOTHING;
    switch (i.update()) {
      case Update.Combine(var arithmetic, LitmusOperand operand) -> {
        written = computed(SymbolicValue.of(arithmetic, old, state.value(operand)));
        dataFrom = written.reads();
      }
      case Update.Exchange(LitmusOperand operand) -> {
        written = state.value(operand);
        dataFrom = written.reads();
      }
      case Update.CompareAndSwap(LitmusOperand expectedOperand, LitmusOperand replacement) -> {
        SymbolicValue expected = state.value(expectedOperand);
        comparedWith = expected.reads();
        PathState failed = state.fork();
        failed.read(read, i.scope(), i.remote(), name, addressReads, comparedWith, -1);
        if (annotation == null || !annotation.weak()) {
          failed.require(ComparisonOperator.NE, old, expected);
        }
        finish(failed, i, old);
        succeed(failed, annotation, 0);
        failed.pc++;
        open.push(failed);
        state.require(ComparisonOperator.EQ, old, expected);
        written = state.value(replacement);
        dataFrom = written.reads();
        dataFrom.or(old.reads());
        dataFrom.or(expected.reads());
        succeed(state, annotation, 1);
      }
    }
    state.read(read, i.scope(), i.remote(), name, addressReads, comparedWith, number + 1);
    state.write(write, i.scope(), i.remote(), name, addressReads, written, dataFrom, number);
    finish(state, i, old);
  }

  /** Sets the register that tells whether a compare-and-swap has swapped. */
  private static void succeed(
      PathState state, @Nullable InstructionAnnotation annotation, long value) {
    if (annotation != null && annotation.success() != null) {
      state.registers.put(annotation.success(), new SymbolicValue.Known(value));
    }
  }

  private static void finish(PathState state, LitmusInstruction.Atomic i, SymbolicValue old) {
    if (i.target() != null) {
      state.registers.put(i.target(), old);
    }
  }
}
