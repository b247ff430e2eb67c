package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/**
 * A 32-bit word for each vertex on the device, twice over: a round reads one copy and writes the
 * other. And the word by which a round's threads say that something is left to do.
 */
final class RoundState {
  private final Buffer flag;
  private Buffer from;
  private Buffer to;

  /** Before the first round. */
  RoundState(Device device, Buffer initial) {
    flag = device.copyOf(new int[1]);
    to = initial;
    from = device.allocate(initial.bytes());
  }

  /** Goes to the next round: what was written is read now, and the flag is down. */
  void next() {
    Buffer read = to;
    to = from;
    from = read;
    flag.write(new int[1]);
  }

  /** What the round reads. */
  Buffer from() {
    return from;
  }

  /** What it writes. */
  Buffer to() {
    return to;
  }

  Buffer flag() {
    return flag;
  }

  boolean raised() {
    return flag.readInts()[0] != 0;
  }
}
