package dev.syncopate.machine.space;

import dev.syncopate.machine.space.Allocations.Range;
import org.jspecify.annotations.Nullable;

/** A launch's names for the host's allocations; asked for reports and faults only. */
@FunctionalInterface
public interface PointerNames {
  /** Names no pointer. */
  PointerNames NONE = range -> null;

  /** What the launch calls an allocation, or null when the host's own name must do. */
  @Nullable Name of(Range allocation);

  /**
   * A name.
   *
   * @param text for example {@code argument 1} or {@code variable flags}
   * @param start the address that the name stands for: where an argument points to
   * @param object whether the whole allocation is called so, and not only what is pointed to: it
   *     needs no index when it is one element
   */
  record Name(String text, long start, boolean object) {}
}
