package dev.syncopate.memory.protocol;

import java.util.Locale;

/** A protocol with one deliberate fault, which shows that each protocol checker can find it. */
public interface Mutant {
  /** As the enum of a protocol's mutants calls it. */
  String name();

  /** What is wrong. */
  String fault();

  /** As people write it, for example {@code no-flush}. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The faulty protocol, under any name.
   *
   * @param right what is made wrong
   */
  Protocol wrong(Protocol right);

  /**
   * The wrong protocol, called for example {@code gpu with no-flush}.
   *
   * @param right what is made wrong
   */
  default Protocol of(Protocol right) {
    String name = right.name() + " with " + label();
    return new ForwardingProtocol(wrong(right)) {
      @Override
      public String name() {
        return name;
      }
    };
  }
}
