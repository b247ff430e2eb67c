package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/** The word by which a round's threads say that something is left to do. */
final class RoundFlag {
  private final Buffer word;

  RoundFlag(Device device) {
    word = device.copyOf(new int[1]);
  }

  /** Before a round. */
  void lower() {
    word.write(new int[1]);
  }

  boolean raised() {
    return word.readInts()[0] != 0;
  }

  Buffer word() {
    return word;
  }
}
