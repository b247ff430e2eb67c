package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Removal of paths that no execution takes, because a read needs a value that no path of any thread
 * writes. A fixed point: without the writes of a removed path others may become infeasible.
 *
 * <p>The values of a location are an upper bound, the least fixed point over all writes of all
 * paths: values come from initial ones by writes that read, as none is out of thin air.
 */
final class FeasiblePaths {
  private final TestLocations locations;
  private List<List<ThreadPath>> paths;

  /** By location. */
  private final long[] @Nullable [] values;

  private FeasiblePaths(List<List<ThreadPath>> paths, TestLocations locations) {
    this.locations = locations;
    this.paths = paths;
    this.values = new long[locations.count()][];
  }

  /** The feasible ones of the paths of each thread. */
  static List<List<ThreadPath>> among(List<List<ThreadPath>> paths, TestLocations locations) {
    FeasiblePaths feasible = new FeasiblePaths(paths, locations);
    while (feasible.remove()) {}
    return feasible.paths;
  }

  /** Removes what is infeasible as far as it can be told; whether anything was. */
  private boolean remove() {
    for (int location = 0; location < values.length; location++) {
      values[location] = new long[] {locations.initial(location)};
    }
    while (grow()) {}
    List<List<ThreadPath>> feasible = new ArrayList<>();
    boolean removed = false;
    for (List<ThreadPath> choices : paths) {
      List<ThreadPath> feasibleChoices = choices.stream().filter(this::isFeasible).toList();
      removed |= feasibleChoices.size() < choices.size();
      feasible.add(feasibleChoices);
    }
    paths = feasible;
    return removed;
  }

  /** Adds what the paths write if locations have the values that they have; whether it is more. */
  private boolean grow() {
    boolean grew = false;
    for (List<ThreadPath> choices : paths) {
      for (ThreadPath path : choices) {
        IntFunction<long @Nullable []> events = events(path);
        for (MemoryEvent event : path.events()) {
          SymbolicValue value = event.value();
          if (event.writes() && value != null && values[event.location()] != null) {
            long[] grown =
                ValueSets.bounded(
                    ValueSets.union(values[event.location()], ValueSets.of(value, events)));
            grew |= !Arrays.equals(grown, values[event.location()]);
            values[event.location()] = grown;
          }
        }
      }
    }
    return grew;
  }

  private boolean isFeasible(ThreadPath path) {
    IntFunction<long @Nullable []> events = events(path);
    for (int i = 0; i < path.events().size(); i++) {
      long[] set = path.events().get(i).reads() ? events.apply(i) : null;
      if (set != null && set.length == 0) {
        return false;
      }
    }
    return path.constraints().stream().allMatch(constraint -> mayHold(constraint, events));
  }

  private static boolean mayHold(Constraint constraint, IntFunction<long @Nullable []> events) {
    long[] aValues = ValueSets.of(constraint.a(), events);
    long[] bValues = ValueSets.of(constraint.b(), events);
    return aValues == null
        || bValues == null
        || Arrays.stream(aValues)
            .anyMatch(
                a -> Arrays.stream(bValues).anyMatch(b -> constraint.comparison().holds(a, b)));
  }

  /** The values of a path's events, by their numbers: a wait has a result, too. */
  private IntFunction<long @Nullable []> events(ThreadPath path) {
    return new IntFunction<>() {
      @Override
      public long @Nullable [] apply(int number) {
        MemoryEvent event = path.events().get(number);
        SymbolicValue value = event.value();
        return value != null
            ? ValueSets.of(value, this)
            : ValueSets.suiting(values[event.location()], path.constraints(), number);
      }
    };
  }
}
