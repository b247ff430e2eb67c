package dev.syncopate.model.axiom.interleave;

import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.interleave.BarrierRound.BarrierName;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a test's threads. A step is an access or an arrival at a barrier, with all computation
 * up to the thread's next one. Fences do nothing.
 */
final class InterleavedProgram {
  /** Instructions without an access that belong to one step, at most. */
  private static final int COMPUTED = 256;

  private static final Comparator<BarrierRound> BY_NAME =
      Comparator.comparing(
          BarrierRound::name,
          Comparator.comparingLong(BarrierName::group)
              .thenComparingLong(BarrierName::instance)
              .thenComparingLong(BarrierName::id)
              .thenComparing(BarrierName::counted));

  private final LitmusTest test;
  private final TestLocations locations;

  /** By thread: the names of its registers. */
  private final List<List<String>> registers = new ArrayList<>();

  /** State after a step, and what the step does. */
  record Outcome(InterleavedState state, String text) {}

  InterleavedProgram(LitmusTest test) {
    this.test = test;
    this.locations = new TestLocations(test);
    if (test.hasTransactions()) {
      throw new InterleavingException("termination of transactions is not judged");
    }
    if (test.barriers() == BarrierReading.QUORUM_IS_MINIMUM) {
      throw new InterleavingException(
          "termination is judged with barriers as the manual has them, that open for good, or"
              + " passed alone; not with the count for a minimum");
    }
    for (LitmusThread thread : test.threads()) {
      Set<String> names = new LinkedHashSet<>(thread.registers().keySet());
      for (LitmusInstruction instruction : thread.instructions()) {
        names.addAll(LitmusRegisters.used(instruction));
        String target = LitmusRegisters.set(instruction);
        if (target != null) {
          names.add(target);
        }
      }
      thread.annotations().values().stream()
          .map(InstructionAnnotation::success)
          .filter(name -> name != null)
          .forEach(names::add);
      registers.add(List.copyOf(names));
    }
  }

  int threads() {
    return test.threads().size();
  }

  InterleavedState start() {
    long[][] values = new long[threads()][];
    InterleavedState state =
        new InterleavedState(new int[threads()], values, new long[locations.count()]);
    for (int location = 0; location < locations.count(); location++) {
      state.memory[location] = locations.initial(location);
    }
    for (int t = 0; t < threads(); t++) {
      values[t] = new long[registers.get(t).size()];
      for (var initial : test.threads().get(t).registers().entrySet()) {
        Long value = locations.constant(initial.getValue());
        values[t][registers.get(t).indexOf(initial.getKey())] = value == null ? 0 : value;
      }
    }
    for (int t = 0; t < threads(); t++) {
      compute(state, t);
    }
    release(state);
    return state;
  }

  boolean hasEnded(InterleavedState state, int thread) {
    return state.next[thread] >= instructions(thread).size() && !state.isWaiting(thread);
  }

  /** All ways in which a thread may step; none where it has ended or waits. */
  List<Outcome> steps(InterleavedState state, int thread) {
    if (hasEnded(state, thread) || state.isWaiting(thread)) {
      return List.of();
    }
    LitmusInstruction instruction = instructions(thread).get(state.next[thread]);
    String text = name(thread) + ": " + LitmusInstructionText.of(instruction);
    InterleavedState successor = state.copy();
    successor.next[thread]++;
    return switch (instruction) {
      case LitmusInstruction.Load load -> {
        int location = location(state, thread, load.address());
        set(successor, thread, load.target(), state.memory[location]);
        yield List.of(settled(successor, thread, text + reads(state.memory[location])));
      }
      case LitmusInstruction.Store store -> {
        successor.memory[location(state, thread, store.address())] =
            value(state, thread, store.value());
        yield List.of(settled(successor, thread, text));
      }
      case LitmusInstruction.Atomic atomic -> atomic(state, successor, thread, atomic, text);
      case LitmusInstruction.Barrier barrier -> {
        arrive(successor, thread, barrier);
        yield List.of(settled(successor, thread, text));
      }
      default -> { // a long computation goes on
        successor.next[thread]--;
        yield List.of(settled(successor, thread, name(thread) + ": computes"));
      }
    };
  }

  private List<Outcome> atomic(
      InterleavedState state,
      InterleavedState successor,
      int thread,
      LitmusInstruction.Atomic atomic,
      String text) {
    int location = location(state, thread, atomic.address());
    long old = state.memory[location];
    InstructionAnnotation annotation = test.threads().get(thread).annotation(state.next[thread]);
    String description = text + reads(old);
    if (!(atomic.update() instanceof Update.CompareAndSwap swap)) {
      successor.memory[location] =
          switch (atomic.update()) {
            case Update.Combine(var arithmetic, LitmusOperand operand) ->
                arithmetic.apply(old, value(state, thread, operand));
            case Update.Exchange(LitmusOperand operand) -> value(state, thread, operand);
            case Update.CompareAndSwap _ -> throw new AssertionError(atomic);
          };
      setOld(successor, thread, atomic, old);
      return List.of(settled(successor, thread, description));
    }
    List<Outcome> outcomes = new ArrayList<>();
    boolean equal = old == value(state, thread, swap.expected());
    if (equal) {
      InterleavedState swapped = successor.copy();
      swapped.memory[location] = value(state, thread, swap.replacement());
      setOld(swapped, thread, atomic, old);
      succeed(swapped, thread, annotation, 1);
      outcomes.add(settled(swapped, thread, description));
    }
    if (!equal || (annotation != null && annotation.weak())) {
      setOld(successor, thread, atomic, old);
      succeed(successor, thread, annotation, 0);
      outcomes.add(settled(successor, thread, description + ", and fails"));
    }
    return outcomes;
  }

