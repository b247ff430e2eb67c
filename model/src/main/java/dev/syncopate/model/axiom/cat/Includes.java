package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.source.SourceText;
import org.jspecify.annotations.Nullable;

/** Where included texts are found. */
@FunctionalInterface
public interface Includes {
  /**
   * The text of a name.
   *
   * @param name as it stands in the including file
   * @param includer the text that includes it
   * @return {@code null} if there is none
   */
  @Nullable SourceText find(String name, SourceText includer);
}
