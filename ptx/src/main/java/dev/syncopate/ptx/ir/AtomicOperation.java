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
  CAS
}
