package dev.syncopate.model.explore.snapshot;

/** Reads what a {@link ByteSink} has written. */
final class ByteSource {
  private byte[] bytes = {};
  private int position;

  /** Reads on from a place of an array. */
  void begin(byte[] source, int start) {
    bytes = source;
    position = start;
  }

  long number() {
    long rest = bytes[position++];
    if (rest < 0) {
      rest &= 0x7f;
      int shift = 7;
      byte next;
      do {
        next = bytes[position++];
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
  void numbers(int[] target) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      target[next++] = integer();
    }
  }

  void numbers(long[] target) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      target[next++] = number();
    }
  }

  void numbers(boolean[] target) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap;
      target[next] = !target[next];
      next++;
    }
  }

  void numbers(byte[] target) {
    int next = 0;
    for (int gap = integer(); gap >= 0; gap = integer()) {
      next += gap * PackedBytes.BYTES;
      PackedBytes.set(target, next, number());
      next += PackedBytes.BYTES;
    }
  }
}
