package dev.syncopate.model.explore.machine.setup;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of a test onto a machine.
 *
 * @param size how much room there is
 * @param layout where the locations are
 * @param placement on which compute units the CTAs run
 * @param warm whether each tile has loaded every location before the test starts, as another warp
 *     of its compute unit may have
 * @param eager whether the only thread of a tile issues as soon as it may; it makes no difference
 *     to what can be observed, and is off only to check that
 * @param reduced whether of orders that have the same effect some are left out: what is found is
 *     the same, but not always with a shortest schedule
 * @param settings fields of the machine that differ from the size's, each {@code path=value}
 * @param mutant what is wrong on purpose with bulk copies, mbarriers or proxy fences; null for
 *     nothing
 */
public record MachineSetup(
    MachineSize size,
    Layout layout,
    SetupPlacement placement,
    boolean warm,
    boolean eager,
    boolean reduced,
    List<String> settings,
    @Nullable AsyncMutant mutant)
    implements TestArrangement {
  /** What decides a machine's parameters. */
  private record Asked(
      MachineSize size, List<String> settings, int gpus, int tiles, int warps, int cpus) {}

  /** Few machines, on which thousands of small tests run: making one takes longer than some. */
  private static final Map<Asked, MemoryConfig> CONFIGS = new ConcurrentHashMap<>();

  public MachineSetup(MachineSize size, Layout layout, SetupPlacement placement) {
    this(size, layout, placement, false, true, false, List.of(), null);
  }

  /** The same with warm caches. */
  public MachineSetup warmed() {
    return new MachineSetup(size, layout, placement, true, eager, reduced, settings, mutant);
  }

  /** The same where every thread issues at any time. */
  public MachineSetup patient() {
    return new MachineSetup(size, layout, placement, warm, false, reduced, settings, mutant);
  }

  /** The same where of orders that have the same effect some are left out, or none. */
  public MachineSetup reduced(boolean enabled) {
    return new MachineSetup(size, layout, placement, warm, eager, enabled, settings, mutant);
  }

  /** The same with the locations elsewhere. */
  public MachineSetup with(Layout newLayout) {
    return new MachineSetup(size, newLayout, placement, warm, eager, reduced, settings, mutant);
  }

  /** The same with the CTAs elsewhere. */
  public MachineSetup with(SetupPlacement newPlacement) {
    return new MachineSetup(size, layout, newPlacement, warm, eager, reduced, settings, mutant);
  }

  /** The same with other values of some fields of the machine. */
  public MachineSetup with(List<String> newSettings) {
    return new MachineSetup(
        size, layout, placement, warm, eager, reduced, List.copyOf(newSettings), mutant);
  }

  /** The same with something wrong on purpose. */
  public MachineSetup with(AsyncMutant newMutant) {
    return new MachineSetup(size, layout, placement, warm, eager, reduced, settings, newMutant);
  }

  /** As {@link MachineSize#config}, with this one's settings. */
  public MemoryConfig config(int gpus, int tiles, int warps, int cpus) {
    return CONFIGS.computeIfAbsent(
        new Asked(size, settings, gpus, tiles, warps, cpus),
        request -> ConfigOverrides.apply(size.config(gpus, tiles, warps, cpus), settings));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("config", size.label());
    fields.put("warm", warm);
    fields.put("layout", layout.label());
    fields.put("placement", placement.label());
    fields.put("reduced", reduced);
    return fields;
  }

  /** For example {@code roomy machine, warm, locations apart, CTAs apart}. */
  @Override
  public String toString() {
    return "%s machine%s%s, locations %s, CTAs %s"
        .formatted(
            size.label(),
            settings.isEmpty() ? "" : " with " + String.join(", ", settings),
            warm ? ", warm" : "",
            layout.label(),
            switch (placement) {
              case APART -> "apart";
              case SAME -> "on the same unit";
              case CLUSTERS -> "of a cluster on one unit";
            });
  }
}
