package dev.syncopate.workload.fuzz.program;

/** State space of the words that a kernel loads and stores. */
public enum FuzzSpace {
  /** Of the host, never written. */
  INPUT(64, false),
  /** Constant memory. */
  TABLE(16, false),
  /** The thread's own, in local memory; every function has other ones. */
  LOCAL(4, true),
  /** The thread's own, in shared memory. */
  SHARED(4, true),
  /** The thread's own, in global memory: the host sees them at the end. */
  GLOBAL(4, true);

  private final int words;
  private final boolean writable;

  FuzzSpace(int words, boolean writable) {
    this.words = words;
    this.writable = writable;
  }

  /** How many words a thread can name, a power of two: of an index only the low bits count. */
  public int words() {
    return words;
  }

  public boolean isWritable() {
    return writable;
  }
}
