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
record Draft(Excerpt excerpt, List<Row> rows) {
  Draft {
    rows = List.copyOf(rows);
  }

  /** A thread and what it does. */
  record Row(Excerpt.Actor thread, List<Item> items) {
    Row {
      items = List.copyOf(items);
    }
  }

  static Draft of(Excerpt excerpt) {
    return new Draft(
        excerpt,
        excerpt.threads().stream()
            .map(thread -> new Row(thread, thread.steps().stream().map(Item::of).toList()))
            .toList());
  }

  Item earlier() {
    return conflicting(rows.getFirst());
  }

  Item later() {
    return conflicting(rows.getLast());
  }

  private static Item conflicting(Row row) {
    return row.items.stream()
        .filter(Item::conflicts)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("a test without its two accesses"));
  }

  /**
   * Drafts to begin with, small ones first. The first lacks threads that only hand on by one atomic
   * what the next one does by another of the same place. The second lacks accesses that take no
   * part in the race's synchronisation. The last has all.
   */
  List<Draft> beginnings() {
    Draft bare = kept(row -> true, item -> item.step().role() != Role.BESIDE || item.isFence());
    List<Draft> drafts = new ArrayList<>();
    for (Draft draft : List.of(bare, this)) {
      Draft direct = draft.kept(row -> !handsOnAlone(row), item -> true);
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

  private Draft kept(Predicate<Row> threads, Predicate<Item> items) {
    return new Draft(
        excerpt,
        rows.stream()
            .filter(threads)
            .map(row -> new Row(row.thread, row.items.stream().filter(items).toList()))
            .toList());
  }

  /** Each draft that has one thing less, whole threads first. */
  List<Draft> smaller() {
    List<Draft> drafts = new ArrayList<>();
    for (int r = 1; r < rows.size() - 1; r++) {
      List<Row> remainingRows = new ArrayList<>(rows);
      remainingRows.remove(r);
      drafts.add(new Draft(excerpt, remainingRows));
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

  private Draft without(int row, int item) {
    List<Row> changed = new ArrayList<>(rows);
    List<Item> items = new ArrayList<>(rows.get(row).items);
    items.remove(item);
    changed.set(row, new Row(rows.get(row).thread, items));
    return new Draft(excerpt, changed);
  }

  /** The same with each item replaced. */
  Draft with(UnaryOperator<Item> change) {
    return new Draft(
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
