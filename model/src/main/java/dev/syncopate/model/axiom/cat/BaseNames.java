package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatVocabulary;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import org.jspecify.annotations.Nullable;

/** An execution as a model sees it: its events by number, its sets and relations by name. */
public interface BaseNames {
  /** How many events there are. */
  int events();

  /** The set that {@link CatVocabulary} describes under a name; {@code null} for an empty one. */
  @Nullable EventSet set(String name);

  /**
   * The relation that {@link CatVocabulary} describes under a name; {@code null} for an empty one.
   */
  @Nullable Relation relation(String name);

  /**
   * The pairs that {@code rf} or {@code co} may have at most when the execution has been put
   * together; by default all.
   */
  default Relation atMost(String name) {
    return new Relation(events()).complement();
  }
}
