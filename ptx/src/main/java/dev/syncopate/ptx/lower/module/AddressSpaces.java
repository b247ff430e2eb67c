package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.Locale;

/** Small facts about addresses and the spaces they point into. */
public final class AddressSpaces {
  private AddressSpaces() {}

  /** The value that stands for a function whose address is taken. */
  public static long ofFunction(FunctionUnit function) {
    return Program.FUNCTION_BASE + 8L * function.address;
  }

  /** {@code .global}. */
  public static String name(StateSpace space) {
    return space == StateSpace.GENERIC
        ? "generic memory"
        : "`." + space.name().toLowerCase(Locale.ROOT).replace("_", "::") + "`";
  }

  /** The next multiple of an alignment. */
  public static int align(long offset, int alignment) {
    return (int) ((offset + alignment - 1) / alignment * alignment);
  }
}
