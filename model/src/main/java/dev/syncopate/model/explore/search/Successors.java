package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.ExploredStates;
import dev.syncopate.model.explore.table.IntLog;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/** Successors of the states of a completed search. */
final class Successors implements Livelocks.Graph {
  private final ExploredStates table;
  private final SuccessorWalk expansion;
  private final StateTransitions edges;
  private final int start;
  private final IntLog chosen;
  private long[] row = {};
  private final int[] unpacked;

  /**
   * @param start the first state that was looked at; those before it lead each to the next alone
   * @param chosen the parts that were looked at, by state from that one on; empty if always all
   */
  Successors(
      ExploredStates table,
      SuccessorWalk expansion,
      StateTransitions edges,
      int start,
      IntLog chosen) {
    this.table = table;
    this.expansion = expansion;
    this.edges = edges;
    this.start = start;
    this.chosen = chosen;
    unpacked = new int[expansion.width()];
  }

  @Override
  public Livelocks.Graph again() {
    return new Successors(table, expansion.again(), edges, start, chosen);
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
    load(state);
    boolean _ =
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
    load(state);
    boolean _ =
        expansion.walk(
            row,
            chosen(state),
            (part, event, channel, transition) -> {
              leads[0] = transition.failure() != null || states.get(known());
              return !leads[0];
            });
    return leads[0];
  }

  private void load(int state) {
    if (row.length == 0) {
      row = new long[table.layout().words()];
    }
    table.load(state, row);
  }

  private int chosen(int state) {
    return chosen.size() == 0 ? PartSets.ALL : chosen.get(state - start);
  }

  private int known() {
    int state = table.find(expansion.next);
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
          load(state);
          table.load(state, unpacked);
          expansion.spinning(unpacked).forEach(movers::set);
          boolean _ =
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
