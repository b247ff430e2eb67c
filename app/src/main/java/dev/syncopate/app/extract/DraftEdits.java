package dev.syncopate.app.extract;

import dev.syncopate.app.extract.TestDraft.Row;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.repair.ProgramEdit.AddedBarrier;
import dev.syncopate.check.repair.ProgramEdit.AddedFence;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Edits of a program, applied to the draft of a litmus test. An added barrier is met by both
 * conflicting threads: by the earlier one behind its access, by the later one before.
 */
final class DraftEdits {
  /** Numbers of steps that no recording has. */
  private static final int FIRST_ADDED = 1_000_000;

  private final Collection<ProgramEdit> edits;
  private int added = FIRST_ADDED;

  private DraftEdits(Collection<ProgramEdit> edits) {
    this.edits = edits;
  }

  static TestDraft apply(Collection<ProgramEdit> edits, TestDraft draft) {
    DraftEdits applied = new DraftEdits(edits);
    List<Row> rows = new ArrayList<>();
    for (Row row : draft.rows()) {
      List<DraftInstruction> items = new ArrayList<>();
      row.items().forEach(item -> applied.add(item, items));
      rows.add(new Row(row.thread(), items));
    }
    TestDraft edited = new TestDraft(draft.excerpt(), rows);
    return applied.meets(draft) ? applied.met(edited) : edited;
  }

  /** The site of a step's instruction. */
  static InstructionSite site(Excerpt.Step step) {
    return new InstructionSite(step.instruction().line(), step.instruction().description());
  }

  private void add(DraftInstruction item, List<DraftInstruction> items) {
    InstructionSite site = site(item.step());
    DraftInstruction current = item;
    List<DraftInstruction> following = new ArrayList<>();
    for (ProgramEdit edit : edits) {
      if (!edit.site().equals(site)) {
        continue;
      }
      switch (edit) {
        case Strengthening stronger ->
            current =
                item.as(
                    LitmusOrder.valueOf(stronger.orderName()),
                    LitmusScope.valueOf(stronger.scopeName()));
        case AddedFence fence -> (fence.precedes() ? items : following).add(fence(fence, item));
        case AddedBarrier _ -> {} // met by the two conflicting threads
      }
    }
    items.add(current);
    items.addAll(following);
  }

  private DraftInstruction fence(AddedFence fence, DraftInstruction neighbour) {
    return DraftInstruction.of(
        Excerpt.Step.fence(
            added++,
            new Excerpt.Instruction(
                -1,
                fence.instruction(),
                neighbour.step().instruction().line(),
                neighbour.step().instruction().location()),
            fence.orderName(),
            fence.scopeName()));
  }

  private DraftInstruction meeting(int meeting) {
    return DraftInstruction.of(
        Excerpt.Step.meeting(
            added++, new Excerpt.Instruction(-1, "barrier", "", "an added barrier"), meeting));
  }

  /** Whether a barrier is added next to one of the conflicting accesses. */
  private boolean meets(TestDraft draft) {
    return edits.stream()
        .anyMatch(edit ->
            edit instanceof AddedBarrier barrier
                && barrier
                    .site()
                    .equals(
                        site(barrier.precedes() ? draft.later().step() : draft.earlier().step())));
  }

  private TestDraft met(TestDraft draft) {
    int meeting =
        1
            + draft.rows().stream()
                .flatMap(row -> row.items().stream())
                .mapToInt(item -> item.step().meeting())
                .max()
                .orElse(0);
    List<Row> rows = new ArrayList<>(draft.rows());
    Row first = rows.getFirst();
    List<DraftInstruction> items = new ArrayList<>(first.items());
    items.add(items.indexOf(draft.earlier()) + 1, meeting(meeting));
    rows.set(0, new Row(first.thread(), items));
    Row last = rows.getLast();
    items = new ArrayList<>(last.items());
    items.add(items.indexOf(draft.later()), meeting(meeting));
    rows.set(rows.size() - 1, new Row(last.thread(), items));
    return new TestDraft(draft.excerpt(), rows);
  }
}
