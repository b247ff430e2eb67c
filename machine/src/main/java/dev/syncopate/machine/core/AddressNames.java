package dev.syncopate.machine.core;

import org.jspecify.annotations.Nullable;

/** What the host calls device memory; asked for reports and faults only. */
@FunctionalInterface
public interface AddressNames {
  /** Names nothing. */
  AddressNames NONE = (address, bytes) -> null;

  /**
   * What a person would call an element in device memory, for example {@code argument 1[3]} or
   * {@code variable flags[0]}; null when the host has no name for it.
   *
   * @param bytes size of an element, which counts the index
   */
  @Nullable String name(long address, int bytes);
}
