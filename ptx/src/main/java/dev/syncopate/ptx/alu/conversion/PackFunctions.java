package dev.syncopate.ptx.alu.conversion;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/**
 * The halves of {@code mov} with a vector operand: {@code mov.b64 d, {lo, hi}} and {@code mov.b64
 * {lo, hi}, a}.
 */
public final class PackFunctions {
  private PackFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 2 || m.type().bits() != 2 * m.source().bits()) {
      return null;
    }
    int part = m.source().bits();
    long bits = m.source().mask();
    if (m.opcode.equals("pack")) {
      return m.only()
          ? new PlainFunction(m.text, 2, Cost.MOVE, (a, b, c) -> (a & bits) | (b & bits) << part)
          : null;
    }
    return switch (m.oneOf("lo", "hi")) {
      case "lo" ->
          m.only("lo") ? new PlainFunction(m.text, 1, Cost.MOVE, (a, b, c) -> a & bits) : null;
      case "hi" ->
          m.only("hi")
              ? new PlainFunction(m.text, 1, Cost.MOVE, (a, b, c) -> a >>> part & bits)
              : null;
      default -> null;
    };
  }
}
