package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.scope.InstructionSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches minimal sets of edits with which the PTX model rules out races. A race is ruled out if
 * the model forbids the outcome of its test; where nothing led from one thread to the other, also
 * if both accesses become morally strong. Sets are tried in order of size; a superset of one that
 * suffices is not.
 */
public final class RepairSearch {
  private static final String NAME = "repair";

  /** Edits that rule out one race. */
  private static final int MOST_EDITS = 4;

  /** Drafts of a race that the model is asked about. */
  private static final int MOST_QUESTIONS = 4_000;

  /** Sets that are carried on from one race to the next. */
  private static final int MOST_SETS = 48;

  private final ModelOpinion opinion = new ModelOpinion();

  /** A draft of a race, with what tells whether it is ruled out. */
  private final class RaceDraft {
    final TestDraft draft;
    private final ForbiddenShape shape;
    private final TestValues values;
    private final Map<List<TestDraft.Row>, Boolean> orderedByRows = new HashMap<>();

    RaceDraft(TestDraft draft, ForbiddenShape shape, TestValues values) {
      this.draft = draft;
      this.shape = shape;
      this.values = values;
    }

    boolean isRuledOut(Set<ProgramEdit> edits) {
      return orders(edits) || isStrengthened(edits);
    }

    /**
     * Whether the model orders the accesses with the edits. Where nothing led from one thread to
     * the other, only a barrier does: strong accesses may still come in either order.
     */
    boolean orders(Set<ProgramEdit> edits) {
      if (!draft.excerpt().connected()
          && edits.stream().noneMatch(ProgramEdit.AddedBarrier.class::isInstance)) {
        return false;
      }
      TestDraft edited = DraftEdits.apply(edits, draft);
      return orderedByRows.computeIfAbsent(
          edited.rows(), _ -> opinion.forbids(TestMaker.of(NAME, edited, shape, values)));
    }

    /**
     * Whether the edits make the accesses morally strong. It suffices where nothing led from one
     * thread to the other: no order of the accesses is lost.
     */
    boolean isStrengthened(Set<ProgramEdit> edits) {
      return !draft.excerpt().connected() && isMorallyStrong(DraftEdits.apply(edits, draft));
    }

    boolean hasWeakAccess() {
      return !draft.earlier().isStrong() || !draft.later().isStrong();
    }

    private boolean isMorallyStrong(TestDraft edited) {
      return isStrongAt(edited.earlier(), edited) && isStrongAt(edited.later(), edited);
    }

    private boolean isStrongAt(DraftInstruction item, TestDraft edited) {
      return item.scope() != null && item.scope().compareTo(edited.scope()) >= 0;
    }
  }

  /**
   * The minimal sets that rule out all races, the smallest first; none if some race is left. Where
   * the model orders a race by no set, the edits of the synchronisation that was passed are taken
   * to suffice.
   */
  public List<Set<ProgramEdit>> minimal(List<RepairSubject> subjects) {
    List<Set<ProgramEdit>> current = List.of(Set.of());
    for (RepairSubject subject : subjects) {
      List<RaceDraft> drafts = drafts(subject);
      List<Set<ProgramEdit>> setsOfRace = alone(drafts, subject.barriers());
      boolean isOrdered =
          setsOfRace.stream().anyMatch(set -> drafts.stream().anyMatch(draft -> draft.orders(set)));
      List<Set<ProgramEdit>> passed = isOrdered ? List.of() : subject.passed();
      List<Set<ProgramEdit>> extended = new ArrayList<>();
      for (Set<ProgramEdit> set : current) {
        if (isRuledOut(drafts, passed, set)) {
          extended.add(set);
          continue;
        }
        for (Set<ProgramEdit> addition : concat(passed, setsOfRace)) {
          Set<ProgramEdit> union = union(set, addition);
          if (isRuledOut(drafts, passed, union)) {
            extended.add(union);
          }
        }
      }
      current = minimised(extended);
    }
    return current;
  }

  private static <T> List<T> concat(List<T> left, List<T> right) {
    List<T> joined = new ArrayList<>(left);
    joined.addAll(right);
    return joined;
  }

  /** Whether the model orders the accesses of each race with a set. */
  public boolean orders(List<RepairSubject> subjects, Set<ProgramEdit> edits) {
    return subjects.stream()
        .map(this::drafts)
        .allMatch(drafts -> drafts.stream().anyMatch(draft -> draft.orders(edits)));
  }

  /**
   * Whether a set leaves accesses of a race without an order, and makes a weak one strong. Strong
   * accesses whose scopes are widened order by themselves what they are meant to. So does a weak
   * one that is to hand on what another race is about, as the store that gives a lock back.
   */
  public boolean onlyStrengthens(List<RepairSubject> subjects, Set<ProgramEdit> edits) {
    Set<ProgramEdit> ofData = new LinkedHashSet<>(edits);
    subjects.stream().flatMap(subject -> subject.passed().stream()).forEach(ofData::removeAll);
    return subjects.stream()
        .map(this::drafts)
        .anyMatch(drafts ->
            drafts.stream().noneMatch(draft -> draft.orders(edits))
                && drafts.stream()
                    .anyMatch(draft -> draft.hasWeakAccess() && draft.isStrengthened(ofData)));
  }

