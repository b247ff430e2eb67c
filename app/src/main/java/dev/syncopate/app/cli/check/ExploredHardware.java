package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.explore.ExploredTest;
import dev.syncopate.app.explore.ObservationJudge;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitFault;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Hardware on which a test is explored, and the memory model that judges it; null for none.
 *
 * @param request a coherence protocol and its machines; null for the transaction unit
 * @param units layouts and settings of the transaction unit; none for a protocol
 * @param bound states of one unit after which to stop
 */
record ExploredHardware(
    @Nullable ExplorationRequest request,
    List<UnitSetup> units,
    long bound,
    @Nullable CatModel model) {

  /** Options about what the transaction unit has none of. */
  private static final List<String> OF_PROTOCOLS =
      List.of(
          "--protocol",
          "--model",
          "--config",
          "--caches",
          "--layout",
          "--placement",
          "--reduction");

  /**
   * Refuses options that say nothing where all tests are on shared memory.
   *
   * @param protocol as it was given, or the default
   */
  static void checkOptions(ParseResult parseResult, String protocol) {
    for (String option : OF_PROTOCOLS) {
      boolean isUnit = option.equals("--protocol") && protocol.equals(UnitExplorer.NAME);
      if (parseResult.hasMatchedOption(option) && !isUnit) {
        throw new UserErrorException(
            option
                + ": tests on shared memory are explored on the unit of transactions, "
                + UnitExplorer.NAME
                + ", in all layouts; --set tx.FIELD=VALUE changes it");
      }
    }
  }

  /** The transaction unit in all layouts, as it is or with a mutant. */
  static List<UnitSetup> units(List<String> settings, @Nullable String mutant) {
    try {
      List<String> allSettings = new ArrayList<>(settings);
      UnitFault fault = mutant == null ? null : UnitFault.named(mutant);
      allSettings.addAll(fault == null ? List.of() : fault.settings());
      List<UnitSetup> setups = UnitSetup.all(allSettings, fault == null ? null : fault.mutant());
      var _ = setups.getFirst().config(); // says what is wrong with a setting
      return setups;
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  /** The same, judged by another model; null for none. */
  ExploredHardware judgedBy(@Nullable CatModel judge) {
    return new ExploredHardware(request, units, bound, judge);
  }

  /** Explores a test, and judges it. */
  ExploredTest explore(LitmusTest test, Explorer.Progress progress, ObservationJudge judging) {
    return request == null
        ? ExploredTest.of(test, units, bound, progress, judging)
        : ExploredTest.of(test, request, progress, judging);
  }
}
