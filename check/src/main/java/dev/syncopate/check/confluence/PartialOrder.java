package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The events of a program on some places, and which of them each follows in all orders: by the
 * run's partial order and by the phases of certified objects.
 */
final class PartialOrder {
  private static final BitSet NOTHING = new BitSet();

  /** Ascending numbers of the events in their program. */
  final int[] events;

  /** By event of {@link #events}, the indices of those before it. */
  final BitSet[] predecessors;

  private PartialOrder(int[] events, BitSet[] predecessors) {
    this.events = events;
    this.predecessors = predecessors;
  }

  /**
   * Contracts a program.
   *
   * @param chosen whether an event is kept, by number
   * @param certified lives whose phases are those of the run in each order
   */
  static PartialOrder of(MbarrierProgram program, BitSet chosen, BitSet certified) {
    int[] events = chosen.stream().toArray();
    BitSet[] predecessors = new BitSet[events.length];
    BitSet[] past = new BitSet[program.size()];
    Map<Integer, Map<Integer, BitSet>> contributions = new HashMap<>();
    int chosenCount = 0;
    for (int i = 0; i < past.length; i++) {
      MbarrierEvent event = program.event(i);
      BitSet sum = NOTHING;
      for (int p : event.predecessors) {
        sum = union(sum, past[p]);
      }
      boolean isCertified = event.life >= 0 && certified.get(event.life);
      if (isCertified && event.kind == Kind.WAIT && event.phase >= 0) {
        sum =
            union(
                sum,
                contributions
                    .getOrDefault(event.life, Map.of())
                    .getOrDefault(event.phase, NOTHING));
      }
      if (chosen.get(i)) {
        predecessors[chosenCount] = sum;
        sum = (BitSet) sum.clone();
        sum.set(chosenCount++);
      }
      past[i] = sum;
      if (isCertified && event.kind.contributes()) {
        contributions
            .computeIfAbsent(event.life, _ -> new HashMap<>())
            .merge(event.phase, sum, PartialOrder::union);
      }
    }
    return new PartialOrder(events, predecessors);
  }

  /** Either; one of the two if it has all. */
  private static BitSet union(BitSet a, BitSet b) {
    if (has(a, b)) {
      return a;
    }
    if (has(b, a)) {
      return b;
    }
    BitSet joint = (BitSet) a.clone();
    joint.or(b);
    return joint;
  }

  private static boolean has(BitSet superset, BitSet part) {
    if (part.length() > superset.length()) {
      return false;
    }
    BitSet rest = (BitSet) part.clone();
    rest.andNot(superset);
    return rest.isEmpty();
  }
}
