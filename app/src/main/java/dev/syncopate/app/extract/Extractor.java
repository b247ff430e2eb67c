package dev.syncopate.app.extract;

import dev.syncopate.app.extract.TestMaker.Made;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes litmus tests of excerpts: the smallest whose outcome the PTX model allows, for a race, or
 * forbids, for a hand-over that was right.
 */
public final class Extractor {
  /** Threads of a test: a model takes too long over more of them, which all do atomics. */
  private static final int MOST_THREADS = 5;

  private final ModelOpinion opinion = new ModelOpinion();

  /**
   * The test of a race, as small as possible. The model allows its outcome, and forbids it once the
   * missing synchronisation is added. No order of steps has the outcome, if that is so at the
   * beginning.
   *
   * @param title what was found, in a clause
   * @param excerpts the likeliest first; at least one
   * @return null if the model forbids the outcomes of all
   */
  public @Nullable Extraction race(String name, String title, List<Excerpt> excerpts) {
    for (Excerpt excerpt : excerpts) {
      TestDraft fullDraft = TestDraft.of(excerpt);
      ForbiddenShape shape = ForbiddenShape.of(fullDraft);
      TestValues values = new TestValues(fullDraft);
      TestDraft begun = null;
      boolean weak = false;
      for (TestDraft beginning : beginnings(fullDraft)) {
        Made madeTest = TestMaker.of(name, beginning, shape, values);
        if (opinion.allows(madeTest) && (begun == null || opinion.isWeak(madeTest))) {
          begun = beginning;
          weak = opinion.isWeak(madeTest);
        }
        if (weak) {
          break;
        }
      }
      if (begun != null) {
        return race(name, title, begun, shape, values, weak);
      }
    }
    return null;
  }

  /** Whether the model allows the outcome of a test of the excerpts. */
  boolean allows(List<Excerpt> excerpts) {
    for (Excerpt excerpt : excerpts) {
      TestDraft wholeDraft = TestDraft.of(excerpt);
      ForbiddenShape shape = ForbiddenShape.of(wholeDraft);
      TestValues values = new TestValues(wholeDraft);
      for (TestDraft beginning : beginnings(wholeDraft)) {
        if (opinion.allows(TestMaker.of("judged", beginning, shape, values))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * @param weak whether no order of steps has the outcome
   */
  private Extraction race(
      String name,
      String title,
      TestDraft begun,
      ForbiddenShape shape,
      TestValues values,
      boolean weak) {
    UnaryOperator<DraftInstruction> remedy =
        shape == ForbiddenShape.NONE ? null : remedy(name, begun, shape, values);
    TestDraft smallest =
        smallest(
            begun,
            draft -> {
              Made reduced = TestMaker.of(name, draft, shape, values);
              return opinion.allows(reduced)
                  && (!weak || opinion.isWeak(reduced))
                  && (remedy == null
                      || opinion.forbids(TestMaker.of(name, draft.with(remedy), shape, values)));
            });
    ExtractionText text = new ExtractionText(smallest, shape, values);
    return new Extraction(
        TestMaker.of(name, smallest, shape, values).test(),
        true,
        text.race(title, remedy == null ? null : smallest.with(remedy)),
        text.way(),
        text.lines());
  }

  /** Whether a model cannot be asked, for there are too many threads. */
  static boolean isTooLarge(List<Excerpt> excerpts) {
    return excerpts.stream().allMatch(excerpt -> beginnings(TestDraft.of(excerpt)).isEmpty());
  }

  /** What may be begun with and is not too large to ask a model. */
  static List<TestDraft> beginnings(TestDraft fullDraft) {
    return fullDraft.beginnings().stream()
        .filter(draft -> draft.rows().size() <= MOST_THREADS)
        .toList();
  }

  private @Nullable UnaryOperator<DraftInstruction> remedy(
      String name, TestDraft draft, ForbiddenShape shape, TestValues values) {
    for (UnaryOperator<DraftInstruction> remedy : RaceRemedy.all(draft.scope())) {
      TestDraft mended = draft.with(remedy);
      if (!mended.equals(draft) && opinion.forbids(TestMaker.of(name, mended, shape, values))) {
        return remedy;
      }
    }
    return null;
  }

  /**
   * The test of conflicting accesses that were ordered: as small as it can be while the model
   * forbids the outcome and the threads can hand on as they did.
   *
   * @param excerpts the likeliest first; at least one
   * @return null if the model allows the outcomes of all
   */
  public @Nullable Extraction handOver(String name, List<Excerpt> excerpts) {
    for (Excerpt excerpt : excerpts) {
      TestDraft fullDraft = TestDraft.of(excerpt);
      ForbiddenShape shape = ForbiddenShape.of(fullDraft);
      TestValues values = new TestValues(fullDraft);
      Predicate<TestDraft> holds =
          draft -> opinion.forbids(TestMaker.of(name, draft, shape, values));
      TestDraft begun = beginnings(fullDraft).stream().filter(holds).findFirst().orElse(null);
      if (begun == null) {
        continue;
      }
      TestDraft smallest = smallest(begun, holds);
      ExtractionText text = new ExtractionText(smallest, shape, values);
      Made madeTest = TestMaker.of(name, smallest, shape, values);
      return new Extraction(
          madeTest.test().asking(Quantifier.NOT_EXISTS, madeTest.test().condition()),
          false,
          text.handOver(needed(smallest, holds)),
          text.way(),
          text.lines());
    }
    return null;
  }

  /** What cannot be left out, nor be relaxed. */
  private static List<DraftInstruction> needed(TestDraft draft, Predicate<TestDraft> holds) {
    List<DraftInstruction> needed = new ArrayList<>();
    for (TestDraft.Row row : draft.rows()) {
      for (DraftInstruction item : row.items()) {
        boolean ordersItself = RaceRemedy.acquires(item) || RaceRemedy.releases(item);
        if (item.isFence() || item.isMeeting()) {
          needed.add(item);
        } else if (ordersItself) {
          TestDraft relaxed =
              draft.with(candidate ->
                  candidate.equals(item)
                      ? candidate.as(LitmusOrder.RELAXED, candidate.scope())
                      : candidate);
          if (!holds.test(relaxed)) {
            needed.add(item);
          }
        }
      }
    }
    return needed;
  }

  /** A draft from which nothing can be taken away. */
  private static TestDraft smallest(TestDraft fullDraft, Predicate<TestDraft> predicate) {
    TestDraft smallest = fullDraft;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (TestDraft smaller : smallest.smaller()) {
        if (predicate.test(smaller)) {
          smallest = smaller;
          changed = true;
          break;
        }
      }
    }
    return smallest;
  }
}
