package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.transaction.TransactionMutant;
import dev.syncopate.model.explore.machine.setup.TestArrangement;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a test to the transaction unit.
 *
 * @param layout where its locations are
 * @param settings fields of the unit that differ from the standard, each {@code tx.path=value}
 * @param mutant what is wrong with the unit on purpose, or null
 */
public record UnitSetup(
    WordLayout layout, List<String> settings, @Nullable TransactionMutant mutant)
    implements TestArrangement {
  public UnitSetup {
    settings = List.copyOf(settings);
  }

  /** The part of a machine's configuration that the unit has. */
  public record Part(@Setting("Transactions in shared memory.") TxConfig tx) {}

  /** The other designs that the unit has as options, and filters that are small or exact. */
  private static final List<List<String>> VARIANTS =
      List.of(
          List.of("tx.conflicts=rw"),
          List.of("tx.versioning=lazy"),
          List.of("tx.conflicts=rw", "tx.versioning=lazy"),
          List.of("tx.serialise=rest"),
          List.of("tx.filterBits=2", "tx.filterIndex=word"),
          List.of("tx.filterBits=0"),
          List.of("tx.fallback=1", "tx.conflicts=rw", "tx.versioning=lazy"),
          List.of("tx.fallback=2", "tx.serialise=rest"));

  /** Lanes of a warp may both fail in one turn of the banks, after they have read the same lock. */
  private static final List<String> BOTH_GIVEN_UP = List.of("tx.fallback=1", "tx.conflicts=rw");

  /** All layouts. */
  public static List<UnitSetup> all(List<String> settings, @Nullable TransactionMutant mutant) {
    return Stream.of(WordLayout.values())
        .map(layout -> new UnitSetup(layout, settings, mutant))
        .toList();
  }

  /** All layouts of a unit that is wrong. */
  public static List<UnitSetup> all(UnitFault fault) {
    return all(fault.settings(), fault.mutant());
  }

  /** All layouts of the unit, and each of its options, where words share bits of filters mostly. */
  public static List<UnitSetup> variants() {
    List<UnitSetup> setups = new ArrayList<>(all(List.of(), null));
    VARIANTS.forEach(variant -> setups.add(new UnitSetup(WordLayout.BITS, variant, null)));
    setups.add(new UnitSetup(WordLayout.BANKS, BOTH_GIVEN_UP, null));
    return setups;
  }

  /**
   * Whether it differs for a test from the unit as it is: giving up differs only for a test that
   * asks for failure.
   */
  public boolean suits(LitmusTest test) {
    return test.asksForFailure()
        || settings.stream().noneMatch(setting -> setting.startsWith("tx.fallback="));
  }

  /**
   * The unit's configuration.
   *
   * @throws dev.syncopate.sim.config.ConfigException for a field or value that there is not
   */
  public TxConfig config() {
    return ConfigOverrides.apply(new Part(TxConfig.standard()), settings).tx();
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("layout", layout.label());
    fields.put("settings", settings);
    fields.put("mutant", mutant == null ? "" : mutant.label());
    return fields;
  }

  @Override
  public boolean reduced() {
    return false;
  }

  /** For example {@code words in one bank each, with tx.owners=kept}. */
  @Override
  public String toString() {
    String placementText =
        switch (layout) {
          case BANKS -> "words in a bank each";
          case ROWS -> "words in one bank";
          case BITS -> "words that share bits of filters";
          case HALVES -> "halves of words";
          case PAIRS -> "pairs of words";
        };
    return placementText + (settings.isEmpty() ? "" : ", with " + String.join(", ", settings));
  }
}
