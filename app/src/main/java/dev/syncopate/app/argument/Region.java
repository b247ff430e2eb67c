package dev.syncopate.app.argument;

import java.util.Arrays;

/**
 * Neighbouring elements of a buffer.
 *
 * @param from the first
 * @param to behind the last
 */
public record Region(Selection.Target target, int from, int to) {
  /** A whole buffer. */
  static Region all(Selection.Target target) {
    return new Region(target, 0, target.memory().count());
  }

  /** Whether it is a whole buffer. */
  public boolean isWhole() {
    return from == 0 && to == target.memory().count();
  }

  /** {@code argument 2}, {@code argument 2[5]}, {@code argument 2[0..7]}. */
  public String description() {
    String name = target.description();
    if (isWhole()) {
      return name;
    }
    return to == from + 1 ? name + "[" + from + "]" : name + "[" + from + ".." + (to - 1) + "]";
  }

  /** How many there are. */
  int count() {
    return to - from;
  }

  ElementType type() {
    return target.memory().type();
  }

  /** Its bytes among those of the buffer. */
  byte[] of(byte[] buffer) {
    int bytes = type().bytes();
    return from == 0 && (long) to * bytes == buffer.length
        ? buffer
        : Arrays.copyOfRange(buffer, from * bytes, to * bytes);
  }
}
