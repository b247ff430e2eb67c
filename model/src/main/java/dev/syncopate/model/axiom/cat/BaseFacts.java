package dev.syncopate.model.axiom.cat;

/** Takes pairs of {@code rf} and {@code co} that something about an execution comes from. */
public interface BaseFacts {
  /** It comes from this, too: a base relation has a pair. */
  void has(String base, int tail, int head);

  /** It comes from this, too: a base relation lacks a pair in every extension of the execution. */
  void lacks(String base, int tail, int head);

  /** It comes from this, too: an order that is chosen has a pair. */
  default void ordered(int tail, int head) {}

  /** It may come from all that is so. */
  void all();
}