  private String reads(long value) {
    return "  reads " + locations.shown(value);
  }

  private void setOld(
      InterleavedState state, int thread, LitmusInstruction.Atomic atomic, long old) {
    if (atomic.target() != null) {
      set(state, thread, atomic.target(), old);
    }
  }

  private void succeed(
      InterleavedState state, int thread, @Nullable InstructionAnnotation annotation, long value) {
    if (annotation != null && annotation.success() != null) {
      set(state, thread, annotation.success(), value);
    }
  }

  private Outcome settled(InterleavedState state, int thread, String text) {
    compute(state, thread);
    release(state);
    return new Outcome(state, text);
  }

  /** Computes up to the next access, or for so long as belongs to one step. */
  private void compute(InterleavedState state, int thread) {
    if (state.isWaiting(thread)) {
      return;
    }
    for (int done = 0; done < COMPUTED && !hasEnded(state, thread); done++) {
      LitmusInstruction instruction = instructions(thread).get(state.next[thread]);
      switch (instruction) {
        case LitmusInstruction.Move(String target, LitmusOperand operand) ->
            set(state, thread, target, value(state, thread, operand));
        case LitmusInstruction.Compute i ->
            set(
                state,
                thread,
                i.target(),
                i.arithmetic().apply(value(state, thread, i.a()), value(state, thread, i.b())));
        case LitmusInstruction.Goto(int target) -> state.next[thread] = target - 1;
        case LitmusInstruction.Branch i -> {
          if (i.comparison().holds(value(state, thread, i.a()), value(state, thread, i.b()))) {
            state.next[thread] = i.target() - 1;
          }
        }
        case LitmusInstruction.Fence _, LitmusInstruction.ProxyFence _ -> {}
        default -> {
          return;
        }
      }
      state.next[thread]++;
    }
  }

  private void arrive(InterleavedState state, int thread, LitmusInstruction.Barrier barrier) {
    if (test.barriers() == BarrierReading.THREADS_PASS) {
      return;
    }
    LitmusOperand id = barrier.id();
    LitmusOperand quorum = barrier.quorum();
    long count = quorum == null ? BarrierRound.ALL : value(state, thread, quorum);
    if (quorum != null && count < 1) {
      throw new InterleavingException(
          "%s: `%s`: the count %d is below 1"
              .formatted(name(thread), LitmusInstructionText.of(barrier), count));
    }
    BarrierName name =
        new BarrierName(
            group(thread, barrier.ofSubgroup()),
            value(state, thread, barrier.instance()),
            id == null ? 0 : value(state, thread, id),
            test.barriers() == BarrierReading.OPENS_FOR_GOOD && quorum != null);
    BarrierRound round =
        state.rounds.stream()
            .filter(open -> open.name().equals(name))
            .findFirst()
            .orElse(BarrierRound.of(name));
    if (round.open()) {
      return;
    }
    state.rounds.remove(round);
    state.rounds.add(round.with(thread, barrier.waits(), count));
    state.rounds.sort(BY_NAME);
    if (barrier.waits()) {
      state.waiting |= 1L << thread;
    }
  }

  /** Lets the threads go on that wait at a complete barrier. */
  private void release(InterleavedState state) {
    boolean again = true;
    while (again) {
      again = false;
      for (BarrierRound round : List.copyOf(state.rounds)) {
        if (!round.open() && round.isComplete(unfinished(state, round.name().group()))) {
          state.rounds.remove(round);
          if (round.name().counted()) {
            state.rounds.add(round.opened());
            state.rounds.sort(BY_NAME);
          }
          state.waiting &= ~round.waiting();
          for (int thread = 0; thread < threads(); thread++) {
            if ((round.waiting() >>> thread & 1) != 0) {
              compute(state, thread);
            }
          }
          again = true;
        }
      }
    }
  }

  /** Those threads of a group that have not ended, as bits. */
  private long unfinished(InterleavedState state, long group) {
    long threads = 0;
    for (int t = 0; t < threads(); t++) {
      threads |= (group >>> t & 1) != 0 && !hasEnded(state, t) ? 1L << t : 0;
    }
    return threads;
  }

  // ---- operands ----

  private List<LitmusInstruction> instructions(int thread) {
    return test.threads().get(thread).instructions();
  }

  String name(int thread) {
    return "P" + test.threads().get(thread).id();
  }

  /** The threads that a thread's barriers are for, as bits. */
  private long group(int thread, boolean ofSubgroup) {
    LitmusThread mine = test.threads().get(thread);
    long group = 0;
    for (int t = 0; t < threads(); t++) {
      LitmusThread candidate = test.threads().get(t);
      boolean shares = ofSubgroup ? candidate.sharesSubgroup(mine) : candidate.sharesBlock(mine);
      group |= shares ? 1L << t : 0;
    }
    return group;
  }

  private void set(InterleavedState state, int thread, String register, long value) {
    state.registers[thread][registers.get(thread).indexOf(register)] = value;
  }

  private long value(InterleavedState state, int thread, LitmusOperand operand) {
    if (operand instanceof LitmusOperand.Register(String register)) {
      int index = registers.get(thread).indexOf(register);
      return index < 0 ? 0 : state.registers[thread][index];
    }
    Long constant = locations.constant(operand);
    return constant == null ? 0 : constant;
  }

  private int location(InterleavedState state, int thread, LitmusOperand address) {
    int named = locations.at(value(state, thread, address));
    if (named < 0) {
      throw new InterleavingException(
          "%s: `%s`: %s holds no location's address"
              .formatted(
                  name(thread),
                  LitmusInstructionText.of(instructions(thread).get(state.next[thread])),
                  address));
    }
    return locations.location(named);
  }
}
