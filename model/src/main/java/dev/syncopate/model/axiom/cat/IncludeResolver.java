package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.source.SourceText;
import org.jspecify.annotations.Nullable;

/** Source of included texts. */
@FunctionalInterface
public interface IncludeResolver {
  /**
   * The text of a name.
   *
   * @param name as it stands in the including file
   * @param includer the text that includes it
   * @return {@code null} if there is none
   */
  @Nullable SourceText find(String name, SourceText includer);
}
