package dev.syncopate.model.litmus;

import java.util.Locale;

/**
 * Scope of a strong operation or a fence: the threads of one block, of one cluster of blocks, of
 * one GPU, or of the system.
 */
public enum LitmusScope {
  CTA,
  CLUSTER,
  GPU,
  SYS;

  /** As tests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
