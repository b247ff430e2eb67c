package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a program without branches smaller as long as it does what it was found to do. */
public final class Smaller {
  private Smaller() {}

  /** A test of which no thread, transaction or instruction can be left out. */
  public static LitmusTest of(LitmusTest test, Predicate<LitmusTest> still) {
    LitmusTest smallest = test;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (LitmusTest each : candidates(smallest)) {
        if (still.test(each)) {
          smallest = each;
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
      List<LitmusThread> others = new ArrayList<>(test.threads());
      others.remove(t);
      if (!others.isEmpty()) {
        candidates.add(test.with(others));
      }
    }
    for (int t = 0; t < test.threads().size(); t++) {
      List<Instruction> all = test.threads().get(t).instructions();
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i) instanceof Instruction.Begin) {
          int commit = commit(all, i);
          candidates.add(without(test, t, i, commit, true));
          candidates.add(without(test, t, i, commit, false));
        } else if (!(all.get(i) instanceof Instruction.Commit)) {
          candidates.add(without(test, t, i, i, true));
        }
      }
    }
    return candidates;
  }

  private static int commit(List<Instruction> all, int begin) {
    int depth = 0;
    for (int i = begin; i < all.size(); i++) {
      depth += all.get(i) instanceof Instruction.Begin ? 1 : 0;
      depth -= all.get(i) instanceof Instruction.Commit ? 1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException("a transaction without its commit");
  }

  /** Without two instructions and, if wished, all between them. */
  private static LitmusTest without(
      LitmusTest test, int thread, int from, int to, boolean between) {
    LitmusThread old = test.threads().get(thread);
    List<Instruction> kept = new ArrayList<>();
    for (int i = 0; i < old.instructions().size(); i++) {
      if (i < from || i > to || (!between && i > from && i < to)) {
        kept.add(old.instructions().get(i));
      }
    }
    List<LitmusThread> threads = new ArrayList<>(test.threads());
    threads.set(
        thread,
        new LitmusThread(old.id(), old.cta(), old.gpu(), old.warp(), old.registers(), kept));
    return test.with(threads);
  }
}
