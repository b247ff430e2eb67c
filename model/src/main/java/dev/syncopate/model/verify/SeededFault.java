package dev.syncopate.model.verify;

import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.system.Mutants;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitFault;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.List;
import java.util.stream.Stream;

/**
 * A protocol, the transaction unit or the copy unit, wrong on purpose.
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
   * Those of a protocol, of the transaction unit, or of the copy unit, in a fixed order.
   *
   * @throws IllegalArgumentException for a name that no protocol has
   */
  public static List<SeededFault> of(String protocol) {
    if (protocol.equals(UnitExplorer.NAME)) {
      return UnitFault.all().stream()
          .map(fault -> new SeededFault(protocol, fault.label(), fault.fault()))
          .toList();
    }
    if (protocol.equals(ModelBinding.COPIES)) {
      return Stream.of(AsyncMutant.values())
          .map(mutant -> new SeededFault(protocol, mutant.label(), mutant.fault()))
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

  /** Whether it is the copy unit, an mbarrier or a proxy fence that is wrong. */
  boolean isOfCopies() {
    return protocol.equals(ModelBinding.COPIES);
  }

  /** What makes the protocol wrong. */
  Mutant made() {
    return Mutants.named(protocol, mutant);
  }
}
