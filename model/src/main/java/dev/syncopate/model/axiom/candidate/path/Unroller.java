package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.axiom.candidate.path.Event.Kind;
import dev.syncopate.model.litmus.Comparison;
import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Instruction.Update;
import dev.syncopate.model.litmus.InstructionText;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.Operand;
import dev.syncopate.model.litmus.Order;
import dev.syncopate.model.litmus.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Finds every path through a thread's program on which no instruction is executed more often than a
 * bound. What reads will read is left open: a branch on it goes both ways, an address from it is
 * each location's, each with the constraint that makes it so.
 */
public final class Unroller {
  private static final int MOST_PATHS = 20_000;

  private final LitmusThread thread;
  private final int index;
  private final Locations locations;
  private final int bound;
  private final SpinLoops spins;
  private final int failedSpins;

  /** Whether transactions may be given up. */
  private final boolean asks;

  private final Deque<PathState> open = new ArrayDeque<>();
  private final List<ThreadPath> paths = new ArrayList<>();
  private boolean cut;
  private boolean looping;
  private boolean repeats;

  /**
   * @param index the thread's place in its test
   * @param bound how often an instruction may be executed, at least 1
   * @param failedSpins how many rounds of a loop in a row that only looked are kept
   */
  public Unroller(LitmusThread thread, int index, Locations locations, int bound, int failedSpins) {
    this.thread = thread;
    this.index = index;
    this.locations = locations;
    this.bound = bound;
    this.spins = new SpinLoops(thread.instructions());
    this.failedSpins = failedSpins;
    this.asks = thread.instructions().stream().anyMatch(Instruction.Failed.class::isInstance);
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

  private void run(PathState at) {
    while (at.pc < thread.instructions().size()) {
      int visits = at.visit();
      repeats |= visits > 1;
      if (visits > bound) {
        cut = true;
        return;
      }
      if (at.events.size() + 2 > PathState.MOST_EVENTS) {
        throw tooMany(at, PathState.MOST_EVENTS + " events");
      }
      if (paths.size() + open.size() > MOST_PATHS) {
        throw tooMany(at, "%,d ways through its program".formatted(MOST_PATHS));
      }
      if (!step(at, thread.instructions().get(at.pc))) {
        return;
      }
    }
    paths.add(at.end(null));
  }

  private TooLargeException tooMany(PathState at, String what) {
    boolean loops = Arrays.stream(at.visits).anyMatch(visits -> visits > 1);
    return new TooLargeException(
        "P%d has more than %s%s"
            .formatted(
                thread.id(),
                what,
                loops
                    ? " with each instruction executed up to %d times".formatted(bound)
                    : ", the most that a model can judge"),
        loops);
  }

  /** Executes one instruction; false where this way ends here. */
  private boolean step(PathState at, Instruction instruction) {
    switch (instruction) {
      case Instruction.Move(String target, Operand value) ->
          at.registers.put(target, at.value(value));
      case Instruction.Compute i ->
          at.registers.put(
              i.target(), computed(Value.of(i.arithmetic(), at.value(i.a()), at.value(i.b()))));
      case Instruction.Goto(int target) -> {
        return jump(at, target);
      }
      case Instruction.Branch i -> {
        return branch(at, i);
      }
      case Instruction.Begin _ -> {
        PathState other = at.fork();
        if (asks && other.beginGivenUp()) {
          other.pc++;
          open.push(other);
        }
        at.begin();
      }
      case Instruction.Failed(String target) ->
          at.registers.put(target, new Value.Known(at.givenUp() ? 1 : 0));
      case Instruction.Commit _ -> at.commit();
      case Instruction.Fence i -> at.fence(Kind.FENCE, i.order(), i.scope());
      case Instruction.ProxyFence _ -> at.fence(Kind.PROXY_FENCE, Order.WEAK, null);
      case Instruction.Barrier i -> {
        if (!meet(at, i)) {
          return false;
        }
      }
      case Instruction.Load i -> {
        return atEachAddress(at, instruction, i.address());
      }
      case Instruction.Store i -> {
        return atEachAddress(at, instruction, i.address());
      }
      case Instruction.Atomic i -> {
        return atEachAddress(at, instruction, i.address());
      }
    }
    at.pc++;
    return true;
  }

  private Value computed(Value value) {
    if (value.depth() > Value.DEEPEST) {
      throw new TooLargeException(
          "P%d computes a value of what it read by more than %,d instructions"
              .formatted(thread.id(), Value.DEEPEST));
    }
    return value;
  }

  /** Comes to a barrier; false where its count is none. */
  private boolean meet(PathState at, Instruction.Barrier i) {
    Value count = i.quorum() == null ? null : at.value(i.quorum());
    if (count != null) {
      Value one = new Value.Known(1);
      PathState nobody = at.fork();
      if (nobody.require(Comparison.LT, count, one)) {
        paths.add(
            nobody.end(
                "P%d: `%s`: the count %s is below 1"
                    .formatted(thread.id(), InstructionText.of(i), String.valueOf(i.quorum()))));
      }
      if (!at.require(Comparison.GE, count, one)) {
        return false;
      }
    }
    Event.Meeting meeting =
        new Event.Meeting(
            at.value(i.instance()), i.id() == null ? new Value.Known(0) : at.value(i.id()), count);
    at.meet(Kind.ARRIVAL, meeting);
    if (i.waits()) {
      at.meet(Kind.DEPARTURE, meeting);
    }
    return true;
  }

  private boolean branch(PathState at, Instruction.Branch i) {
    Value a = at.value(i.a());
    Value b = at.value(i.b());
    PathState taken = at.fork();
    taken.control(a, b);
    if (taken.require(i.comparison(), a, b) && jump(taken, i.target())) {
      open.push(taken);
    }
    at.control(a, b);
    at.pc++;
    return at.require(opposite(i.comparison()), a, b);
  }

  private boolean jump(PathState at, int target) {
    if (target <= at.pc && at.visits[target] > 0) {
      boolean looked =
          spins.onlyLooked(at.eventsSince(target), target, at.registersAt(target), at.registers);
      at.looked[target] = looked ? at.looked[target] + 1 : 0;
      if (at.looked[target] > failedSpins) {
        looping = true;
        return false;
      }
    }
    at.pc = target;
    return true;
  }

  private static Comparison opposite(Comparison comparison) {
    return switch (comparison) {
      case EQ -> Comparison.NE;
      case NE -> Comparison.EQ;
      case LT -> Comparison.GE;
      case GE -> Comparison.LT;
      case GT -> Comparison.LE;
      case LE -> Comparison.GT;
    };
  }

  private boolean atEachAddress(PathState at, Instruction instruction, Operand operand) {
    Value address = at.value(operand);
    for (int name = 0; name < locations.names(); name++) {
      Value here = new Value.Known(locations.address(name));
      PathState fork = at.fork();
      if (fork.require(Comparison.EQ, address, here)) {
        access(fork, instruction, name, address.reads());
      }
    }
    boolean elsewhere = true;
    for (int name = 0; name < locations.names(); name++) {
      Value here = new Value.Known(locations.address(name));
      elsewhere = elsewhere && at.require(Comparison.NE, address, here);
    }
    if (elsewhere) {
      paths.add(
          at.end(
              "P%d: `%s`: %s holds no location's address"
                  .formatted(thread.id(), InstructionText.of(instruction), operand)));
    }
    return false;
  }

  private void access(PathState at, Instruction instruction, int name, BitSet from) {
    switch (instruction) {
      case Instruction.Load i -> {
        Value read = at.read(i.order(), i.scope(), i.remote(), name, from, -1);
        at.registers.put(i.target(), read);
      }
      case Instruction.Store i -> {
        Value value = at.value(i.value());
        at.write(i.order(), i.scope(), i.remote(), name, from, value, value.reads(), -1);
      }
      case Instruction.Atomic i -> atomic(at, scoped(i), name, from);
      default -> throw new AssertionError(instruction);
    }
    at.pc++;
    open.push(at);
  }

  /** A commutative operation without a scope is the GPU's. */
  private static Instruction.Atomic scoped(Instruction.Atomic i) {
    return i.scope() != null
        ? i
        : new Instruction.Atomic(
            i.order(), Scope.GPU, i.remote(), i.update(), i.target(), i.address());
  }

  /** The read half acquires, the write half releases. */
  private void atomic(PathState at, Instruction.Atomic i, int name, BitSet from) {
    Order reads = i.order() == Order.RELEASE ? Order.RELAXED : i.order();
    Order writes = i.order() == Order.ACQUIRE ? Order.RELAXED : i.order();
    Order read = reads == Order.ACQ_REL ? Order.ACQUIRE : reads;
    Order write = writes == Order.ACQ_REL ? Order.RELEASE : writes;
    int number = at.events.size();
    Value old = new Value.Read(number);
    Value written;
    BitSet dataFrom;
    switch (i.update()) {
      case Update.Combine(var arithmetic, Operand operand) -> {
        written = computed(Value.of(arithmetic, old, at.value(operand)));
        dataFrom = written.reads();
      }
      case Update.Exchange(Operand operand) -> {
        written = at.value(operand);
        dataFrom = written.reads();
      }
      case Update.CompareAndSwap(Operand wanted, Operand replacement) -> {
        Value expected = at.value(wanted);
        PathState failed = at.fork();
        failed.read(read, i.scope(), i.remote(), name, from, -1);
        failed.require(Comparison.NE, old, expected);
        finish(failed, i, old);
        failed.pc++;
        open.push(failed);
        at.require(Comparison.EQ, old, expected);
        written = at.value(replacement);
        dataFrom = written.reads();
        dataFrom.or(old.reads());
        dataFrom.or(expected.reads());
      }
    }
    at.read(read, i.scope(), i.remote(), name, from, number + 1);
    at.write(write, i.scope(), i.remote(), name, from, written, dataFrom, number);
    finish(at, i, old);
  }

  private static void finish(PathState at, Instruction.Atomic i, Value old) {
    if (i.target() != null) {
      at.registers.put(i.target(), old);
    }
  }
}
