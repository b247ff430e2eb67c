package dev.syncopate.workload.round;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;

/**
 * A 32-bit word for each vertex on the device, twice over: a round reads one copy and writes the
 * other. And the word by which a round's threads say that something is left to do.
 */
final class RoundState {
  private final RoundFlag flag;
  private Buffer source;
  private Buffer target;

  /** Before the first round. */
  RoundState(Device device, Buffer initial) {
    flag = new RoundFlag(device);
    target = initial;
    source = device.allocate(initial.bytes());
  }

  /** Goes to the next round: what was written is read now, and the flag is down. */
  void next() {
    Buffer read = target;
    target = source;
    source = read;
    flag.lower();
  }

  /** What the round reads. */
  Buffer from() {
    return source;
  }

  /** What it writes. */
  Buffer to() {
    return target;
  }

  RoundFlag flag() {
    return flag;
  }

  /** Goes back to before a round. */
  void restore(int[] state) {
    target.write(state);
  }
}
