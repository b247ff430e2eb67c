package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.litmus.AsyncInstruction.FenceSpace;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.TestAnnotations.Owner;

/** State spaces of proxy fences: which objects a fence takes in. */
final class FencedSpaces {
  private final LitmusTest test;
  private final TestLocations locations;

  FencedSpaces(LitmusTest test) {
    this.test = test;
    this.locations = new TestLocations(test);
  }

  /** Whether a proxy fence takes in the location of an access; false for other events. */
  boolean takesIn(MemoryEvent fence, MemoryEvent access) {
    FenceSpace space = fence.async() == null ? null : fence.async().space();
    if (space == null) {
      return false;
    }
    String name = locations.name(access.location());
    boolean isShared = test.shared().contains(name);
    return switch (space) {
      case ALL -> true;
      case GLOBAL -> !isShared;
      case SHARED_CLUSTER -> isShared;
      case SHARED_CTA -> isShared && isOwn(name, fence);
    };
  }

  /** Whether a location is in the shared memory of the fence's block. */
  private boolean isOwn(String name, MemoryEvent fence) {
    Owner owner = test.annotations().owners().get(name);
    return owner == null || owner.equals(Owner.of(test.threads().get(fence.thread())));
  }
}
