package dev.syncopate.memory.access;

/** Memory order as the program states it. */
public enum Order {
  WEAK,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SC;

  public boolean acquires() {
    return this == ACQUIRE || this == ACQ_REL || this == SC;
  }

  public boolean releases() {
    return this == RELEASE || this == ACQ_REL || this == SC;
  }
}
