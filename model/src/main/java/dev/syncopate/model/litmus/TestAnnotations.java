package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Facts of a test that PTX has no words for.
 *
 * @param dialect language of the test
 * @param locations for each location the sets of a model that its initial write and all accesses to
 *     it belong to, such as the address space
 */
public record TestAnnotations(
    LitmusDialect dialect, SortedMap<String, SortedSet<String>> locations) {
  /** Those of a test in PTX. */
  public static final TestAnnotations PTX =
      new TestAnnotations(LitmusDialect.PTX, Collections.emptySortedMap());

  /** Keeps a copy. */
  public TestAnnotations {
    locations = Collections.unmodifiableSortedMap(new TreeMap<>(locations));
  }

  /** The sets of a location. */
  public SortedSet<String> of(String location) {
    return locations.getOrDefault(location, Collections.emptySortedSet());
  }
}
