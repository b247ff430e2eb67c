package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/** Logic, shifts and moves (PTX ISA, "Logic and Shift Instructions", {@code mov}). */
public final class BitFunctions {
  private BitFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 1) {
      return null;
    }
    AluType type = m.type();
    if (m.opcode.equals("mov")) {
      return m.only() ? new DenseBits.Truncate(m.text, type) : null;
    }
    if (m.opcode.equals("cvta")) {
      return type.bits() >= 32 && type.isInteger() ? new DenseBits.Truncate(m.text, type) : null;
    }
    if (!m.only() || !type.isInteger() || type.bits() == 8) {
      return null;
    }
    return switch (m.opcode) {
      case "and" -> new DenseBits.And(m.text, type);
      case "or" -> new DenseBits.Or(m.text, type);
      case "xor" -> new DenseBits.Xor(m.text, type);
      case "not" -> new PlainFunction(m.text, 1, Cost.INTEGER, (a, b, c) -> ~a & type.mask());
      case "cnot" ->
          new PlainFunction(m.text, 1, Cost.INTEGER, (a, b, c) -> (a & type.mask()) == 0 ? 1 : 0);
      case "shl" -> new DenseBits.ShiftLeft(m.text, type);
      case "shr" ->
          type.isSigned()
              ? new DenseBits.ShiftRightSigned(m.text, type)
              : new DenseBits.ShiftRightUnsigned(m.text, type);
      default -> null;
    };
  }
}
