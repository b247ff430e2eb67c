package dev.syncopate.model.litmus;

import java.util.Locale;

/** Whom a strong operation or a fence includes: the threads of one block, one GPU, or all. */
public enum Scope {
  CTA,
  GPU,
  SYS;

  /** As tests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
