package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reducer of a program without branches that keeps a given property. */
public final class ProgramReducer {
  private ProgramReducer() {}

  /** A test of which no thread, transaction or instruction can be left out. */
  public static LitmusTest of(LitmusTest test, Predicate<LitmusTest> predicate) {
    LitmusTest smallest = test;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (LitmusTest candidate : candidates(smallest)) {
        if (predicate.test(candidate)) {
          smallest = candidate;
          changed = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** The test without one thing, large things first. */
  private static List<LitmusTest> candidates(LitmusTest test) {
    List<LitmusTest> candidates = new ArrayList<>();
    for (int t = 0; t < test.threads().size(); t++) {
      List<LitmusThread> remaining = new ArrayList<>(test.threads());
      remaining.remove(t);
      if (!remaining.isEmpty()) {
        candidates.add(test.with(remaining));
      }
    }
    for (int t = 0; t < test.threads().size(); t++) {
      List<LitmusInstruction> instructions = test.threads().get(t).instructions();
      for (int i = 0; i < instructions.size(); i++) {
        if (instructions.get(i) instanceof LitmusInstruction.Begin) {
          int commit = commit(instructions, i);
          candidates.add(without(test, t, i, commit, true));
          candidates.add(without(test, t, i, commit, false));
        } else if (!(instructions.get(i) instanceof LitmusInstruction.Commit)) {
          candidates.add(without(test, t, i, i, true));
        }
      }
    }
    return candidates;
  }

  private static int commit(List<LitmusInstruction> instructions, int begin) {
    int depth = 0;
    for (int i = begin; i < instructions.size(); i++) {
      depth += instructions.get(i) instanceof LitmusInstruction.Begin ? 1 : 0;
      depth -= instructions.get(i) instanceof LitmusInstruction.Commit ? 1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException("a transaction without its commit");
  }

  /** Without two instructions and, if wished, all between them. */
  private static LitmusTest without(
      LitmusTest test, int thread, int start, int end, boolean includesMiddle) {
    LitmusThread old = test.threads().get(thread);
    List<LitmusInstruction> remaining = new ArrayList<>();
    for (int i = 0; i < old.instructions().size(); i++) {
      if (i < start || i > end || (!includesMiddle && i > start && i < end)) {
        remaining.add(old.instructions().get(i));
      }
    }
    List<LitmusThread> threads = new ArrayList<>(test.threads());
    threads.set(
        thread,
        new LitmusThread(old.id(), old.cta(), old.gpu(), old.warp(), old.registers(), remaining));
    return test.with(threads);
  }
}
