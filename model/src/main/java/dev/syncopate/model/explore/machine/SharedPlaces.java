package dev.syncopate.model.explore.machine;

import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusRegisters;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.TestAnnotations.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Places of a test's locations in shared memory, each of 16 bytes. Every tile has room for all of
 * them, and uses those of its blocks.
 */
final class SharedPlaces {
  private final LitmusTest test;
  private final Map<String, Integer> places = new TreeMap<>();
  private final List<String> names = new ArrayList<>();

  SharedPlaces(LitmusTest test) {
    this.test = test;
    for (List<String> list : CopiedRuns.shared(test)) {
      for (String name : list) {
        places.put(name, AsyncInstruction.BYTES * names.size());
        names.add(name);
      }
    }
  }

  LitmusTest test() {
    return test;
  }

  /** The locations, in the order of their places. */
  List<String> names() {
    return names;
  }

  /** Bytes of all. */
  int bytes() {
    return AsyncInstruction.BYTES * names.size();
  }

  /** Whether a name is that of a location in shared memory. */
  boolean isShared(String name) {
    return places.containsKey(location(name));
  }

  private String location(String name) {
    return test.aliases().getOrDefault(name, name);
  }

  /**
   * The number of the block in whose shared memory a location is that a thread names; {@link
   * ThreadCode#OWN} for its own.
   *
   * @throws IllegalArgumentException where that is a block of another cluster
   */
  int owner(String name, LitmusThread thread) {
    Owner owner = test.annotations().owners().get(location(name));
    if (owner == null || owner.equals(Owner.of(thread))) {
      return ThreadCode.OWN;
    }
    for (LitmusThread resident : test.threads()) {
      boolean inCluster =
          resident.cluster() != LitmusThread.ALONE
              && resident.cluster() == thread.cluster()
              && resident.gpu() == thread.gpu();
      if (inCluster && owner.equals(Owner.of(resident))) {
        return ThreadPlaces.cta(test, resident);
      }
    }
    throw new IllegalArgumentException(
        "`%s` is in the shared memory of a block of another cluster, or of none".formatted(name));
  }

  /** The same of locations that one instruction names. */
  int owner(List<String> names, LitmusThread thread) {
    int owner = owner(names.getFirst(), thread);
    for (String name : names) {
      if (owner(name, thread) != owner) {
        throw new IllegalArgumentException(
            "`%s` is in the shared memory of another block than `%s`"
                .formatted(name, names.getFirst()));
      }
    }
    return owner;
  }

  /** Where a location is. */
  int place(String name) {
    Integer place = places.get(location(name));
    if (place == null) {
      throw new IllegalArgumentException("`%s` is not in shared memory".formatted(name));
    }
    return place;
  }

  /**
   * Where a run of locations is.
   *
   * @throws IllegalArgumentException where they do not follow one another
   */
  int place(List<String> run) {
    int start = place(run.getFirst());
    for (int i = 1; i < run.size(); i++) {
      if (place(run.get(i)) != start + AsyncInstruction.BYTES * i) {
        throw new IllegalArgumentException(
            "`%s` is copied with other locations elsewhere".formatted(run.get(i)));
      }
    }
    return start;
  }

  /**
   * Whether a location is in the shared memory of the blocks of some threads: the stated one, else
   * that of the threads that name it, else the first.
   */
  boolean isOf(String location, List<LitmusThread> threads) {
    Owner owner = test.annotations().owners().get(location);
    if (owner == null && test.threads().stream().noneMatch(thread -> names(thread, location))) {
      return threads.contains(test.threads().getFirst());
    }
    return threads.stream()
        .anyMatch(
            thread -> owner != null ? owner.equals(Owner.of(thread)) : names(thread, location));
  }

  private boolean names(LitmusThread thread, String location) {
    return LitmusRegisters.locations(thread.instructions()).stream()
        .anyMatch(name -> location(name).equals(location));
  }

  /** What a location holds at first. */
  long initial(String location) {
    LitmusOperand operand = test.locations().get(location);
    if (operand instanceof LitmusOperand.Constant(long value)) {
      return value;
    }
    throw new IllegalArgumentException(
        "`%s` in shared memory does not start as a number".formatted(location));
  }

  /** Arrivals that an mbarrier expects which is initialised from the start; null for none. */
  @Nullable Long arrivals(String location) {
    return test.annotations().mbarriers().get(location);
  }
}
