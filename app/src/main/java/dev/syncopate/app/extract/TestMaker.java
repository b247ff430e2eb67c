package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.Excerpt.Place;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the test of a draft. */
final class TestMaker {
  private final TestDraft draft;
  private final ForbiddenShape shape;
  private final TestValues values;
  private final List<String> names;

  /** What places hold while threads run one after the other. */
  private final Map<Integer, Long> memory = new HashMap<>();

  private final List<List<@Nullable DraftInstruction>> origins = new ArrayList<>();
  private final List<FinalCondition> handedOn = new ArrayList<>();
  private final List<FinalCondition> outcome = new ArrayList<>();

  private TestMaker(TestDraft draft, ForbiddenShape shape, TestValues values) {
    this.draft = draft;
    this.shape = shape;
    this.values = values;
    this.names = PlaceNames.of(draft.excerpt().places());
  }

  /**
   * A test, which asks whether its outcome exists.
   *
   * @param handedOn asked without what the outcome says of the two accesses: whether the threads
   *     hand on as they did; null where nothing is handed on
   * @param origins of each thread, what each of its instructions comes from; null for a branch
   */
  record Made(
      LitmusTest test,
      @Nullable LitmusTest handedOn,
      List<List<@Nullable DraftInstruction>> origins) {}

  static Made of(String name, TestDraft draft, ForbiddenShape shape, TestValues values) {
    return new TestMaker(draft, shape, values).make(name);
  }

  private Made make(String name) {
    List<LitmusThread> threads = new ArrayList<>();
    ThreadNumbering numbering = new ThreadNumbering();
    for (TestDraft.Row row : draft.rows()) {
      threads.add(numbering.add(row.thread(), instructions(threads.size(), row)));
    }
    atEnd();
    TreeMap<String, LitmusOperand> locations = new TreeMap<>();
    TreeSet<String> shared = new TreeSet<>();
    memory
        .keySet()
        .forEach(place -> {
          locations.put(names.get(place), new LitmusOperand.Constant(values.initial(place)));
          if (allShared()) {
            shared.add(names.get(place));
          }
        });
    List<FinalCondition> conditions = new ArrayList<>(handedOn);
    conditions.addAll(outcome);
    LitmusTest test =
        new LitmusTest(
            name,
            locations,
            Collections.emptySortedMap(),
            threads,
            null,
            Quantifier.EXISTS,
            joined(conditions),
            BarrierReading.MANUAL,
            shared);
    return new Made(
        test,
        handedOn.isEmpty() ? null : test.asking(Quantifier.EXISTS, joined(handedOn)),
        origins);
  }

  /** Whether all of it is in shared memory: else shared memory is written as global memory. */
  private boolean allShared() {
    return memory.keySet().stream().map(draft.excerpt().places()::get).allMatch(Place::shared);
  }

  private static FinalCondition joined(List<FinalCondition> conditions) {
    return conditions.size() == 1 ? conditions.getFirst() : new FinalCondition.And(conditions);
  }

  private List<LitmusInstruction> instructions(int thread, TestDraft.Row row) {
    List<LitmusInstruction> instructions = new ArrayList<>();
    List<@Nullable DraftInstruction> itemOrigins = new ArrayList<>();
    List<Integer> branches = new ArrayList<>();
    int registers = 0;
    for (DraftInstruction item : row.items()) {
      Excerpt.Step step = item.step();
      itemOrigins.add(item);
      if (item.isMeeting()) {
        instructions.add(meeting(item, row));
        continue;
      }
      if (item.isFence()) {
        instructions.add(new LitmusInstruction.Fence(item.order(), scope(item)));
        continue;
      }
      String register = "r" + registers;
      long old = memory.getOrDefault(step.place(), values.initial(step.place()));
      instructions.add(access(item, register, old));
      memory.put(step.place(), values.written(item, old));
      if (item.isStore()) {
        continue;
      }
      registers++;
      if (item.conflicts()) {
        conflict(thread, item, register);
        if (shape == ForbiddenShape.BACK_AGAIN && step.equals(draft.later().step())) {
          instructions.add(access(item, "r" + registers, old));
          itemOrigins.add(item);
          outcome.add(equal(thread, "r" + registers, values.initial(step.place())));
        }
      } else if (item.takes()) {
        handedOn.add(equal(thread, register, old));
        if (!item.equals(row.items().getLast())) {
          branches.add(instructions.size());
          instructions.add(unless(register, old));
          itemOrigins.add(null);
        }
      }
    }
    for (int branch : branches) {
      if (instructions.get(branch) instanceof LitmusInstruction.Branch unless) {
        instructions.set(
            branch,
            new LitmusInstruction.Branch(
                unless.comparison(), unless.a(), unless.b(), instructions.size()));
      }
    }
    origins.add(itemOrigins);
    return instructions;
  }

  /** Goes to the end, as a loop that waits goes back, where not the value is read that ended it. */
  private static LitmusInstruction unless(String register, long value) {
    return new LitmusInstruction.Branch(
        ComparisonOperator.NE,
        new LitmusOperand.Register(register),
        new LitmusOperand.Constant(value),
        0);
  }

