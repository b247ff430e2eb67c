package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Generates all tests of a shape in which the threads interact. Every location is accessed by two
 * threads, one of which writes it, and no thread begins or ends with a fence. Of tests that differ
 * only in the order of like-placed threads or in the locations' names there is one. Each store
 * writes a different value, and each load has a different register. The question is empty: users of
 * the tests look at all outcomes.
 */
public final class TestGenerator {
  private static final List<String> PLACES = List.of("x", "y", "z", "w");
  private static final FinalCondition ANYTHING =
      new FinalCondition.Compare(ComparisonOperator.EQ, new Term.Constant(0), new Term.Constant(0));

  private final TestShape shape;
  private final List<List<GeneratedOperation>> programs = new ArrayList<>();

  /** For each renaming of locations, what each program becomes. */
  private final List<int[]> renamings = new ArrayList<>();

  /** For tests of a shape. */
  public TestGenerator(TestShape shape) {
    this.shape = shape;
    programs(GeneratedOperation.all(shape), new ArrayList<>());
    Map<List<GeneratedOperation>, Integer> numbers = new HashMap<>();
    for (int p = 0; p < programs.size(); p++) {
      numbers.put(programs.get(p), p);
    }
    for (int[] order : Permutations.of(shape.locations())) {
      int[] renaming = new int[programs.size()];
      for (int p = 0; p < renaming.length; p++) {
        Integer renamed =
            numbers.get(
                programs.get(p).stream()
                    .map(o -> o.isFence() ? o : o.at(order[o.location()]))
                    .toList());
        if (renamed == null) {
          throw new IllegalStateException("a renamed program is none of the shape's");
        }
        renaming[p] = renamed;
      }
      renamings.add(renaming);
    }
  }

  private void programs(List<GeneratedOperation> operations, List<GeneratedOperation> program) {
    if (!program.isEmpty() && !program.getLast().isFence()) {
      programs.add(List.copyOf(program));
    }
    if (program.size() < shape.operations()) {
      for (GeneratedOperation next : operations) {
        if (!next.isFence() || (!program.isEmpty() && !program.getLast().isFence())) {
          program.addLast(next);
          programs(operations, program);
          program.removeLast();
        }
      }
    }
  }

  /** Offers each test, in a fixed order; it is named by its number, from 1. */
  public void forEach(Consumer<LitmusTest> taker) {
    int[] number = {0};
    for (ThreadPlacement placement : ThreadPlacement.all(shape.threads(), shape.gpus())) {
      List<int[]> symmetries = placement.symmetries();
      choose(
          new int[shape.threads()],
          0,
          chosen -> {
            if (isConnected(chosen) && isFirst(chosen, symmetries)) {
              taker.accept(test("generated-" + ++number[0], placement, chosen));
            }
          });
    }
  }

  /** How many tests there are. */
  public long count() {
    long[] count = {0};
    forEach(_ -> count[0]++);
    return count[0];
  }

  private void choose(int[] chosen, int length, Consumer<int[]> taker) {
    if (length == chosen.length) {
      taker.accept(chosen);
      return;
    }
    for (int p = 0; p < programs.size(); p++) {
      chosen[length] = p;
      choose(chosen, length + 1, taker);
    }
  }

  private boolean isConnected(int[] chosen) {
    for (int location = 0; location < shape.locations(); location++) {
      int users = 0;
      boolean written = false;
      for (int p : chosen) {
        boolean uses = false;
        for (GeneratedOperation operation : programs.get(p)) {
          if (operation.location() == location) {
            uses = true;
            written |= operation.writes();
          }
        }
        users += uses ? 1 : 0;
      }
      if (users < Math.min(2, shape.threads()) || !written) {
        return false;
      }
    }
    return true;
  }

  /** Whether no exchange of threads and locations gives a test that comes earlier. */
  private boolean isFirst(int[] chosen, List<int[]> symmetries) {
    for (int[] renaming : renamings) {
      for (int[] order : symmetries) {
        for (int t = 0; t < chosen.length; t++) {
          int renamed = renaming[chosen[order[t]]];
          if (renamed < chosen[t]) {
            return false;
          }
          if (renamed > chosen[t]) {
            break;
          }
        }
      }
    }
    return true;
  }

  private LitmusTest test(String name, ThreadPlacement placement, int[] chosen) {
    TreeMap<String, LitmusOperand> locations = new TreeMap<>();
    PLACES
        .subList(0, shape.locations())
        .forEach(
            place -> locations.put(place, new LitmusOperand.Constant(GeneratedOperation.INITIAL)));
    int[] written = new int[shape.locations()];
    List<LitmusThread> threads = new ArrayList<>();
    for (int t = 0; t < chosen.length; t++) {
      List<LitmusInstruction> instructions = new ArrayList<>();
      int register = 0;
      for (GeneratedOperation operation : programs.get(chosen[t])) {
        instructions.add(
            operation.instruction(
                operation.isFence() ? "" : PLACES.get(operation.location()),
                "r" + register,
                operation.writes() ? ++written[operation.location()] : 0));
        register += operation.reads() ? 1 : 0;
      }
      threads.add(
          new LitmusThread(
              t, placement.ctas().get(t), placement.gpus().get(t), new TreeMap<>(), instructions));
    }
    return new LitmusTest(
        name, locations, new TreeMap<>(), threads, null, LitmusTest.Quantifier.EXISTS, ANYTHING);
  }
}
