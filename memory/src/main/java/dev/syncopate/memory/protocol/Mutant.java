package dev.syncopate.memory.protocol;

import java.util.Locale;

/**
 * A protocol that is wrong on purpose, in one thing, so that whatever checks protocols can be seen
 * to find it.
 */
public interface Mutant {
  /** As the enum of a protocol's mutants calls it. */
  String name();

  /** What is wrong. */
  String fault();

  /** As people write it, for example {@code no-flush}. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the wrong protocol is called, for example {@code gpu with no-flush}. */
  default String named(Protocol right) {
    return right.name() + " with " + label();
  }

  /**
   * The wrong protocol.
   *
   * @param right what is made wrong
   */
  Protocol of(Protocol right);
}
