package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.transaction.TransactionMutant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A way in which the transaction unit may be wrong: a mutant, or what the paper's text says or
 * leaves out where it is wrong.
 *
 * @param label what people call it
 * @param fault what is wrong
 * @param settings the fields of the unit that make it so, each {@code tx.path=value}
 * @param mutant what makes it so, where no field does
 */
public record UnitFault(
    String label, String fault, List<String> settings, @Nullable TransactionMutant mutant) {

  /** All, the mutants first. */
  public static List<UnitFault> all() {
    List<UnitFault> faults = new ArrayList<>();
    for (TransactionMutant mutant : TransactionMutant.values()) {
      List<String> settings =
          mutant == TransactionMutant.FAILURE_NOT_TOLD ? List.of("tx.fallback=1") : List.of();
      faults.add(new UnitFault(mutant.label(), mutant.fault(), settings, mutant));
    }
    faults.add(
        text(
            "owners-kept",
            "owners are not cleared at commit and roll-back (the published text says nothing of it)",
            "tx.owners=kept"));
    faults.add(
        text(
            "plain-accesses-ignored",
            "accesses outside transactions are not looked at (as in the published text)",
            "tx.isolation=weak"));
    faults.add(
        text(
            "two-serialise-at-once",
            "a warp serialises the block while another warp is serialising it (the published text says nothing of it)",
            "tx.groupSerialisation=unarbitrated"));
    return faults;
  }

  private static UnitFault text(String label, String fault, String setting) {
    return new UnitFault(label, fault, List.of(setting), null);
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public static UnitFault named(String label) {
    return all().stream()
        .filter(fault -> fault.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no mutant `%s` of the transaction unit; there are %s"
                    .formatted(
                        label,
                        all().stream().map(UnitFault::label).collect(Collectors.joining(", ")))));
  }
}
