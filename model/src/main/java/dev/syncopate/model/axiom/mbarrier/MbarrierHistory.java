package dev.syncopate.model.axiom.mbarrier;

import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One way in which operations on mbarriers follow one another.
 *
 * @param phases from each arrival and completion of a phase to each wait that says that the phase
 *     is complete
 * @param order from each operation to the later ones on the same mbarrier, as far as it matters
 * @param faults the operations that are undefined; after one of an mbarrier all is possible
 */
public record MbarrierHistory(
    Relation phases, Relation order, Map<MbarrierFault, EventSet> faults) {
  /** Of a program without mbarriers, however many events it has. */
  public static final MbarrierHistory NONE =
      new MbarrierHistory(new Relation(0), new Relation(0), Map.of());

  /** Whether it is that of a program without mbarriers. */
  public boolean isNone() {
    return order.events() == 0;
  }

  /** The set of a model with a name; null where it is none of these, or empty. */
  public @Nullable EventSet set(String name) {
    for (Map.Entry<MbarrierFault, EventSet> entry : faults.entrySet()) {
      if (entry.getKey().set().equals(name)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** Both, of different mbarriers. */
  MbarrierHistory and(MbarrierHistory right) {
    if (isNone()) {
      return right;
    }
    Map<MbarrierFault, EventSet> allFaults = new EnumMap<>(MbarrierFault.class);
    allFaults.putAll(faults);
    right.faults.forEach((fault, events) -> allFaults.merge(fault, events, EventSet::union));
    return new MbarrierHistory(phases.union(right.phases), order.union(right.order), allFaults);
  }
}
