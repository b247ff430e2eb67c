package dev.syncopate.memory.stress;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StressVariant;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Machine that random programs run on: sizes and timing, and the settings of a mechanism where they
 * differ from its defaults.
 *
 * @param size of caches and tables, and the time that messages take
 * @param variant settings that a mechanism names for its own tests; null for its defaults
 */
public record StressMachine(StressSize size, @Nullable StressVariant variant) {
  /** Steps or cycles after which a run counts as one that does not end. */
  private static final long STEPS = 3_000_000;

  private static final long CYCLES = 20_000_000;

  /** The machine's name on the command line. */
  public String text() {
    return variant == null ? size.text() : size.prefix() + "-" + variant.name();
  }

  /** What it is. */
  public String description() {
    return variant == null
        ? size.description()
        : "as " + size.text() + "; " + variant.description();
  }

  /** A machine with the defaults of each mechanism. */
  public static StressMachine of(StressSize size) {
    return new StressMachine(size, null);
  }

  /**
   * The machines of several mechanisms: those with their defaults, then those with their variants.
   */
  public static List<StressMachine> all(List<Protocol> protocols) {
    List<StressMachine> machines =
        new ArrayList<>(Arrays.stream(StressSize.values()).map(StressMachine::of).toList());
    for (Protocol protocol : protocols) {
      for (StressVariant variant : protocol.stressVariants()) {
        for (StressSize size : List.of(StressSize.LOOSE_TINY, StressSize.TIMED_TINY)) {
          machines.add(new StressMachine(size, variant));
        }
      }
    }
    return machines;
  }

  /** The machines that a protocol can run on. */
  public static List<StressMachine> of(Protocol protocol) {
    Predicate<StressMachine> runs = machine -> protocol.runsOn(machine.config());
    return all(List.of(protocol)).stream().filter(runs).toList();
  }

  /**
   * One of them by its name.
   *
   * @throws IllegalArgumentException for a name that none of them has; the message lists them
   */
  public static StressMachine named(String name, List<StressMachine> machines) {
    return machines.stream()
        .filter(machine -> machine.text().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no machine is called '%s'; there are %s"
                    .formatted(
                        name,
                        String.join(", ", machines.stream().map(StressMachine::text).toList()))));
  }

  MemoryConfig config() {
    MemoryConfig plain = size.config();
    return variant == null
        ? plain
        : RigConfigs.with(plain, variant.settings().toArray(String[]::new));
  }

  /** Makes a machine for each seed. */
  public LongFunction<TestBed> beds(Protocol protocol, ConsistencyModel model) {
    MemoryConfig config = config();
    return size.isTimed()
        ? seed -> new Rig(config, protocol, model, 1).limit(CYCLES)
        : seed -> new LooseMachine(config, protocol, model, new SplittableRandom(seed), STEPS);
  }

  /**
   * The programs for it.
   *
   * @param promotion whether with remote operations
   */
  public Programs programs(boolean promotion) {
    return size.programs(promotion);
  }
}
