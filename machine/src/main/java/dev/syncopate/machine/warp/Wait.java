package dev.syncopate.machine.warp;

/** Event that a warp which cannot issue waits for. */
public enum Wait {
  /** Nothing: it may issue, now or at a known cycle. */
  NONE,
  /** A value that memory has not delivered yet. */
  VALUE,
  /** The load-store unit refused its next memory instruction. */
  LOAD_STORE_UNIT,
  /** A fence or synchronising access must finish before it touches shared memory. */
  SYNCHRONISATION,
  /** Its memory accesses must finish before it arrives at a barrier. */
  QUIET,
  /** Others must arrive at a barrier. */
  BARRIER,
  /** Asynchronous copies must land. */
  COPIES,
  /** The launches before its own must be complete. */
  GRIDS,
  /** A transaction of another warp must end. */
  TRANSACTION,
  /** A function of the runtime works for it. */
  SYSTEM,
  /** It has exited and its last accesses are in flight. */
  LINGERING,
  /** No warp is in the slot. */
  ABSENT
}
