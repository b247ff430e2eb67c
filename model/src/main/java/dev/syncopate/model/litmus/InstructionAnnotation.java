package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sets of a model that the events of an instruction belong to. In tests of other dialects than PTX
 * they replace what order and scope say.
 *
 * @param acquiring sets of the event that reads: a load, the read of an atomic, a departure
 * @param releasing sets of the event that writes: a store, the write of an atomic, a fence, an
 *     arrival
 * @param failing sets of the read of a compare-and-swap that fails
 * @param success register that a compare-and-swap sets to 1 if it swaps and to 0 if it fails; null
 *     for none
 * @param weak whether a compare-and-swap may fail though the values are equal
 * @param text qualifiers as a reader of an execution sees them, such as {@code .release.device}
 */
public record InstructionAnnotation(
    SortedSet<String> acquiring,
    SortedSet<String> releasing,
    SortedSet<String> failing,
    @Nullable String success,
    boolean weak,
    String text) {
  /** Keeps copies. */
  public InstructionAnnotation {
    acquiring = Collections.unmodifiableSortedSet(new TreeSet<>(acquiring));
    releasing = Collections.unmodifiableSortedSet(new TreeSet<>(releasing));
    failing = Collections.unmodifiableSortedSet(new TreeSet<>(failing));
  }

  /** Of an instruction that is no compare-and-swap. */
  public InstructionAnnotation(
      SortedSet<String> acquiring, SortedSet<String> releasing, String text) {
    this(acquiring, releasing, acquiring, null, false, text);
  }
}
