package dev.syncopate.app.argument;

import java.util.Arrays;

/**
 * Neighbouring elements of a buffer.
 *
 * @param start the first
 * @param end behind the last
 */
public record BufferRegion(BufferSelection.Target target, int start, int end) {
  /** A whole buffer. */
  static BufferRegion all(BufferSelection.Target target) {
    return new BufferRegion(target, 0, target.memory().count());
  }

  /** Whether it is a whole buffer. */
  public boolean isWhole() {
    return start == 0 && end == target.memory().count();
  }

  /** {@code argument 2}, {@code argument 2[5]}, {@code argument 2[0..7]}. */
  public String description() {
    String name = target.description();
    if (isWhole()) {
      return name;
    }
    return end == start + 1
        ? name + "[" + start + "]"
        : name + "[" + start + ".." + (end - 1) + "]";
  }

  /** How many there are. */
  int count() {
    return end - start;
  }

  ElementType type() {
    return target.memory().type();
  }

  /** Its bytes among those of the buffer. */
  byte[] of(byte[] buffer) {
    int bytes = type().bytes();
    return start == 0 && (long) end * bytes == buffer.length
        ? buffer
        : Arrays.copyOfRange(buffer, start * bytes, end * bytes);
  }
}
