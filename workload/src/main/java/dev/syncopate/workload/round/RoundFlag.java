package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/** The word by which a round's threads say that something is left to do. */
public final class RoundFlag {
  private final Buffer word;

  /** Down. */
  public RoundFlag(Device device) {
    word = device.copyOf(new int[1]);
  }

  /** Before a round. */
  public void lower() {
    word.write(new int[1]);
  }

  public boolean raised() {
    return word.readInts()[0] != 0;
  }

  public Buffer word() {
    return word;
  }
}
