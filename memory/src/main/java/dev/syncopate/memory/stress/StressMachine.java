package dev.syncopate.memory.stress;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** The machines that random programs run on. */
public enum StressMachine {
  LOOSE_TINY("caches of 16 lines, little of everything else; messages take any time they like"),
  LOOSE_ONES("one of everything that can be one; messages take any time they like"),
  TIMED_TINY("caches of 16 lines, with the real machine's timing"),
  TIMED_LINES("caches of 16 short lines that are filled whole, with timing"),
  TIMED_ROOMY("nothing scarce, more threads, with timing"),
  LOOSE_TWO_GPUS("two GPUs with tiny caches under .sys; messages take any time they like"),
  TIMED_TWO_GPUS("two GPUs with tiny caches under .sys, with timing"),
  TIMED_MESH("tiny caches at a mesh of three by two, with timing"),
  LOOSE_AT_RELEASE(
      "as loose-tiny; words are registered at the release, and what is only read survives acquires",
      "mechanisms.denovo.register=release",
      "mechanisms.denovo.readOnlyRegion=true"),
  TIMED_AT_RELEASE(
      "as timed-tiny; words are registered at the release, and what is only read survives acquires",
      "mechanisms.denovo.register=release",
      "mechanisms.denovo.readOnlyRegion=true"),
  LOOSE_FEW_LINES(
      "L1s of two lines before an L2 with room, and few words, most of which all threads read;"
          + " messages take any time they like");

  /** Steps or cycles after which a run counts as one that does not end. */
  private static final long STEPS = 3_000_000;

  private static final long CYCLES = 20_000_000;

  private final String description;

  /** Fields that differ from those of its caches' size, each {@code path=value}. */
  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final List<String> settings;

  StressMachine(String description, String... settings) {
    this.description = description;
    this.settings = List.of(settings);
  }

  /** The machine's name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it is. */
  public String description() {
    return description;
  }

  /** Those that a protocol can run on, and to which what is special of them matters; in order. */
  public static List<StressMachine> of(Protocol protocol) {
    return Arrays.stream(values())
        .filter(machine -> protocol.runsOn(machine.config()) && machine.matters(protocol))
        .toList();
  }

  private boolean matters(Protocol protocol) {
    return settings.stream()
        .allMatch(
            setting -> protocol.settings().contains(setting.substring(0, setting.indexOf('='))));
  }

  MemoryConfig config() {
    return RigConfigs.with(plain(), settings.toArray(String[]::new));
  }

  private MemoryConfig plain() {
    return switch (this) {
      case LOOSE_TINY, TIMED_TINY, LOOSE_AT_RELEASE, TIMED_AT_RELEASE -> RigConfigs.tiny();
      case LOOSE_ONES -> RigConfigs.ones();
      case LOOSE_FEW_LINES -> RigConfigs.fewLines();
      case TIMED_LINES -> RigConfigs.tinyLines();
      case TIMED_ROOMY -> RigConfigs.roomy();
      case LOOSE_TWO_GPUS, TIMED_TWO_GPUS -> RigConfigs.withGpus(RigConfigs.tiny(), 2);
      case TIMED_MESH -> RigConfigs.meshed(RigConfigs.tiny());
    };
  }

  /** Makes a machine for each seed. */
  public LongFunction<TestBed> beds(Protocol protocol, ConsistencyModel model) {
    MemoryConfig config = config();
    return switch (this) {
      case LOOSE_TINY, LOOSE_ONES, LOOSE_TWO_GPUS, LOOSE_AT_RELEASE, LOOSE_FEW_LINES ->
          seed -> new LooseMachine(config, protocol, model, new SplittableRandom(seed), STEPS);
      case TIMED_TINY, TIMED_LINES, TIMED_ROOMY, TIMED_TWO_GPUS, TIMED_MESH, TIMED_AT_RELEASE ->
          seed -> new Rig(config, protocol, model, 1).limit(CYCLES);
    };
  }

  /**
   * The programs for it.
   *
   * @param promotion whether with remote operations
   */
  public Programs programs(boolean promotion) {
    return switch (this) {
      case LOOSE_TINY,
          LOOSE_ONES,
          TIMED_TINY,
          TIMED_LINES,
          TIMED_MESH,
          LOOSE_AT_RELEASE,
          TIMED_AT_RELEASE ->
          new Programs(1, 3, 3, promotion);
      case TIMED_ROOMY -> new Programs(1, 4, 4, promotion);
      case LOOSE_FEW_LINES -> new Programs(1, 3, 3, promotion).ofFewWords();
      case LOOSE_TWO_GPUS, TIMED_TWO_GPUS -> new Programs(2, 4, 2, promotion);
    };
  }
}
