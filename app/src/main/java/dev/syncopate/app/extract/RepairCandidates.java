package dev.syncopate.app.extract;

import dev.syncopate.app.extract.TestDraft.Row;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.repair.ProgramEdit.AddedBarrier;
import dev.syncopate.check.repair.ProgramEdit.AddedFence;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Single edits that could order the two accesses of a draft, or make them strong: of the accesses
 * that hand on, of the fences between, and of the accesses themselves.
 */
final class RepairCandidates {
  private final TestDraft draft;
  private final LitmusScope scope;
  private final Set<ProgramEdit> edits = new LinkedHashSet<>();

  private RepairCandidates(TestDraft draft) {
    this.draft = draft;
    this.scope = draft.scope();
  }

  /**
   * The candidates, the cheapest kinds first.
   *
   * @param barriers whether barriers may be added
   */
  static List<ProgramEdit> of(TestDraft draft, boolean barriers) {
    RepairCandidates candidates = new RepairCandidates(draft);
    for (Row row : draft.rows()) {
      row.items().forEach(candidates::order);
    }
    for (Row row : draft.rows()) {
      row.items().forEach(candidates::fence);
    }
    if (barriers && candidates.isOfOneCta()) {
      candidates.barrier();
    }
    return List.copyOf(candidates.edits);
  }

  private boolean isOfOneCta() {
    return draft.rows().getFirst().thread().gpu() == draft.rows().getLast().thread().gpu()
        && draft.rows().getFirst().thread().cta() == draft.rows().getLast().thread().cta();
  }

  private boolean isOfOneWarp() {
    return draft.rows().getFirst().thread().warp() == draft.rows().getLast().thread().warp();
  }

  /** Stronger orders and wider scopes of an access, and wider scopes of a fence. */
  private void order(DraftInstruction item) {
    if (item.isMeeting() || item.step().remote() || mnemonic(item) == null) {
      return;
    }
    if (item.isFence()) {
      strengthen(item, item.order().name());
      return;
    }
    if (item.conflicts()) {
      strengthen(item, item.isStrong() ? item.order().name() : "RELAXED");
      return;
    }
    boolean gives = item.gives();
    boolean takes = item.takes();
    if (!gives && !takes) {
      return;
    }
    strengthen(item, item.isStrong() ? item.order().name() : "RELAXED");
    boolean releases = RaceRemedy.releases(item);
    boolean acquires = RaceRemedy.acquires(item);
    if (gives) {
      strengthen(item, acquires ? "ACQ_REL" : "RELEASE");
    }
    if (takes) {
      strengthen(item, releases ? "ACQ_REL" : "ACQUIRE");
    }
    if (gives && takes) {
      strengthen(item, "ACQ_REL");
    }
  }

  private void strengthen(DraftInstruction item, String order) {
    LitmusScope current = item.scope() == null ? LitmusScope.CTA : item.scope();
    LitmusScope wider = current.compareTo(scope) < 0 ? scope : current;
    boolean isUnchanged = item.isStrong() && item.order().name().equals(order) && wider == current;
    boolean impossible =
        (item.isLoad() && order.equals("RELEASE"))
            || (item.isStore() && order.equals("ACQUIRE"))
            || (item.returnsNothing() && (order.equals("ACQUIRE") || order.equals("ACQ_REL")));
    String mnemonic = mnemonic(item);
    if (mnemonic != null && !isUnchanged && !impossible && !order.equals("COMM")) {
      // A volatile access is of system scope: an order needs no wider one than the threads.
      LitmusScope chosenScope = isVolatile(item) && !order.equals("RELAXED") ? scope : wider;
      edits.add(
          Strengthening.of(DraftEdits.site(item.step()), mnemonic, order, chosenScope.name()));
    }
  }

  private static boolean isVolatile(DraftInstruction item) {
    return item.step().instruction().description().startsWith("volatile");
  }

  private static @Nullable String mnemonic(DraftInstruction item) {
    return Strengthening.mnemonic(item.step().instruction().description());
  }

  /** Fences before an access that hands on, and behind one that has read what was handed on. */
  private void fence(DraftInstruction item) {
    if (item.isMeeting() || item.isFence() || item.conflicts()) {
      return;
    }
    InstructionSite site = DraftEdits.site(item.step());
    if (item.gives()) {
      edits.add(AddedFence.acquiringAndReleasing(site, true, scope.name()));
    }
    if (item.takes() && !item.returnsNothing()) {
      edits.add(AddedFence.acquiringAndReleasing(site, false, scope.name()));
    }
  }

  private void barrier() {
    boolean ofWarp = isOfOneWarp();
    edits.add(new AddedBarrier(DraftEdits.site(draft.earlier().step()), false, ofWarp));
    edits.add(new AddedBarrier(DraftEdits.site(draft.later().step()), true, ofWarp));
    if (ofWarp) {
      edits.add(new AddedBarrier(DraftEdits.site(draft.earlier().step()), false, false));
      edits.add(new AddedBarrier(DraftEdits.site(draft.later().step()), true, false));
    }
  }
}
