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
  private final Relation before;
  private final int events;
  private final List<MbarrierHistory> found = new ArrayList<>();

  private MbarrierOrders(List<MbarrierOperation> operations, Relation before, int events) {
    this.operations = operations;
    this.before = before;
    this.events = events;
  }

  /**
   * Finds them.
   *
   * @param mbarriers for each mbarrier its operations
   * @param arrivals for each mbarrier the arrivals that it expects from the start; 0 where it is
   *     not initialised
   * @param before what comes before what by the threads' programs; transitive
   * @param events how many events there are
   * @return the combinations; none where a wait can never end
   * @throws TooManyOrdersException where there are too many
   */
  public static List<MbarrierHistory> of(
      List<List<MbarrierOperation>> mbarriers, List<Long> arrivals, Relation before, int events) {
    List<MbarrierHistory> all = List.of(MbarrierHistory.NONE);
    for (int i = 0; i < mbarriers.size(); i++) {
      MbarrierState start =
          arrivals.get(i) == 0 ? MbarrierState.DEAD : MbarrierState.initialised(arrivals.get(i));
      MbarrierOrders orders = new MbarrierOrders(mbarriers.get(i), before, events);
      orders.extend(new ArrayList<>(), new ArrayList<>(), start);
      List<MbarrierHistory> longer = new ArrayList<>();
      for (MbarrierHistory history : all) {
        orders.found.forEach(next -> longer.add(history.and(next)));
        if (longer.size() > MOST_ORDERS) {
          throw new TooManyOrdersException(MOST_ORDERS);
        }
      }
      all = longer;
    }
    return all;
  }

  private void extend(List<MbarrierOperation> done, List<Integer> phases, MbarrierState state) {
    if (done.size() == operations.size()) {
      add(done, phases, null);
      return;
    }
    for (MbarrierOperation next : operations) {
      if (done.contains(next) || !isReady(next, done) || isSwapped(next, done)) {
        continue;
      }
      MbarrierState.Effect effect = state.after(next);
      if (effect == null) {
        continue;
      }
      phases.addLast(state.phase() + initialisations(done) * INITIALISATION);
      done.addLast(next);
      if (effect.fault() == null) {
        extend(done, phases, effect.state());
      } else {
        add(done, phases, effect.fault());
      }
      done.removeLast();
      phases.removeLast();
    }
  }

  private static int initialisations(List<MbarrierOperation> done) {
    return (int)
        done.stream().filter(operation -> operation.kind() == MbarrierOperation.Kind.INIT).count();
  }

  /** Whether all that comes before it by the programs is done. */
  private boolean isReady(MbarrierOperation next, List<MbarrierOperation> done) {
    return operations.stream()
        .allMatch(other -> !before.contains(other.event(), next.event()) || done.contains(other));
  }

  /** Whether the other order of two waits is found. */
  private boolean isSwapped(MbarrierOperation next, List<MbarrierOperation> done) {
    if (done.isEmpty()) {
      return false;
    }
    MbarrierOperation last = done.getLast();
    return commute(last, next)
        && !before.contains(last.event(), next.event())
        && next.event() < last.event();
  }

  private static boolean commute(MbarrierOperation a, MbarrierOperation b) {
    return a.kind().waits() && b.kind().waits();
  }

  private void add(
      List<MbarrierOperation> done, List<Integer> phaseNumbers, @Nullable MbarrierFault fault) {
    if (found.size() == MOST_ORDERS) {
      throw new TooManyOrdersException(MOST_ORDERS);
    }
    Relation phases = new Relation(events);
    Relation order = new Relation(events);
    for (int later = 0; later < done.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        MbarrierOperation a = done.get(earlier);
        MbarrierOperation b = done.get(later);
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
      atFault.add(done.getLast().event());
      faults.put(fault, atFault);
      for (MbarrierOperation rest : operations) {
        if (!done.contains(rest)) {
          done.forEach(earlier -> order.add(earlier.event(), rest.event()));
        }
      }
    }
    found.add(new MbarrierHistory(phases, order, faults));
  }
}
