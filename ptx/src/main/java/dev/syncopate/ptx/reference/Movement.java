package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.OperandSyntax.Memory;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.OperandSyntax.Vector;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.List;
import java.util.Locale;

/** Instructions that move values: between registers, and to and from memory. */
final class Movement {
  private static final int WIDE = 128;

  private final Operand operands;

  Movement(Operand operands) {
    this.operands = operands;
  }

  /** Executes an instruction; false if it is none of these. */
  boolean execute(Lane lane, InstructionSyntax in) {
    switch (in.opcode()) {
      case "mov" -> move(lane, in);
      case "cvt" -> convert(lane, in);
      case "cvta" -> convertAddress(lane, in);
      case "ld", "ldu" -> load(lane, in);
      case "st" -> store(lane, in);
      case "atom", "red" -> atomic(lane, in);
      case "alloca" -> reserve(lane, in);
      case "stacksave" ->
          operands.set(lane, in, in.operands().get(0), (long) lane.memory.localTop());
      case "stackrestore" ->
          lane.memory.restoreLocal(operands.value(lane, in, in.operands().get(0)));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** {@code alloca}: 16 bytes' alignment, unless a power of two is named. */
  private void reserve(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    int bytes = (int) operands.value(lane, in, list.get(1));
    int alignment = list.size() > 2 ? (int) operands.value(lane, in, list.get(2)) : 16;
    operands.set(lane, in, list.get(0), (long) lane.memory.pushLocal(bytes, alignment));
  }

  private void moveWide(Lane lane, InstructionSyntax in) {
    OperandSyntax into = in.operands().get(0);
    OperandSyntax from = in.operands().get(1);
    long[] halves =
        from instanceof Vector parts
            ? new long[] {
              operands.value(lane, in, parts.elements().get(0)),
              operands.value(lane, in, parts.elements().get(1))
            }
            : operands.wide(lane, in, from);
    if (into instanceof Vector parts) {
      operands.set(lane, in, parts.elements().get(0), halves[0]);
      operands.set(lane, in, parts.elements().get(1), halves[1]);
    } else {
      operands.setWide(lane, in, into, halves);
    }
  }

  private void move(Lane lane, InstructionSyntax in) {
    OperandSyntax into = in.operands().get(0);
    OperandSyntax from = in.operands().get(1);
    int bits = Calculation.lastType(in).bits();
    if (bits == WIDE) {
      moveWide(lane, in);
    } else if (operands.isPredicate(in, into)) {
      operands.setPredicate(lane, in, into, operands.predicate(lane, in, from));
    } else if (into instanceof Vector parts) {
      int each = bits / parts.elements().size();
      long whole = operands.value(lane, in, from);
      for (int i = 0; i < parts.elements().size(); i++) {
        operands.set(
            lane, in, parts.elements().get(i), Integers.unsigned(whole >>> (i * each), each));
      }
    } else if (from instanceof Vector parts) {
      int each = bits / parts.elements().size();
      long whole = 0;
      for (int i = 0; i < parts.elements().size(); i++) {
        long part = operands.value(lane, in, parts.elements().get(i));
        whole |= Integers.unsigned(part, each) << (i * each);
      }
      operands.set(lane, in, into, whole);
    } else {
      operands.set(lane, in, into, operands.value(lane, in, from));
    }
  }

  private void convert(Lane lane, InstructionSyntax in) {
    List<String> qualifiers = in.qualifiers();
    if (Numbers.isKnown(qualifiers)) {
      long number = operands.value(lane, in, in.operands().get(1));
      operands.set(lane, in, in.operands().get(0), Numbers.convert(qualifiers, number));
      return;
    }
    if (qualifiers.size() != 2) {
      throw new ReferenceException(in.mnemonic() + " is not known");
    }
    ScalarType to = Calculation.type(qualifiers.get(0));
    ScalarType from = Calculation.type(qualifiers.get(1));
    long value = operands.value(lane, in, in.operands().get(1));
    long number =
        from.isSigned()
            ? Integers.signed(value, from.bits())
            : Integers.unsigned(value, from.bits());
    operands.setExtended(lane, in, in.operands().get(0), number, to.bits(), to.isSigned());
  }

  private void convertAddress(Lane lane, InstructionSyntax in) {
    boolean to = in.has("to");
    StateSpace space = space(in);
    long address = operands.value(lane, in, in.operands().get(1));
    long window = Spaces.window(space);
    operands.set(lane, in, in.operands().get(0), to ? address - window : address + window);
  }

  static StateSpace space(InstructionSyntax in) {
    for (String qualifier : in.qualifiers()) {
      switch (qualifier) {
        case "global", "shared", "local", "const", "param" -> {
          return StateSpace.valueOf(qualifier.toUpperCase(Locale.ROOT));
        }
        default -> {}
      }
    }
    return StateSpace.GENERIC;
  }

  private static List<OperandSyntax> elements(OperandSyntax operand) {
    return operand instanceof Vector vector ? vector.elements() : List.of(operand);
  }

  private void load(Lane lane, InstructionSyntax in) {
    ScalarType type = Calculation.lastType(in);
    List<OperandSyntax> into = elements(in.operands().get(0));
    Memory memory = (Memory) in.operands().get(1);
    if (space(in) != StateSpace.PARAM) {
      Spaces.align(address(lane, in, memory), into.size() * type.bytes());
    }
    if (type.bits() == WIDE) {
      operands.setWide(lane, in, into.get(0), readWide(lane, in, address(lane, in, memory)));
      return;
    }
    long[] values = new long[into.size()];
    for (int i = 0; i < values.length; i++) {
      int offset = i * type.bytes();
      values[i] =
          space(in) == StateSpace.PARAM
              ? Bytes.read(
                  parameter(lane, in, memory), (int) memory.offset() + offset, type.bytes())
              : lane.memory.read(space(in), address(lane, in, memory) + offset, type.bytes());
    }
    for (int i = 0; i < values.length; i++) {
      operands.setExtended(lane, in, into.get(i), values[i], type.bits(), type.isSigned());
    }
  }

  private void store(Lane lane, InstructionSyntax in) {
    ScalarType type = Calculation.lastType(in);
    Memory memory = (Memory) in.operands().get(0);
    List<OperandSyntax> from = elements(in.operands().get(1));
    if (space(in) != StateSpace.PARAM) {
      Spaces.align(address(lane, in, memory), from.size() * type.bytes());
    }
    if (type.bits() == WIDE) {
      writeWide(lane, in, address(lane, in, memory), operands.wide(lane, in, from.get(0)));
      return;
    }
    for (int i = 0; i < from.size(); i++) {
      long value = operands.value(lane, in, from.get(i));
      int offset = i * type.bytes();
      if (space(in) == StateSpace.PARAM) {
        int at = (int) memory.offset() + offset;
        Bytes.write(parameter(lane, in, memory), at, type.bytes(), value);
      } else {
        lane.memory.write(space(in), address(lane, in, memory) + offset, type.bytes(), value);
      }
    }
  }

  private long[] readWide(Lane lane, InstructionSyntax in, long address) {
    Spaces.align(address, 2 * Long.BYTES);
    return new long[] {
      lane.memory.read(space(in), address, Long.BYTES),
      lane.memory.read(space(in), address + Long.BYTES, Long.BYTES)
    };
  }

  private void writeWide(Lane lane, InstructionSyntax in, long address, long[] halves) {
    lane.memory.write(space(in), address, Long.BYTES, halves[0]);
    lane.memory.write(space(in), address + Long.BYTES, Long.BYTES, halves[1]);
  }

  private static byte[] parameter(Lane lane, InstructionSyntax in, Memory memory) {
    if (memory.base() instanceof Name name
        && Operand.symbol(in, name) instanceof Symbol.Variable(VariableSyntax variable)) {
      return lane.frames.getFirst().parameter(variable);
    }
    throw new ReferenceException("no parameter in " + memory.description());
  }

  private long address(Lane lane, InstructionSyntax in, Memory memory) {
    long base =
        memory.base() instanceof Literal literal
            ? literal.bits()
            : operands.value(lane, in, memory.base());
    return base + memory.offset();
  }

  /** {@code atom} of 128 bits: an exchange, or a compare-and-swap of both halves. */
  private void wideAtomic(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    long address = address(lane, in, (Memory) list.get(1));
    long[] b = operands.wide(lane, in, list.get(2));
    long[] old = readWide(lane, in, address);
    if (in.has("exch")) {
      writeWide(lane, in, address, b);
    } else if (in.has("cas")) {
      if (old[0] == b[0] && old[1] == b[1]) {
        writeWide(lane, in, address, operands.wide(lane, in, list.get(3)));
      }
    } else {
      throw new ReferenceException(in.mnemonic() + " is not known");
    }
    operands.setWide(lane, in, list.get(0), old);
  }

  /** Sums of vectors of floating-point numbers, element by element. */
  private void sums(Lane lane, InstructionSyntax in) {
    boolean atom = in.opcode().equals("atom");
    List<OperandSyntax> list = in.operands();
    long address = address(lane, in, (Memory) list.get(atom ? 1 : 0));
    List<OperandSyntax> from = elements(list.get(atom ? 2 : 1));
    Spaces.align(address, from.size() * Float.BYTES);
    if (!in.has("add")) {
      throw new ReferenceException(in.mnemonic() + " is not known");
    }
    long[] old = new long[from.size()];
    for (int i = 0; i < old.length; i++) {
      long at = address + (long) i * Float.BYTES;
      old[i] = lane.memory.read(space(in), at, Float.BYTES);
      long sum = Numbers.sum(old[i], operands.value(lane, in, from.get(i)));
      lane.memory.write(space(in), at, Float.BYTES, sum);
    }
    for (int i = 0; atom && i < old.length; i++) {
      operands.set(lane, in, elements(list.get(0)).get(i), old[i]);
    }
  }

  /** Read-modify-write by one thread: what others do in between has no defined order anyway. */
  private void atomic(Lane lane, InstructionSyntax in) {
    if (in.has("f32")) {
      sums(lane, in);
      return;
    }
    if (in.has("b128")) {
      wideAtomic(lane, in);
      return;
    }
    ScalarType type = Calculation.lastType(in);
    boolean atom = in.opcode().equals("atom");
    List<OperandSyntax> list = in.operands();
    Memory memory = (Memory) list.get(atom ? 1 : 0);
    long address = address(lane, in, memory);
    long b = operands.value(lane, in, list.get(atom ? 2 : 1));
    long old = lane.memory.read(space(in), address, type.bytes());
    Long updated = null;
    for (String operation : in.qualifiers()) {
      switch (operation) {
        case "add", "min", "max", "and", "or", "xor" ->
            updated = Integers.binary(operation, old, b, type.bits(), type.isSigned());
        case "exch" -> updated = b;
        case "cas" -> {
          boolean equal = Integers.compare("eq", old, b, type.bits(), false);
          updated = equal ? operands.value(lane, in, list.get(3)) : old;
        }
        default -> {}
      }
    }
    if (updated == null) {
      throw new ReferenceException(in.mnemonic() + " is not known");
    }
    lane.memory.write(space(in), address, type.bytes(), updated);
    if (atom) {
      operands.setExtended(lane, in, list.get(0), old, type.bits(), type.isSigned());
    }
  }
}
