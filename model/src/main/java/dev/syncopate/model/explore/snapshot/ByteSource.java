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

  void bytes(byte[] into) {
    System.arraycopy(bytes, at, into, 0, into.length);
    at += into.length;
  }

  void numbers(int[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = (int) number();
    }
  }

  void numbers(long[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = number();
    }
  }

  void numbers(boolean[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = number() != 0;
    }
  }
}
