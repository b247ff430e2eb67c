package dev.syncopate.model.verify;

import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.system.Mutants;
import java.util.List;

/**
 * A protocol that is wrong on purpose.
 *
 * @param protocol the right one's name
 * @param mutant what it is called among the protocol's mutants
 * @param fault what is wrong
 */
public record Seeded(String protocol, String mutant, String fault) {
  /**
   * Those of a protocol, in a fixed order.
   *
   * @throws IllegalArgumentException for a name that no protocol has
   */
  public static List<Seeded> of(String protocol) {
    return Mutants.of(protocol).stream()
        .map(mutant -> new Seeded(protocol, mutant.label(), mutant.fault()))
        .toList();
  }

  /** What makes the protocol wrong. */
  Mutant made() {
    return Mutants.named(protocol, mutant);
  }
}
