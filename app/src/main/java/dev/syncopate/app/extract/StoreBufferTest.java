package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Litmus test of store buffering (SB): whether both threads can read what was there before the
 * other one wrote. Words are 0 at first and 1 after a write; the values of the run do not matter.
 */
final class StoreBufferTest {
  private static final String READ = "r0";
  private static final String REPLACED = "r1";

  private StoreBufferTest() {}

  /** The test of a draft whose rows are the two threads, each with a write and a read. */
  static LitmusTest of(String name, TestDraft draft) {
    List<String> words = PlaceNames.of(draft.excerpt().places());
    TreeMap<String, LitmusOperand> locations = new TreeMap<>();
    words.forEach(word -> locations.put(word, new LitmusOperand.Constant(0)));
    ThreadNumbering numbering = new ThreadNumbering();
    List<LitmusThread> threads = new ArrayList<>();
    List<FinalCondition> bothOld = new ArrayList<>();
    for (TestDraft.Row row : draft.rows()) {
      bothOld.add(
          new FinalCondition.Compare(
              ComparisonOperator.EQ,
              new Term.Register(threads.size(), READ),
              new Term.Constant(0)));
      threads.add(
          numbering.add(
              row.thread(), row.items().stream().map(item -> instruction(item, words)).toList()));
    }
    return new LitmusTest(
        name,
        locations,
        Collections.emptySortedMap(),
        threads,
        null,
        Quantifier.EXISTS,
        new FinalCondition.And(bothOld),
        BarrierReading.MANUAL,
        new TreeSet<>());
  }

  private static LitmusInstruction instruction(DraftInstruction item, List<String> words) {
    if (item.isFence()) {
      return new LitmusInstruction.Fence(item.order(), TestMaker.scope(item));
    }
    boolean remote = item.step().remote();
    LitmusOperand word = new LitmusOperand.Location(words.get(item.step().place()));
    boolean writes = item.step().role() == Role.GIVES;
    if (item.isAtomic()) {
      Update update =
          writes
              ? new Update.Exchange(new LitmusOperand.Constant(1))
              : new Update.Combine(IntegerFunction.ADD, new LitmusOperand.Constant(0));
      return new LitmusInstruction.Atomic(
          item.order(), item.scope(), remote, update, writes ? REPLACED : READ, word);
    }
    return writes
        ? new LitmusInstruction.Store(
            item.order(), item.scope(), remote, word, new LitmusOperand.Constant(1))
        : new LitmusInstruction.Load(item.order(), item.scope(), remote, READ, word);
  }
}
