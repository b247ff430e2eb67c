package dev.syncopate.machine.device;

/** The heaps of other compute units. */
public interface OtherHeaps {
  /**
   * Frees what a thread of unit {@code owner} has allocated there.
   *
   * @param pointer what {@code malloc} returned
   */
  void free(long pointer, int owner);
}
