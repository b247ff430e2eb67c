package dev.syncopate.model.verify;

import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.system.Mutants;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitFault;
import java.util.List;

/**
 * A protocol, or the transaction unit, that is wrong on purpose.
 *
 * @param protocol the right one's name
 * @param mutant what it is called among the protocol's mutants
 * @param fault what is wrong
 */
public record SeededFault(String protocol, String mutant, String fault) {
  /** Protocols with something in front, on which the mutants of what is in front are refuted. */
  public static List<String> decorated() {
    return Protocols.decorators().stream()
        .flatMap(decorator -> decorator.mutantsOn().stream())
        .toList();
  }

  /**
   * Those of a protocol, or of the transaction unit, in a fixed order.
   *
   * @throws IllegalArgumentException for a name that no protocol has
   */
  public static List<SeededFault> of(String protocol) {
    if (protocol.equals(UnitExplorer.NAME)) {
      return UnitFault.all().stream()
          .map(fault -> new SeededFault(protocol, fault.label(), fault.fault()))
          .toList();
    }
    return Mutants.of(protocol).stream()
        .map(mutant -> new SeededFault(protocol, mutant.label(), mutant.fault()))
        .toList();
  }

  /** Whether it is the transaction unit that is wrong. */
  boolean isOfUnit() {
    return protocol.equals(UnitExplorer.NAME);
  }

  /** What makes the protocol wrong. */
  Mutant made() {
    return Mutants.named(protocol, mutant);
  }
}
