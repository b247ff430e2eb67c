package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import java.util.Arrays;

/** The types of a function's value registers, by number. */
public final class RegisterTypes {
  private ScalarType[] types = new ScalarType[32];
  private int count;

  /** Adds registers of a type, each of 128 bits as two halves; the number of the first. */
  int addRegisters(ScalarType type, int howMany) {
    return type == ScalarType.B128 ? add(ScalarType.B64, 2 * howMany) : add(type, howMany);
  }

  private int add(ScalarType type, int howMany) {
    int first = count;
    count += howMany;
    if (count > types.length) {
      types = Arrays.copyOf(types, Math.max(count, 2 * types.length));
    }
    Arrays.fill(types, first, count, type);
    return first;
  }

  public int count() {
    return count;
  }

  public ScalarType get(int number) {
    return types[number];
  }
}
