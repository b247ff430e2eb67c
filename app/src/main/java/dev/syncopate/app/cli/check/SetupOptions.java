package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about the machines on which a test is explored. */
final class SetupOptions {
  /** Of {@link MachineSize}, or all. */
  enum Sizes {
    TINY,
    ROOMY,
    TABLES,
    LINES,
    ALL
  }

  /** State of L1s at the start. */
  enum Caches {
    COLD,
    WARM,
    ALL
  }

  /** Of {@link Layout}, or all. */
  enum Layouts {
    APART,
    PAIRS,
    TOGETHER,
    ALL
  }

  /** Of {@link SetupPlacement}, or all. */
  enum Placements {
    APART,
    SAME,
    CLUSTERS,
    ALL
  }

  @Option(
      names = "--config",
      paramLabel = "tiny|roomy|tables|lines|all",
      defaultValue = "ALL",
      description =
          "Machine: one of everything, so that everything overflows; room for all; room for all but"
              + " tables of remote scope promotion with one entry each, and promotion locks by line;"
              + " or one of everything and locks by line. Default: all that make a difference")
  private Sizes config = Sizes.ALL;

  @Option(
      names = "--caches",
      paramLabel = "cold|warm|all",
      defaultValue = "ALL",
      description =
          "L1s at the start: empty, or with what each has loaded of every location before. Default:"
              + " all, cold on the tiny machine")
  private Caches caches = Caches.ALL;

  @Option(
      names = "--layout",
      paramLabel = "apart|pairs|together|all",
      defaultValue = "APART",
      description = "Locations: each in its own line, two in a line, or all in one. Default: apart")
  private Layouts layout = Layouts.APART;

  @Option(
      names = "--placement",
      paramLabel = "apart|same|clusters|all",
      description =
          "CTAs: each on its own compute unit, all on one, or those of a cluster on one. Default:"
              + " apart; if CTAs of a cluster reach each other, also those of a cluster on one")
  private @Nullable Placements placement;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Change a field of these machines, as in mechanisms.denovo.register=release. Default: as they are, and"
              + " with what else a protocol is checked with")
  private List<String> settings = List.of();

  /** The settings alone. */
  List<String> settings() {
    MachineSettings.check(settings);
    return settings;
  }

  /**
   * The machines for a protocol; at least one.
   *
   * @throws dev.syncopate.sim.config.ConfigException for a field or value that there is not
   */
  List<MachineSetup> setups(String protocol) {
    List<MachineSetup> plain = plain(protocol);
    if (!settings().isEmpty()) {
      List<MachineSetup> changed = plain.stream().map(setup -> setup.with(settings)).toList();
      changed.forEach(setup -> setup.config(1, 1, 1, 0)); // says what is wrong with a setting
      return changed;
    }
    List<MachineSetup> setups = new ArrayList<>(plain);
    for (List<String> variant : Mechanisms.variants(protocol)) {
      plain.forEach(setup -> setups.add(setup.with(variant)));
    }
    return setups;
  }

  private List<MachineSetup> plain(String protocol) {
    List<MachineSetup> setups = new ArrayList<>();
    boolean promotes = Mechanisms.hasRemoteOperations(protocol);
    boolean locks = MachineSize.LINES.differs(MachineSize.TINY, protocol);
    for (MachineSize size : MachineSize.values()) {
      if (config == Sizes.ALL
          && ((size == MachineSize.TABLES && !promotes) || (size == MachineSize.LINES && !locks))) {
        continue; // it is the roomy machine, or the tiny one
      }
      for (Layout way : Layout.values()) {
        for (SetupPlacement place : SetupPlacement.values()) {
          boolean isChosen =
              isMeant(config, Sizes.ALL, size)
                  && isMeant(layout, Layouts.ALL, way)
                  && isMeant(place);
          if (isChosen && caches != Caches.WARM) {
            setups.add(new MachineSetup(size, way, place));
          }
          if (isChosen
              && (caches == Caches.ALL
                  ? (size == MachineSize.ROOMY || size == MachineSize.TABLES)
                  : caches == Caches.WARM)) {
            setups.add(new MachineSetup(size, way, place).warmed());
          }
        }
      }
    }
    return setups;
  }

  private boolean isMeant(SetupPlacement place) {
    Placements chosen = placement;
    return chosen == null ? place != SetupPlacement.SAME : isMeant(chosen, Placements.ALL, place);
  }

  private static boolean isMeant(Enum<?> chosen, Enum<?> wildcard, Enum<?> specific) {
    return chosen == wildcard || chosen.name().equals(specific.name());
  }
}
