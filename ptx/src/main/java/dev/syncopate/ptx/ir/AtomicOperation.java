package dev.syncopate.ptx.ir;

/** The read-modify-write that {@code atom} and {@code red} name. */
public enum AtomicOperation {
  ADD,
  AND,
  OR,
  XOR,
  MIN,
  MAX,
  INC,
  DEC,
  EXCH,
  CAS;

  /** Whether two of it have the same effect in either order. */
  public boolean commutes() {
    return switch (this) {
      case ADD, AND, OR, XOR, MIN, MAX -> true;
      case INC, DEC, EXCH, CAS -> false;
    };
  }
}
