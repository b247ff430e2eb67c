package dev.syncopate.app.repair;

import dev.syncopate.app.extract.LineVerdict;
import dev.syncopate.check.repair.ProgramEdit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edits that rule out the races of a run, and the run with them.
 *
 * @param edits in the order in which they are applied
 * @param cycles of all launches with them
 * @param objection why the run with them is not right, in a clause; null if it is
 * @param orders whether the model orders the accesses of each race with the edits; if not, it makes
 *     some strong, which do not race in any order
 * @param verdict on the accesses that the edited lines order in the run with them; null where there
 *     is an objection
 */
public record Repair(
    List<ProgramEdit> edits,
    long cycles,
    @Nullable String objection,
    boolean orders,
    @Nullable LineVerdict verdict) {
  /** Keeps a copy. */
  public Repair {
    edits = List.copyOf(edits);
  }
}
