package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.check.scope.Replacement;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * WeakerSynchronisation synchronisation in place of lines of a program, applied to drafts of litmus
 * tests.
 */
final class LineChanges {
  private final Map<InstructionSite, Replacement> changes;

  LineChanges(Map<InstructionSite, Replacement> changes) {
    this.changes = Map.copyOf(changes);
  }

  /** Whether a thread of the excerpt executes one of the lines. */
  boolean concern(Excerpt excerpt) {
    return excerpt.threads().stream()
        .anyMatch(thread -> thread.steps().stream().anyMatch(step -> replacement(step) != null));
  }

  /** Whether a litmus test can say it: promotion of scopes cannot be added or taken away. */
  boolean canBeSaid(TestDraft draft) {
    return draft.rows().stream()
        .flatMap(row -> row.items().stream())
        .allMatch(item ->
            !(replacement(item.step()) instanceof Replacement.Access access)
                || access.remote() == item.step().remote());
  }

  /** The draft with the lines replaced. */
  TestDraft apply(TestDraft draft) {
    return draft
        .kept(_ -> true, item -> !isRemoved(item, draft))
        .with(item ->
            replacement(item.step()) instanceof Replacement.Access access
                ? item.as(
                    LitmusOrder.valueOf(access.orderName()),
                    LitmusScope.valueOf(access.scopeName()))
                : item);
  }

  private boolean isRemoved(DraftInstruction item, TestDraft draft) {
    Replacement replacement = replacement(item.step());
    return replacement instanceof Replacement.Nothing
        || (replacement instanceof Replacement.WarpBarrier && !isOfOneWarp(item.step(), draft));
  }

  /** Whether all threads that meet there are of one warp. */
  private static boolean isOfOneWarp(Excerpt.Step meeting, TestDraft draft) {
    return draft.rows().stream()
            .filter(row ->
                row.items().stream()
                    .anyMatch(
                        item -> item.isMeeting() && item.step().meeting() == meeting.meeting()))
            .mapToLong(row -> row.thread().warp())
            .distinct()
            .count()
        == 1;
  }

  private @Nullable Replacement replacement(Excerpt.Step step) {
    return changes.get(
        new InstructionSite(step.instruction().line(), step.instruction().description()));
  }
}
