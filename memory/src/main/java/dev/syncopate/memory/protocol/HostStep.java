package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.Step;

/**
 * Where an access of the host goes, one after the other: of what is read the later wins, and what
 * is written is written everywhere.
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
