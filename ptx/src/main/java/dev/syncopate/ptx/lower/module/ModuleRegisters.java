package dev.syncopate.ptx.lower.module;

import java.util.Arrays;

/** The registers of a module's code. Each function has its own, in one numbering. */
public final class ModuleRegisters {
  private int[] bits = new int[64];
  private int values;
  private int predicates;

  /** A new value register of a width. */
  public int value(int width) {
    if (values == bits.length) {
      bits = Arrays.copyOf(bits, 2 * values);
    }
    bits[values] = width;
    return values++;
  }

  /** The number of the first of some new predicate registers. */
  public int predicates(int count) {
    predicates += count;
    return predicates - count;
  }

  /** Width of a value register. */
  public int bits(int register) {
    return bits[register];
  }

  public int valueCount() {
    return values;
  }

  public int predicateCount() {
    return predicates;
  }
}
