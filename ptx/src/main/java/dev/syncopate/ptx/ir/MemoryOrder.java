package dev.syncopate.ptx.ir;

/**
 * Memory ordering of an instruction (PTX ISA, "Memory Consistency Model"); volatile is {@link
 * #RELAXED} at system scope.
 */
public enum MemoryOrder {
  WEAK,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQ_REL,
  SC
}
