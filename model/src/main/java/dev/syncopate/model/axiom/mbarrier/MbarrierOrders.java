package dev.syncopate.model.axiom.mbarrier;

import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All orders of the operations on one mbarrier. Two waits that follow one another are not put in
 * order, so of orders that differ in this alone one is found.
 */
public final class MbarrierOrders {
  private static final int MOST_ORDERS = 20_000;

  /** Tells phases after one initialisation from those after another. */
  private static final int INITIALISATION = 1000;

  private final List<MbarrierOperation> operations;
  private final Relation precedence;
  private final int events;
  private final List<MbarrierHistory> histories = new ArrayList<>();

  private MbarrierOrders(List<MbarrierOperation> operations, Relation precedence, int events) {
    this.operations = operations;
    this.precedence = precedence;
    this.events = events;
  }

  /**
   * Finds them.
   *
   * @param mbarriers for each mbarrier its operations
   * @param arrivals for each mbarrier the arrivals that it expects from the start; 0 where it is
   *     not initialised
   * @param precedence what comes before what by the threads' programs; transitive
   * @param events how many events there are
   * @return the combinations; none where a wait can never end
   * @throws TooManyOrdersException where there are too many
   */
  public static List<MbarrierHistory> of(
      List<List<MbarrierOperation>> mbarriers,
      List<Long> arrivals,
      Relation precedence,
      int events) {
    List<MbarrierHistory> combinations = List.of(MbarrierHistory.NONE);
    for (int i = 0; i < mbarriers.size(); i++) {
      MbarrierState start =
          arrivals.get(i) == 0 ? MbarrierState.DEAD : MbarrierState.initialised(arrivals.get(i));
      MbarrierOrders orders = new MbarrierOrders(mbarriers.get(i), precedence, events);
      orders.extend(new ArrayList<>(), new ArrayList<>(), start);
      List<MbarrierHistory> longer = new ArrayList<>();
      for (MbarrierHistory history : combinations) {
        orders.histories.forEach(next -> longer.add(history.and(next)));
        if (longer.size() > MOST_ORDERS) {
          throw new TooManyOrdersException(MOST_ORDERS);
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  private void extend(List<MbarrierOperation> prefix, List<Integer> phases, MbarrierState state) {
    if (prefix.size() == operations.size()) {
      add(prefix, phases, null);
      return;
    }
    for (MbarrierOperation next : operations) {
      if (prefix.contains(next) || !isReady(next, prefix) || isSwapped(next, prefix)) {
        continue;
      }
      MbarrierState.Effect effect = state.after(next);
      if (effect == null) {
        continue;
      }
      phases.addLast(state.phase() + initialisations(prefix) * INITIALISATION);
      prefix.addLast(next);
      if (effect.fault() == null) {
        extend(prefix, phases, effect.state());
      } else {
        add(prefix, phases, effect.fault());
      }
      prefix.removeLast();
      phases.removeLast();
    }
  }

  private static int initialisations(List<MbarrierOperation> prefix) {
    return (int)
        prefix.stream()
            .filter(operation -> operation.kind() == MbarrierOperation.Kind.INIT)
            .count();
  }

  /** Whether all that comes before it by the programs is done. */
  private boolean isReady(MbarrierOperation next, List<MbarrierOperation> prefix) {
    return operations.stream()
        .allMatch(candidate ->
            !precedence.contains(candidate.event(), next.event()) || prefix.contains(candidate));
  }

  /** Whether the other order of two waits is found. */
  private boolean isSwapped(MbarrierOperation next, List<MbarrierOperation> prefix) {
    if (prefix.isEmpty()) {
      return false;
    }
    MbarrierOperation last = prefix.getLast();
    return commute(last, next)
        && !precedence.contains(last.event(), next.event())
        && next.event() < last.event();
  }

  private static boolean commute(MbarrierOperation a, MbarrierOperation b) {
    return a.kind().waits() && b.kind().waits();
  }

  private void add(
      List<MbarrierOperation> prefix, List<Integer> phaseNumbers, @Nullable MbarrierFault fault) {
    if (histories.size() == MOST_ORDERS) {
      throw new TooManyOrdersException(MOST_ORDERS);
    }
    Relation phases = new Relation(events);
    Relation order = new Relation(events);
    for (int later = 0; later < prefix.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        MbarrierOperation a = prefix.get(earlier);
        MbarrierOperation b = prefix.get(later);
        if (!commute(a, b)) {
          order.add(a.event(), b.event());
        }
        if (a.kind().takesPart()
            && b.kind() == MbarrierOperation.Kind.WAIT_TRUE
            && phaseNumbers.get(earlier) == phaseNumbers.get(later) - 1) {
          phases.add(a.event(), b.event());
        }
      }
    }
    Map<MbarrierFault, EventSet> faults = new EnumMap<>(MbarrierFault.class);
    if (fault != null) {
      EventSet atFault = new EventSet(events);
      atFault.add(prefix.getLast().event());
      faults.put(fault, atFault);
      for (MbarrierOperation rest : operations) {
        if (!prefix.contains(rest)) {
          prefix.forEach(earlier -> order.add(earlier.event(), rest.event()));
        }
      }
    }
    histories.add(new MbarrierHistory(phases, order, faults));
  }
}
