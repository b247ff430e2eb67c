package dev.syncopate.model.explore.machine;

import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.TestAnnotations.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Locations of a test in the order of memory: those that one bulk copy names follow one another.
 */
final class CopiedRuns {
  private CopiedRuns() {}

  /** Those in global memory, a list for each run, and one for each location that is in none. */
  static List<List<String>> global(LitmusTest test) {
    return of(test, false);
  }

  /** Those in shared memory. */
  static List<List<String>> shared(LitmusTest test) {
    return of(test, true);
  }

  /** Whether CTAs of a cluster use each other's shared memory, or the barrier of the cluster. */
  static boolean reachesPeers(LitmusTest test) {
    return meetsPeers(test)
        || test.threads().stream()
            .anyMatch(thread ->
                LitmusRegisters.locations(thread.instructions()).stream()
                    .anyMatch(name -> {
                      Owner owner =
                          test.annotations().owners().get(test.aliases().getOrDefault(name, name));
                      return owner != null && !owner.equals(Owner.of(thread));
                    }));
  }

  /** Whether CTAs of a cluster use the barrier of the cluster. */
  static boolean meetsPeers(LitmusTest test) {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(instruction ->
            instruction
                instanceof LitmusInstruction.Asynchronous(AsyncInstruction.ClusterBarrier _));
  }

  private static List<List<String>> of(LitmusTest test, boolean shared) {
    List<List<String>> lists = new ArrayList<>();
    Set<String> rest = new TreeSet<>(test.locations().keySet());
    rest.removeIf(name -> test.shared().contains(name) != shared);
    test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .forEach(instruction -> {
          if (instruction instanceof LitmusInstruction.Asynchronous(AsyncInstruction.Copy copy)) {
            for (List<String> run : List.of(copy.targets(), copy.sources())) {
              if (run.size() > 1 && rest.containsAll(run)) {
                rest.removeAll(run);
                lists.add(run);
              }
            }
          }
        });
    rest.forEach(name -> lists.add(List.of(name)));
    return lists;
  }
}
