package dev.syncopate.model.explore.transaction;

import dev.syncopate.model.explore.table.IntList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * States by number and the steps between them: of each state how it was first come to, and which
 * states follow it, by which lanes' steps.
 */
final class StateGraph {
  static final int NONE = -1;

  private final IntList parents = new IntList();
  private final List<@Nullable LaneStep> firsts = new ArrayList<>();
  private final IntList depths = new IntList();

  /** By state: where its edges begin, and which lanes may take a step there, as bits. */
  private final IntList begins = new IntList();

  private final IntList enabled = new IntList();
  private final IntList targets = new IntList();

  /** By edge: the lanes that take the step, times two, and whether a lane makes progress. */
  private final IntList labels = new IntList();

  private final List<Integer> ends = new ArrayList<>();

  /** A state that was not met before. */
  void add(int parent, @Nullable LaneStep step) {
    parents.add(parent);
    firsts.add(step);
    depths.add(parent == NONE ? 0 : depths.get(parent) + 1);
  }

  /** The next state's edges follow; states are looked at in their order. */
  void expand(int state, long lanes) {
    if (begins.size() != state) {
      throw new IllegalStateException("state " + state + " is not the next one");
    }
    begins.add(targets.size());
    enabled.add(Math.toIntExact(lanes));
  }

  void edge(int target, long lanes, boolean gotOn) {
    targets.add(target);
    labels.add(Math.toIntExact(2 * lanes + (gotOn ? 1 : 0)));
  }

  /** Nothing follows a state, and nothing should, or that is a separate fault. */
  void end(int state) {
    ends.add(state);
  }

  int states() {
    return parents.size();
  }

  int edges() {
    return targets.size();
  }

  int depth(int state) {
    return depths.get(state);
  }

  /** Where a state's edges begin; those of the next one begin where they end. */
  int begin(int state) {
    return state < begins.size() ? begins.get(state) : targets.size();
  }

  int target(int edge) {
    return targets.get(edge);
  }

  int lanes(int edge) {
    return labels.get(edge) >>> 1;
  }

  boolean getsOn(int edge) {
    return (labels.get(edge) & 1) != 0;
  }

  int enabled(int state) {
    return enabled.get(state);
  }

  List<Integer> ends() {
    return ends;
  }

  /** The steps by which a state was first come to. */
  List<LaneStep> path(int state) {
    List<LaneStep> path = new ArrayList<>();
    for (int ancestor = state; ; ancestor = parents.get(ancestor)) {
      LaneStep step = firsts.get(ancestor);
      if (step == null) {
        Collections.reverse(path);
        return path;
      }
      path.add(step);
    }
  }
}
