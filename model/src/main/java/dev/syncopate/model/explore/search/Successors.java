package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.IntList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/** Successors of the states of a completed search. */
final class Successors implements Livelocks.Graph {
  private final ExploredStates table;
  private final SuccessorWalk expansion;
  private final StateTransitions edges;
  private final int start;
  private final IntList chosen;
  private final int[] row;

  /**
   * @param start the first state that was looked at; those before it lead each to the next alone
   * @param chosen the parts that were looked at, by state from that one on; empty if always all
   */
  Successors(
      ExploredStates table,
      SuccessorWalk expansion,
      StateTransitions edges,
      int start,
      IntList chosen) {
    this.table = table;
    this.expansion = expansion;
    this.edges = edges;
    this.start = start;
    this.chosen = chosen;
    row = new int[expansion.width()];
  }

  @Override
  public void successors(int state, IntConsumer visitor) {
    if (state < start) {
      visitor.accept(state + 1);
      return;
    }
    if (edges.keep(state)) {
      edges.forEach(state, visitor);
      return;
    }
    table.load(state, row);
    expansion.walk(
        row,
        chosen(state),
        (part, event, channel, transition) -> {
          visitor.accept(transition.failure() != null ? StateTransitions.OUT : known());
          return true;
        });
  }

  @Override
  public boolean leadsInto(int state, BitSet states) {
    if (state < start) {
      return states.get(state + 1);
    }
    if (edges.keep(state)) {
      return edges.leadInto(state, states);
    }
    int onward = edges.onward(state - start);
    if (onward == StateTransitions.OUT || states.get(onward)) {
      return true;
    }
    boolean[] leads = {false};
    table.load(state, row);
    expansion.walk(
        row,
        chosen(state),
        (part, event, channel, transition) -> {
          leads[0] = transition.failure() != null || states.get(known());
          return !leads[0];
        });
    return leads[0];
  }

  private int chosen(int state) {
    return chosen.size() == 0 ? PartSets.ALL : chosen.get(state - start);
  }

  private int known() {
    int state = table.find(expansion.next, expansion.hash());
    if (state < 0) {
      throw new IllegalStateException("a state was not met before");
    }
    return state;
  }

  /** The numbers of the parts that do something in some states. */
  List<Integer> movers(BitSet states) {
    BitSet movers = new BitSet();
    states.stream()
        .forEach(state -> {
          table.load(state, row);
          expansion.spinning(row).forEach(movers::set);
          expansion.walk(
              row,
              state < start ? PartSets.ALL : chosen(state),
              (part, event, channel, transition) -> {
                movers.set(part);
                return true;
              });
        });
    return movers.stream().boxed().toList();
  }
}
