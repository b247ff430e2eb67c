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

  private final OperandAccess operands;

  Movement(OperandAccess operands) {
    this.operands = operands;
  }

  /** Executes an instruction; false if it is none of these. */
  boolean execute(Lane lane, InstructionSyntax instruction) {
    switch (instruction.opcode()) {
      case "mov" -> move(lane, instruction);
      case "cvt" -> convert(lane, instruction);
      case "cvta" -> convertAddress(lane, instruction);
      case "ld", "ldu" -> load(lane, instruction);
      case "st" -> store(lane, instruction);
      case "atom", "red" -> atomic(lane, instruction);
      case "alloca" -> reserve(lane, instruction);
      case "stacksave" ->
          operands.set(
              lane, instruction, instruction.operands().get(0), (long) lane.memory.localTop());
      case "stackrestore" ->
          lane.memory.restoreLocal(
              operands.value(lane, instruction, instruction.operands().get(0)));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** {@code alloca}: 16 bytes' alignment, unless a power of two is named. */
  private void reserve(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    int bytes = (int) operands.value(lane, instruction, list.get(1));
    int alignment = list.size() > 2 ? (int) operands.value(lane, instruction, list.get(2)) : 16;
    operands.set(lane, instruction, list.get(0), (long) lane.memory.pushLocal(bytes, alignment));
  }

  private void moveWide(Lane lane, InstructionSyntax instruction) {
    OperandSyntax destination = instruction.operands().get(0);
    OperandSyntax source = instruction.operands().get(1);
    long[] halves =
        source instanceof Vector parts
            ? new long[] {
              operands.value(lane, instruction, parts.elements().get(0)),
              operands.value(lane, instruction, parts.elements().get(1))
            }
            : operands.wide(lane, instruction, source);
    if (destination instanceof Vector parts) {
      operands.set(lane, instruction, parts.elements().get(0), halves[0]);
      operands.set(lane, instruction, parts.elements().get(1), halves[1]);
    } else {
      operands.setWide(lane, instruction, destination, halves);
    }
  }

  private void move(Lane lane, InstructionSyntax instruction) {
    OperandSyntax destination = instruction.operands().get(0);
    OperandSyntax source = instruction.operands().get(1);
    int bits = Calculation.lastType(instruction).bits();
    if (bits == WIDE) {
      moveWide(lane, instruction);
    } else if (operands.isPredicate(instruction, destination)) {
      operands.setPredicate(
          lane, instruction, destination, operands.predicate(lane, instruction, source));
    } else if (destination instanceof Vector parts) {
      int elementBits = bits / parts.elements().size();
      long packed = operands.value(lane, instruction, source);
      for (int i = 0; i < parts.elements().size(); i++) {
        operands.set(
            lane,
            instruction,
            parts.elements().get(i),
            IntegerArithmetic.unsigned(packed >>> (i * elementBits), elementBits));
      }
    } else if (source instanceof Vector parts) {
      int elementBits = bits / parts.elements().size();
      long packed = 0;
      for (int i = 0; i < parts.elements().size(); i++) {
        long part = operands.value(lane, instruction, parts.elements().get(i));
        packed |= IntegerArithmetic.unsigned(part, elementBits) << (i * elementBits);
      }
      operands.set(lane, instruction, destination, packed);
    } else {
      operands.set(lane, instruction, destination, operands.value(lane, instruction, source));
    }
  }

  private void convert(Lane lane, InstructionSyntax instruction) {
    List<String> qualifiers = instruction.qualifiers();
    if (FloatingPoint.isKnown(qualifiers)) {
      long number = operands.value(lane, instruction, instruction.operands().get(1));
      operands.set(
          lane,
          instruction,
          instruction.operands().get(0),
          FloatingPoint.convert(qualifiers, number));
      return;
    }
    if (qualifiers.size() != 2) {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
    ScalarType targetType = Calculation.type(qualifiers.get(0));
    ScalarType sourceType = Calculation.type(qualifiers.get(1));
    long value = operands.value(lane, instruction, instruction.operands().get(1));
    long number =
        sourceType.isSigned()
            ? IntegerArithmetic.signed(value, sourceType.bits())
            : IntegerArithmetic.unsigned(value, sourceType.bits());
    operands.setExtended(
        lane,
        instruction,
        instruction.operands().get(0),
        number,
        targetType.bits(),
        targetType.isSigned());
  }

  private void convertAddress(Lane lane, InstructionSyntax instruction) {
    boolean toSpace = instruction.has("to");
    StateSpace space = space(instruction);
    long address = operands.value(lane, instruction, instruction.operands().get(1));
    long window = ReferenceSpaces.window(space);
    operands.set(
        lane,
        instruction,
        instruction.operands().get(0),
        toSpace ? address - window : address + window);
  }

  static StateSpace space(InstructionSyntax instruction) {
    for (String qualifier : instruction.qualifiers()) {
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

  private void load(Lane lane, InstructionSyntax instruction) {
    ScalarType type = Calculation.lastType(instruction);
    List<OperandSyntax> destinations = elements(instruction.operands().get(0));
    Memory memory = (Memory) instruction.operands().get(1);
    if (space(instruction) != StateSpace.PARAM) {
      ReferenceSpaces.align(address(lane, instruction, memory), destinations.size() * type.bytes());
    }
    if (type.bits() == WIDE) {
      operands.setWide(
          lane,
          instruction,
          destinations.get(0),
          readWide(lane, instruction, address(lane, instruction, memory)));
      return;
    }
    long[] values = new long[destinations.size()];
    for (int i = 0; i < values.length; i++) {
      int offset = i * type.bytes();
      values[i] =
          space(instruction) == StateSpace.PARAM
              ? LittleEndianBytes.read(
                  parameter(lane, instruction, memory),
                  (int) memory.offset() + offset,
                  type.bytes())
              : lane.memory.read(
                  space(instruction), address(lane, instruction, memory) + offset, type.bytes());
    }
    for (int i = 0; i < values.length; i++) {
      operands.setExtended(
          lane, instruction, destinations.get(i), values[i], type.bits(), type.isSigned());
    }
  }

  private void store(Lane lane, InstructionSyntax instruction) {
    ScalarType type = Calculation.lastType(instruction);
    Memory memory = (Memory) instruction.operands().get(0);
    List<OperandSyntax> sources = elements(instruction.operands().get(1));
    if (space(instruction) != StateSpace.PARAM) {
      ReferenceSpaces.align(address(lane, instruction, memory), sources.size() * type.bytes());
    }
    if (type.bits() == WIDE) {
      writeWide(
          lane,
          instruction,
          address(lane, instruction, memory),
          operands.wide(lane, instruction, sources.get(0)));
      return;
    }
    for (int i = 0; i < sources.size(); i++) {
      long value = operands.value(lane, instruction, sources.get(i));
      int offset = i * type.bytes();
      if (space(instruction) == StateSpace.PARAM) {
        int parameterOffset = (int) memory.offset() + offset;
        LittleEndianBytes.write(
            parameter(lane, instruction, memory), parameterOffset, type.bytes(), value);
      } else {
        lane.memory.write(
            space(instruction), address(lane, instruction, memory) + offset, type.bytes(), value);
      }
    }
  }

  private long[] readWide(Lane lane, InstructionSyntax instruction, long address) {
    ReferenceSpaces.align(address, 2 * Long.BYTES);
    return new long[] {
      lane.memory.read(space(instruction), address, Long.BYTES),
      lane.memory.read(space(instruction), address + Long.BYTES, Long.BYTES)
    };
  }

  private void writeWide(Lane lane, InstructionSyntax instruction, long address, long[] halves) {
    lane.memory.write(space(instruction), address, Long.BYTES, halves[0]);
    lane.memory.write(space(instruction), address + Long.BYTES, Long.BYTES, halves[1]);
  }

  private static byte[] parameter(Lane lane, InstructionSyntax instruction, Memory memory) {
    if (memory.base() instanceof Name name
        && OperandAccess.symbol(instruction, name)
            instanceof Symbol.Variable(VariableSyntax variable)) {
      return lane.frames.getFirst().parameter(variable);
    }
    throw new ReferenceException("no parameter in " + memory.description());
  }

  private long address(Lane lane, InstructionSyntax instruction, Memory memory) {
    long base =
        memory.base() instanceof Literal literal
            ? literal.bits()
            : operands.value(lane, instruction, memory.base());
    return base + memory.offset();
  }

  /** {@code atom} of 128 bits: an exchange, or a compare-and-swap of both halves. */
  private void wideAtomic(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    long address = address(lane, instruction, (Memory) list.get(1));
    long[] b = operands.wide(lane, instruction, list.get(2));
    long[] old = readWide(lane, instruction, address);
    if (instruction.has("exch")) {
      writeWide(lane, instruction, address, b);
    } else if (instruction.has("cas")) {
      if (old[0] == b[0] && old[1] == b[1]) {
        writeWide(lane, instruction, address, operands.wide(lane, instruction, list.get(3)));
      }
    } else {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
    operands.setWide(lane, instruction, list.get(0), old);
  }

  /** Sums of vectors of floating-point numbers, element by element. */
  private void sums(Lane lane, InstructionSyntax instruction) {
    boolean atom = instruction.opcode().equals("atom");
    List<OperandSyntax> list = instruction.operands();
    long address = address(lane, instruction, (Memory) list.get(atom ? 1 : 0));
    List<OperandSyntax> addends = elements(list.get(atom ? 2 : 1));
    ReferenceSpaces.align(address, addends.size() * Float.BYTES);
    if (!instruction.has("add")) {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
    long[] old = new long[addends.size()];
    for (int i = 0; i < old.length; i++) {
      long elementAddress = address + (long) i * Float.BYTES;
      old[i] = lane.memory.read(space(instruction), elementAddress, Float.BYTES);
      long sum = FloatingPoint.sum(old[i], operands.value(lane, instruction, addends.get(i)));
      lane.memory.write(space(instruction), elementAddress, Float.BYTES, sum);
    }
    for (int i = 0; atom && i < old.length; i++) {
      operands.set(lane, instruction, elements(list.get(0)).get(i), old[i]);
    }
  }

  /** Read-modify-write by one thread: what others do in between has no defined order anyway. */
  private void atomic(Lane lane, InstructionSyntax instruction) {
    if (instruction.has("f32")) {
      sums(lane, instruction);
      return;
    }
    if (instruction.has("b128")) {
      wideAtomic(lane, instruction);
      return;
    }
    ScalarType type = Calculation.lastType(instruction);
    boolean atom = instruction.opcode().equals("atom");
    List<OperandSyntax> list = instruction.operands();
    Memory memory = (Memory) list.get(atom ? 1 : 0);
    long address = address(lane, instruction, memory);
    long b = operands.value(lane, instruction, list.get(atom ? 2 : 1));
    long old = lane.memory.read(space(instruction), address, type.bytes());
    Long updated = null;
    for (String operation : instruction.qualifiers()) {
      switch (operation) {
        case "add", "min", "max", "and", "or", "xor" ->
            updated = IntegerArithmetic.binary(operation, old, b, type.bits(), type.isSigned());
        case "exch" -> updated = b;
        case "cas" -> {
          boolean equal = IntegerArithmetic.compare("eq", old, b, type.bits(), false);
          updated = equal ? operands.value(lane, instruction, list.get(3)) : old;
        }
        default -> {}
      }
    }
    if (updated == null) {
      throw new ReferenceException(instruction.mnemonic() + " is not known");
    }
    lane.memory.write(space(instruction), address, type.bytes(), updated);
    if (atom) {
      operands.setExtended(lane, instruction, list.get(0), old, type.bits(), type.isSigned());
    }
  }
}
