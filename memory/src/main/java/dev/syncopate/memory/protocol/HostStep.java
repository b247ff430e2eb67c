package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.Step;

/**
 * Targets of a host access, in order. In a read the bytes of a later target override those of an
 * earlier one; a write goes to every target.
 */
public enum HostStep implements Step {
  AT_HOME("at the bank in front of memory: the bytes that it holds, else memory's"),
  AT_GPU_BANKS(
      "at the line's bank in each GPU: of a read, the bytes that the memory side has not been"
          + " sent"),
  AT_OWNERS("at the L1 that one of these banks names as the owner of bytes");

  private final String description;

  HostStep(String description) {
    this.description = description;
  }

  @Override
  public Place place() {
    return Place.HOST;
  }

  @Override
  public String description() {
    return description;
  }
}
