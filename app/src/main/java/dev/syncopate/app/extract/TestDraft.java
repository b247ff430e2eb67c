package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.Excerpt.Role;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A test in the making.
 *
 * @param excerpt what it comes from
 * @param rows its threads
 */
record TestDraft(Excerpt excerpt, List<Row> rows) {
  TestDraft {
    rows = List.copyOf(rows);
  }

  /** A thread and what it does. */
  record Row(Excerpt.Actor thread, List<DraftInstruction> items) {
    Row {
      items = List.copyOf(items);
    }
  }

  static TestDraft of(Excerpt excerpt) {
    return new TestDraft(
        excerpt,
        excerpt.threads().stream()
            .map(thread ->
                new Row(thread, thread.steps().stream().map(DraftInstruction::of).toList()))
            .toList());
  }

  DraftInstruction earlier() {
    return conflicting(rows.getFirst());
  }

  DraftInstruction later() {
    return conflicting(rows.getLast());
  }

  private static DraftInstruction conflicting(Row row) {
    return row.items.stream()
        .filter(DraftInstruction::conflicts)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a test without its two accesses"));
  }

  /**
   * Drafts to begin with, small ones first. The first lacks threads that only hand on by one atomic
   * what the next one does by another of the same place. The second lacks accesses that take no
   * part in the race's synchronisation. The last has all.
   */
  List<TestDraft> beginnings() {
    TestDraft bare = kept(row -> true, item -> item.step().role() != Role.BESIDE || item.isFence());
    List<TestDraft> drafts = new ArrayList<>();
    for (TestDraft draft : List.of(bare, this)) {
      TestDraft direct = draft.kept(row -> !handsOnAlone(row), item -> true);
      drafts.add(direct);
      drafts.add(draft);
    }
    return drafts.stream().distinct().toList();
  }

  private static boolean handsOnAlone(Row row) {
    return row.items.stream()
        .filter(item -> item.step().role() != Role.BESIDE)
        .allMatch(item -> item.step().role() == Role.HANDS_ON && item.isAtomic());
  }

  TestDraft kept(Predicate<Row> threads, Predicate<DraftInstruction> items) {
    return new TestDraft(
        excerpt,
        rows.stream()
            .filter(threads)
            .map(row -> new Row(row.thread, row.items.stream().filter(items).toList()))
            .toList());
  }

  /** Each draft that has one thing less, whole threads first. */
  List<TestDraft> smaller() {
    List<TestDraft> drafts = new ArrayList<>();
    for (int r = 1; r < rows.size() - 1; r++) {
      List<Row> remainingRows = new ArrayList<>(rows);
      remainingRows.remove(r);
      drafts.add(new TestDraft(excerpt, remainingRows));
    }
    for (int r = 0; r < rows.size(); r++) {
      for (int i = 0; i < rows.get(r).items.size(); i++) {
        if (!rows.get(r).items.get(i).conflicts()) {
          drafts.add(without(r, i));
        }
      }
    }
    return drafts;
  }

  private TestDraft without(int row, int item) {
    List<Row> changed = new ArrayList<>(rows);
    List<DraftInstruction> items = new ArrayList<>(rows.get(row).items);
    items.remove(item);
    changed.set(row, new Row(rows.get(row).thread, items));
    return new TestDraft(excerpt, changed);
  }

  /** The same with each item replaced. */
  TestDraft with(UnaryOperator<DraftInstruction> change) {
    return new TestDraft(
        excerpt,
        rows.stream()
            .map(row -> new Row(row.thread, row.items.stream().map(change).toList()))
            .toList());
  }

  /** The narrowest scope that takes in all of the threads. */
  LitmusScope scope() {
    Excerpt.Actor first = rows.getFirst().thread;
    LitmusScope narrowest = LitmusScope.CTA;
    for (Row row : rows) {
      LitmusScope needed =
          row.thread.gpu() != first.gpu()
              ? LitmusScope.SYS
              : row.thread.domain() != first.domain() ? LitmusScope.GPU : LitmusScope.CTA;
      narrowest = needed.compareTo(narrowest) > 0 ? needed : narrowest;
    }
    return narrowest;
  }
}