  /** What the outcome says of what one of the two accesses reads. */
  private void conflict(int thread, DraftInstruction item, String register) {
    long initial = values.initial(item.step().place());
    DraftInstruction earlier = draft.earlier();
    DraftInstruction later = draft.later();
    boolean isEarlier = item.step().equals(earlier.step());
    switch (shape) {
      case OLD_VALUE -> {
        if (!isEarlier) {
          outcome.add(equal(thread, register, initial));
        }
      }
      case FUTURE_VALUE -> {
        if (isEarlier) {
          outcome.add(equal(thread, register, values.written(later, initial)));
        }
      }
      case BACK_AGAIN, NONE -> {
        if (!isEarlier) {
          outcome.add(equal(thread, register, values.written(earlier, initial)));
        }
      }
      case LATER_LOST, EARLIER_LOST, BOTH_SAME -> outcome.add(equal(thread, register, initial));
    }
  }

  /** What the outcome says of what is there at the end. */
  private void atEnd() {
    DraftInstruction earlier = draft.earlier();
    DraftInstruction later = draft.later();
    int place = earlier.step().place();
    long initial = values.initial(place);
    switch (shape) {
      case LATER_LOST -> outcome.add(content(place, values.written(earlier, initial)));
      case EARLIER_LOST -> outcome.add(content(place, values.written(later, initial)));
      case NONE -> {
        if (outcome.isEmpty()) {
          outcome.add(content(place, values.written(later, initial)));
        }
      }
      case OLD_VALUE, BACK_AGAIN, FUTURE_VALUE, BOTH_SAME -> {}
    }
  }

  private FinalCondition content(int place, long value) {
    return new FinalCondition.Compare(
        ComparisonOperator.EQ, new Term.Content(names.get(place)), new Term.Constant(value));
  }

  private static FinalCondition equal(int thread, String register, long value) {
    return new FinalCondition.Compare(
        ComparisonOperator.EQ, new Term.Register(thread, register), new Term.Constant(value));
  }

  static LitmusScope scope(DraftInstruction item) {
    if (item.scope() == null) {
      throw new IllegalStateException("a fence without a scope");
    }
    return item.scope();
  }

  /** A meeting; counted where a thread of the block does not take part. */
  private LitmusInstruction meeting(DraftInstruction item, TestDraft.Row row) {
    int meeting = item.step().meeting();
    long meet =
        draft.rows().stream()
            .filter(otherRow ->
                otherRow.items().stream().anyMatch(candidate -> isOf(candidate, meeting)))
            .count();
    long block =
        draft.rows().stream()
            .filter(otherRow ->
                otherRow.thread().gpu() == row.thread().gpu()
                    && otherRow.thread().domain() == row.thread().domain())
            .count();
    return new LitmusInstruction.Barrier(
        item.step().waits(),
        new LitmusOperand.Constant(meeting - 1),
        meet == block ? null : new LitmusOperand.Constant(0),
        meet == block ? null : new LitmusOperand.Constant(meet));
  }

  private static boolean isOf(DraftInstruction item, int meeting) {
    return item.isMeeting() && item.step().meeting() == meeting;
  }

  private LitmusInstruction access(DraftInstruction item, String register, long old) {
    Excerpt.Step step = item.step();
    LitmusOperand place = new LitmusOperand.Location(names.get(step.place()));
    boolean remote = step.remote();
    if (item.isLoad()) {
      return new LitmusInstruction.Load(item.order(), item.scope(), remote, register, place);
    }
    if (item.isStore()) {
      LitmusOperand value = new LitmusOperand.Constant(values.value(step));
      return new LitmusInstruction.Store(item.order(), item.scope(), remote, place, value);
    }
    return new LitmusInstruction.Atomic(
        item.order(), item.scope(), remote, update(step, old), register, place);
  }

  /** What tests have of atomics; of others the exchange that had the same effect. */
  static Update update(Excerpt.Step step, long old) {
    long result = step.updated(old);
    LitmusOperand operand = new LitmusOperand.Constant(step.operand());
    Update exact =
        switch (step.atomic()) {
          case "add" -> new Update.Combine(IntegerFunction.ADD, operand);
          case "and" -> new Update.Combine(IntegerFunction.AND, operand);
          case "or" -> new Update.Combine(IntegerFunction.OR, operand);
          case "xor" -> new Update.Combine(IntegerFunction.XOR, operand);
          case "cas" ->
              new Update.CompareAndSwap(operand, new LitmusOperand.Constant(step.operand2()));
          default -> new Update.Exchange(new LitmusOperand.Constant(result));
        };
    boolean wraps =
        exact instanceof Update.Combine(IntegerFunction arithmetic, LitmusOperand _)
            && arithmetic.apply(old, step.operand()) != result;
    return wraps ? new Update.Exchange(new LitmusOperand.Constant(result)) : exact;
  }
}
