package dev.syncopate.memory.local;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something that is wrong on purpose with bulk copies, mbarriers or proxy fences. */
public enum AsyncMutant {
  COMPLETION_BEFORE_BYTES(
      "the mbarrier of a bulk copy counts its bytes when all of them have been asked for"),
  PHASE_ENDS_EARLY("a phase of an mbarrier ends one arrival early"),
  PHASE_IGNORES_BYTES("a phase of an mbarrier ends though it waits for bytes"),
  WAIT_IS_ALWAYS_OVER("a wait for a phase of an mbarrier finds it over, whichever it is"),
  FENCE_LANDS_NOTHING("a proxy fence does not wait for what threads have stored"),
  FENCE_OF_OWN_STORES("a proxy fence waits for the stores of its own warp alone"),
  FENCE_AWAITS_NO_LOADS("a proxy fence does not wait for loads"),
  FENCE_OF_OWN_LOADS("a proxy fence waits for the loads of its own warp alone"),
  FENCE_LEAVES_GLOBAL("a proxy fence does not wait for accesses to global memory"),
  READ_WAIT_EARLY("a wait for the reads of a bulk group returns before them"),
  GROUP_WAIT_IS_READ_WAIT("a wait for a bulk group returns when its sources have been read"),
  MAP_FENCE_KEEPS_MAP("an acquire fence of a tensor map leaves the map in the copy unit"),
  ARRIVAL_DOES_NOT_RELEASE("an arrival does not wait for earlier accesses of its warp"),
  RELEASE_LEAVES_PEERS(
      "a release does not wait for what its warp has sent to other CTAs of its cluster"),
  CLUSTER_RELEASE_LEAVES_GLOBAL(
      "a release at the scope of a cluster leaves what its warp has written in its L1"),
  CLUSTER_ACQUIRE_KEEPS_COPIES("an acquire at the scope of a cluster keeps old copies in its L1"),
  CLUSTER_BARRIER_ENDS_EARLY("a phase of a cluster's barrier ends without one of its CTAs"),
  CLUSTER_BARRIER_AWAITS_EXITED(
      "a cluster's barrier waits for a CTA whose threads have all exited");

  private final String fault;

  AsyncMutant(String fault) {
    this.fault = fault;
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The one that is called so.
   *
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public static AsyncMutant named(String label) {
    return Stream.of(values())
        .filter(mutant -> mutant.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "asynchronous operations have no mutant '%s'; there are %s"
                    .formatted(
                        label,
                        Stream.of(values())
                            .map(AsyncMutant::label)
                            .collect(Collectors.joining(", ")))));
  }

  /** What is wrong. */
  public String fault() {
    return fault;
  }
}
