package dev.syncopate.model.explore.machine;

import org.jspecify.annotations.Nullable;

/**
 * Message on its way to another CTA of a cluster: an instruction of a thread with the values of its
 * operands, bytes of a bulk copy, or an arrival at the barrier of the cluster.
 */
final class ExploredMessage {
  /** Null for bytes and for an arrival at the barrier. */
  final ThreadCode.Instruction.@Nullable Local instruction;

  /** Of the instruction. */
  final int warp;

  final long a;
  final long b;

  /** Bytes of a copy, from an offset on; null for an instruction and for an arrival. */
  final ExploredSharedMemory.@Nullable ExploredCopy copy;

  final int offset;
  final byte[] bytes;

  /** Phases at which the CTA has arrived. */
  final long phases;

  /** For people. */
  final String text;

  private ExploredMessage(
      ThreadCode.Instruction.@Nullable Local instruction,
      int warp,
      long a,
      long b,
      ExploredSharedMemory.@Nullable ExploredCopy copy,
      int offset,
      byte[] bytes,
      long phases,
      String text) {
    this.instruction = instruction;
    this.warp = warp;
    this.a = a;
    this.b = b;
    this.copy = copy;
    this.offset = offset;
    this.bytes = bytes;
    this.phases = phases;
    this.text = text;
  }

  static ExploredMessage of(
      ThreadCode.Instruction.Local instruction, ExploredThread thread, long a, long b) {
    return new ExploredMessage(
        instruction,
        thread.warp,
        a,
        b,
        null,
        0,
        new byte[0],
        0,
        "%s of %s".formatted(thread.text(), thread.code.name()));
  }

  static ExploredMessage of(ExploredSharedMemory.ExploredCopy copy, int offset, byte[] bytes) {
    return new ExploredMessage(null, 0, 0, 0, copy, offset, bytes, 0, "a part of " + copy.text);
  }

  static ExploredMessage arrival(int cta, long phases) {
    return new ExploredMessage(
        null,
        0,
        0,
        0,
        null,
        0,
        new byte[0],
        phases,
        "the arrival of CTA %d at the barrier of its cluster".formatted(cta));
  }
}
