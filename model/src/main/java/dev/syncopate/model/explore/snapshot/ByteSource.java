package dev.syncopate.model.explore.snapshot;

/** Reads what a {@link ByteSink} has written. */
final class ByteSource {
  private byte[] bytes = {};
  private int at;

  /** Reads on from a place of an array. */
  void begin(byte[] from, int start) {
    bytes = from;
    at = start;
  }

  long number() {
    long rest = bytes[at++];
    if (rest < 0) {
      rest &= 0x7f;
      int shift = 7;
      byte next;
      do {
        next = bytes[at++];
        rest |= (long) (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
    }
    return rest >>> 1 ^ -(rest & 1);
  }

  int integer() {
    return (int) number();
  }

  /** Reads what differs from what is in an array. */
  void numbers(int[] into) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      into[next++] = integer();
    }
  }

  void numbers(long[] into) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      into[next++] = number();
    }
  }

  void numbers(boolean[] into) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      into[next] = !into[next];
      next++;
    }
  }

  void numbers(byte[] into) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap * Words.BYTES;
      Words.set(into, next, number());
      next += Words.BYTES;
    }
  }
}
