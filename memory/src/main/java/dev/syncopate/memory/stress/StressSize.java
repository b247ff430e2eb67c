package dev.syncopate.memory.stress;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.Locale;

/** Sizes of caches and tables of a machine for random programs, with and without timing. */
public enum StressSize {
  LOOSE_TINY("caches of 16 lines, little of everything else; messages take any time they like"),
  LOOSE_ONES("one of everything that can be one; messages take any time they like"),
  TIMED_TINY("caches of 16 lines, with the real machine's timing"),
  TIMED_LINES("caches of 16 short lines that are filled whole, with timing"),
  TIMED_ROOMY("nothing scarce, more threads, with timing"),
  LOOSE_TWO_GPUS("two GPUs with tiny caches under .sys; messages take any time they like"),
  TIMED_TWO_GPUS("two GPUs with tiny caches under .sys, with timing"),
  TIMED_MESH("tiny caches at a mesh of three by two, with timing"),
  LOOSE_FEW_LINES(
      "L1s of two lines before an L2 with room, and few words, most of which all threads read;"
          + " messages take any time they like");

  private final String description;

  StressSize(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** The name on the command line. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The first word of the name. */
  String prefix() {
    return isTimed() ? "timed" : "loose";
  }

  /** Whether messages take the real machine's time. */
  boolean isTimed() {
    return switch (this) {
      case LOOSE_TINY, LOOSE_ONES, LOOSE_TWO_GPUS, LOOSE_FEW_LINES -> false;
      case TIMED_TINY, TIMED_LINES, TIMED_ROOMY, TIMED_TWO_GPUS, TIMED_MESH -> true;
    };
  }

  MemoryConfig config() {
    return switch (this) {
      case LOOSE_TINY, TIMED_TINY -> RigConfigs.tiny();
      case LOOSE_ONES -> RigConfigs.ones();
      case LOOSE_FEW_LINES -> RigConfigs.fewLines();
      case TIMED_LINES -> RigConfigs.tinyLines();
      case TIMED_ROOMY -> RigConfigs.roomy();
      case LOOSE_TWO_GPUS, TIMED_TWO_GPUS -> RigConfigs.withGpus(RigConfigs.tiny(), 2);
      case TIMED_MESH -> RigConfigs.meshed(RigConfigs.tiny());
    };
  }

  /**
   * The programs for it.
   *
   * @param promotion whether with remote operations
   */
  Programs programs(boolean promotion) {
    return switch (this) {
      case LOOSE_TINY, LOOSE_ONES, TIMED_TINY, TIMED_LINES, TIMED_MESH ->
          new Programs(1, 3, 3, promotion);
      case TIMED_ROOMY -> new Programs(1, 4, 4, promotion);
      case LOOSE_FEW_LINES -> new Programs(1, 3, 3, promotion).ofFewWords();
      case LOOSE_TWO_GPUS, TIMED_TWO_GPUS -> new Programs(2, 4, 2, promotion);
    };
  }
}