  /**
   * @param passed sets of edits that are taken to suffice; a run tells
   */
  private static boolean isRuledOut(
      List<RaceDraft> drafts, List<Set<ProgramEdit>> passed, Set<ProgramEdit> edits) {
    return passed.stream().anyMatch(edits::containsAll) || isRuledOut(drafts, edits);
  }

  private static boolean isRuledOut(List<RaceDraft> drafts, Set<ProgramEdit> edits) {
    return drafts.stream().anyMatch(draft -> draft.isRuledOut(edits));
  }

  private List<RaceDraft> drafts(RepairSubject subject) {
    List<RaceDraft> drafts = new ArrayList<>();
    boolean connected = subject.excerpts().stream().anyMatch(Excerpt::connected);
    for (Excerpt excerpt : subject.excerpts()) {
      if (excerpt.connected() != connected) {
        continue;
      }
      TestDraft wholeDraft = TestDraft.of(excerpt);
      ForbiddenShape shape = ForbiddenShape.of(wholeDraft);
      TestValues values = new TestValues(wholeDraft);
      for (TestDraft beginning : Extractor.beginnings(wholeDraft)) {
        if (opinion.allows(TestMaker.of(NAME, beginning, shape, values))) {
          drafts.add(new RaceDraft(beginning, shape, values));
        }
      }
    }
    return drafts;
  }

  /** The minimal sets for one race. */
  private static List<Set<ProgramEdit>> alone(List<RaceDraft> drafts, boolean barriers) {
    Set<ProgramEdit> candidateSet = new LinkedHashSet<>();
    drafts.forEach(draft -> candidateSet.addAll(RepairCandidates.of(draft.draft, barriers)));
    List<ProgramEdit> candidates = List.copyOf(candidateSet);
    List<Set<ProgramEdit>> sufficient = new ArrayList<>();
    int questions = 0;
    List<List<Integer>> sets = List.of(List.of());
    for (int size = 1; size <= MOST_EDITS && !sets.isEmpty(); size++) {
      List<List<Integer>> larger = new ArrayList<>();
      for (List<Integer> set : sets) {
        int first = set.isEmpty() ? 0 : set.getLast() + 1;
        for (int next = first; next < candidates.size(); next++) {
          List<Integer> extended = new ArrayList<>(set);
          extended.add(next);
          Set<ProgramEdit> edits = new LinkedHashSet<>();
          extended.forEach(index -> edits.add(candidates.get(index)));
          if (clash(edits) || sufficient.stream().anyMatch(edits::containsAll)) {
            continue;
          }
          if (questions++ >= MOST_QUESTIONS) {
            return sufficient;
          }
          if (isRuledOut(drafts, edits)) {
            sufficient.add(edits);
          } else {
            larger.add(extended);
          }
        }
      }
      sets = larger;
    }
    return sufficient;
  }

  /** Whether two edits strengthen the same instruction. */
  private static boolean clash(Set<ProgramEdit> edits) {
    Set<InstructionSite> sites = new HashSet<>();
    return edits.stream()
        .anyMatch(edit -> edit instanceof Strengthening && !sites.add(edit.site()));
  }

  /** Both sets; of two orders for the same instruction the one that has both. */
  private static Set<ProgramEdit> union(Set<ProgramEdit> left, Set<ProgramEdit> right) {
    Map<InstructionSite, Strengthening> stronger = new HashMap<>();
    for (Set<ProgramEdit> set : List.of(left, right)) {
      for (ProgramEdit edit : set) {
        if (edit instanceof Strengthening strengthening) {
          stronger.merge(edit.site(), strengthening, Strengthening::joined);
        }
      }
    }
    Set<ProgramEdit> union = new LinkedHashSet<>();
    for (Set<ProgramEdit> set : List.of(left, right)) {
      for (ProgramEdit edit : set) {
        Strengthening joined = edit instanceof Strengthening ? stronger.get(edit.site()) : null;
        union.add(joined == null ? edit : joined);
      }
    }
    return union;
  }

  private static List<Set<ProgramEdit>> minimised(List<Set<ProgramEdit>> sets) {
    List<Set<ProgramEdit>> sorted = new ArrayList<>(new LinkedHashSet<>(sets));
    sorted.sort(Comparator.comparingInt(Set::size));
    List<Set<ProgramEdit>> minimal = new ArrayList<>();
    for (Set<ProgramEdit> set : sorted) {
      if (minimal.size() < MOST_SETS && minimal.stream().noneMatch(set::containsAll)) {
        minimal.add(set);
      }
    }
    return minimal;
  }
}
