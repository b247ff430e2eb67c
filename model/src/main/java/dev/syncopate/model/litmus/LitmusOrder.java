package dev.syncopate.model.litmus;

import java.util.Locale;

/** The memory order that an operation is written with. */
public enum LitmusOrder {
  WEAK,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  /** Sequentially consistent: of a fence, or as a property of one access. */
  SC,
  /** Commutative and unordered; the result is of no use before the kernel's end. */
  COMM;

  /** As tests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
