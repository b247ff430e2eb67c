package dev.syncopate.memory.system;

import dev.syncopate.memory.protocol.Mutant;
import java.util.List;
import java.util.stream.Collectors;

/** Every seeded mutant of every protocol. */
public final class Mutants {
  private Mutants() {}

  /**
   * Those of a protocol, in a fixed order.
   *
   * @throws IllegalArgumentException for a protocol that there is not
   */
  public static List<Mutant> of(String protocol) {
    return Protocols.named(protocol).mutants();
  }

  /**
   * The mutant of a protocol that is called so.
   *
   * @throws IllegalArgumentException for names that there are not; the message lists those there
   *     are
   */
  public static Mutant named(String protocol, String label) {
    List<Mutant> mutants = of(protocol);
    return mutants.stream()
        .filter(mutant -> mutant.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s has no mutant '%s'; there are %s"
                    .formatted(
                        protocol,
                        label,
                        mutants.stream().map(Mutant::label).collect(Collectors.joining(", ")))));
  }
}
