package dev.syncopate.machine.fusion;

/** Instruction that can emit the work of one lane as bytecode. */
public interface FusibleOp {
  /** Whether it can be part of a stretch. */
  default boolean isFusible() {
    return true;
  }

  /** Whether its results differ by lane although its operands are the same in all lanes. */
  default boolean differsByLane() {
    return false;
  }

  /** Emits what a lane does whose guard holds: from operands to results. */
  void emit(LaneEmitter code);
}
