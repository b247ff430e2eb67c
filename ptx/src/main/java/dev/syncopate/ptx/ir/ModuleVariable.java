package dev.syncopate.ptx.ir;

import java.util.List;

/**
 * A module-scope variable in {@code .global} or {@code .const}.
 *
 * @param name as in the PTX
 * @param space {@link StateSpace#GLOBAL} or {@link StateSpace#CONST}
 * @param bytes size
 * @param alignment bytes
 * @param managed whether the host maps it as well, and may write it at any time
 * @param initial its bytes before relocation; shorter than {@code bytes} means zeros follow
 * @param relocations addresses to write into it once every variable has one
 */
public record ModuleVariable(
    String name,
    StateSpace space,
    int bytes,
    int alignment,
    boolean managed,
    byte[] initial,
    List<Relocation> relocations) {

  /**
   * Write the 64-bit {@code address(symbol) + addend} at {@code offset}; a generic address if
   * {@code generic}.
   */
  public record Relocation(int offset, String symbol, long addend, boolean generic) {}
}
