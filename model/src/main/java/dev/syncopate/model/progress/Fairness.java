package dev.syncopate.model.progress;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Guarantee of progress that a scheduler gives to blocks. The occupancy-bound models are those of
 * Sorensen, Donaldson, Batty, Gopalakrishnan and Rakamaric (OOPSLA 2016) and of Sorensen, Evrard
 * and Donaldson (CONCUR 2018). A thread that is guaranteed takes a step in the end if it always
 * can.
 */
public enum Fairness {
  /** No thread is guaranteed. Some thread takes steps as long as one can. */
  NONE("none"),
  /** Every thread is guaranteed: one that stays able to step, steps. */
  WEAK("weak"),
  /** In addition, what is possible again and again happens in the end. */
  STRONG("strong"),
  /** Heterogeneous System Architecture: the unfinished block with the lowest number. */
  HSA("hsa"),
  /** Occupancy-bound execution: every block that has started. */
  OBE("obe"),
  /** The blocks that one of the two guarantees. */
  HSA_OBE("hsa-obe"),
  /** Linear occupancy-bound execution: every block that has started, and all with lower numbers. */
  LOBE("lobe");

  private final String text;

  Fairness(String text) {
    this.text = text;
  }

  /** As the user writes it. */
  public String text() {
    return text;
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Fairness::text).collect(Collectors.joining(", "));
  }

  /**
   * The scheduler with a name.
   *
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public static Fairness named(String name) {
    return Arrays.stream(values())
        .filter(fairness -> fairness.text.equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("found '%s', expected %s".formatted(name, names())));
  }

  /** Whether it matters which blocks have started. */
  boolean countsStarts() {
    return this == OBE || this == HSA_OBE || this == LOBE;
  }
}
