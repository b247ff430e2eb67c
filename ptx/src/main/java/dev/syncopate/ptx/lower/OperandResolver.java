package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Arithmetic.PredicateLogic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.lower.module.Literals;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.OperandSyntax.Memory;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.OperandSyntax.Vector;
import dev.syncopate.ptx.syntax.Symbol;
import dev.syncopate.ptx.syntax.UnsupportedFeatures;
import dev.syncopate.ptx.syntax.VariableSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves the operands of the instruction at hand to operand codes, and checks their types. */
final class OperandResolver {
  /** The destination that stands for none: {@code _}. */
  private static final String SINK = "_";

  private static final int NONE = -1;

  private final FunctionBody body;
  private final VariableStorage variables;

  OperandResolver(FunctionBody body, VariableStorage variables) {
    this.body = body;
    this.variables = variables;
  }

  /** A predicate operand. */
  record PredicateUse(int predicate, boolean negated) {}

  OperandSyntax operand(int index) {
    return body.instruction().operands().get(index);
  }

  /** Which names stand for: a register of the function, or null for other things. */
  Symbol.@Nullable Register register(OperandSyntax operand) {
    if (operand instanceof Name name
        && body.instruction().scope().find(name.name()) instanceof Symbol.Register register) {
      return element(name, register);
    }
    return null;
  }

  private Symbol.Register element(Name name, Symbol.Register register) {
    if (name.offset() != 0) {
      throw body.unexpected(
          name.at(), "a register and an offset", "a register, or an address in brackets");
    }
    String element = name.element();
    if (element == null) {
      return register;
    }
    int index = element.length() == 1 ? "xyzwrgba".indexOf(element.charAt(0)) % 4 : -1;
    if (index < 0 || index >= register.elements()) {
      throw body.unexpected(
          name.at(),
          "`" + name.name() + "." + element + "`",
          register.elements() == 1 ? "a register without elements" : "one of its elements");
    }
    return new Symbol.Register(register.at(), register.type(), register.number() + index, 1);
  }

  /** A value that is read; a register must be as wide as the type. */
  int read(OperandSyntax operand, ScalarType type) {
    return read(operand, type, false);
  }

  /** A value that is read; a register may be wider than the type. */
  int readWide(OperandSyntax operand, ScalarType type) {
    return read(operand, type, true);
  }

  private int read(OperandSyntax operand, ScalarType type, boolean wide) {
    if (operand instanceof Literal literal) {
      return body.module.constants.number(
          Literals.encode(body.module.source, literal.at(), literal.form(), literal.bits(), type));
    }
    if (!(operand instanceof Name name)) {
      throw body.unexpected(operand.at(), operand.description(), "a register or a number");
    }
    Symbol symbol = body.instruction().scope().find(name.name());
    if (symbol instanceof Symbol.Register register) {
      return value(name, element(name, register), type, wide);
    }
    if (symbol instanceof Symbol.Variable || symbol instanceof Symbol.Function) {
      return addressOf(name, symbol, type);
    }
    return special(name, symbol, type);
  }

  private int value(Name name, Symbol.Register register, ScalarType type, boolean wide) {
    int registerBits = register.type().bits();
    if (register.type() == ScalarType.PRED
        || register.type() == ScalarType.B128
        || register.elements() > 1
        || registerBits < type.bits()
        || (registerBits > type.bits() && !wide)) {
      throw wrongRegister(name, register, type, wide);
    }
    return body.unit.valueBase + register.number();
  }

  private PtxException wrongRegister(
      Name name, Symbol.Register register, ScalarType type, boolean wide) {
    String description =
        register.elements() > 1
            ? "a vector of registers"
            : register.type() == ScalarType.PRED
                ? "a predicate register"
                : "a register of " + register.type().bits() + " bits";
    return body.unexpected(
        name.at(),
        "`" + name.name() + "` (" + description + ")",
        "a register of " + type.bits() + " bits" + (wide ? " or more" : ""));
  }

  private int addressOf(Name name, Symbol symbol, ScalarType type) {
    if (type.bits() < 32 || type.kind() == ScalarType.Class.FLOAT) {
      throw body.unexpected(
          name.at(),
          "`" + name.name() + "` (" + symbol.description() + ")",
          "a register or a number");
    }
    if (symbol instanceof Symbol.Function function) {
      FunctionUnit unit = body.module.function(function.function());
      return body.module.constants.number(AddressSpaces.ofFunction(unit));
    }
    VariableSyntax variable = ((Symbol.Variable) symbol).variable();
    if (type.bits() == 32 && variable.space() == StateSpace.GLOBAL) {
      throw body.unexpected(name.at(), "an address in `.global`", "a type of 64 bits to hold it");
    }
    return variables.address(variable, name.at(), name.offset());
  }

  private int special(Name name, @Nullable Symbol symbol, ScalarType type) {
    SpecialRegister register = SpecialRegisters.find(name.name(), name.element());
    if (symbol instanceof Symbol.Unsupported unsupported) {
      throw unsupported.problem();
    }
    if (symbol != null) {
      throw body.unexpected(
          name.at(),
          "`" + name.name() + "` (" + symbol.description() + ")",
          "a register, a variable or a number");
    }
    if (register == null) {
      if (SpecialRegisters.isZero(name.name()) || isFourthDimension(name)) {
        return body.module.constants.number(0);
      }
      throw unknown(name);
    }
    if (register.bits() > type.bits() && type.bits() > 16) {
      throw body.unexpected(
          name.at(), "`" + name.name() + "` of 64 bits", "a type of 64 bits to hold it");
    }
    int temporary = body.temporary(register.bits());
    body.emit(new ReadSpecial(Guard.NONE, body.position, register, temporary));
    return temporary;
  }

  private static boolean isFourthDimension(Name name) {
    return "w".equals(name.element()) && SpecialRegisters.find(name.name(), "x") != null;
  }

  PtxException unknown(Name name) {
    String shown = name.element() == null ? name.name() : name.name() + "." + name.element();
    UnsupportedFeatures.Feature feature = UnsupportedFeatures.register(name.name());
    if (feature != null) {
      return body.unsupported(name.at(), shown, feature);
    }
    return body.unexpected(
        name.at(), "`" + shown + "`", body.instruction().scope().suggestion(name.name()));
  }

  /** A register that is written and must be as wide as the type. */
  int write(OperandSyntax operand, ScalarType type) {
    int register = destination(operand, type, false);
    return register == NONE ? body.temporary(type.bits()) : register;
  }

  /** A register that is written and may be wider than the type. */
  int writeWide(OperandSyntax operand, ScalarType type) {
    int register = destination(operand, type, true);
    return register == NONE ? body.temporary(type.bits()) : register;
  }

  /** As {@link #write}, but -1 for {@code _}. */
  int writeIfGiven(OperandSyntax operand, ScalarType type) {
    return destination(operand, type, false);
  }

  /** As {@link #writeWide}, but -1 for {@code _}. */
  int writeWideIfGiven(OperandSyntax operand, ScalarType type) {
    return destination(operand, type, true);
  }

  private int destination(OperandSyntax operand, ScalarType type, boolean wide) {
    if (operand instanceof Name name) {
      Symbol.Register register = register(name);
      if (register != null) {
        return value(name, register, type, wide);
      }
      if (name.name().equals(SINK)) {
        return NONE;
      }
      if (body.instruction().scope().find(name.name()) == null
          && SpecialRegisters.find(name.name(), name.element()) == null) {
        throw unknown(name);
      }
    }
    throw body.unexpected(
        operand.at(),
        operand.description(),
        "a register of " + type.bits() + " bits" + (wide ? " or more" : "") + " to write");
  }

  /** Whether a destination is {@code _}, which stands for none. */
  boolean isSink(OperandSyntax operand) {
    return operand instanceof Name name && register(name) == null && name.name().equals(SINK);
  }

  /** The lower half of a register of 128 bits, whose upper half has the next number. */
  int wide(OperandSyntax operand) {
    Symbol.Register register = register(operand);
    if (register == null || register.type() != ScalarType.B128 || register.elements() > 1) {
      throw body.unexpected(operand.at(), operand.description(), "a register of 128 bits");
    }
    return body.unit.valueBase + register.number();
  }

  /** Width of a register operand, or of the type if it is none. */
  int width(OperandSyntax operand, ScalarType type) {
    Symbol.Register register = register(operand);
    return register == null ? type.bits() : register.type().bits();
  }

  /** A predicate that is read, perhaps behind {@code !}. */
  PredicateUse readPredicate(OperandSyntax operand) {
    if (operand instanceof OperandSyntax.Not not) {
      return new PredicateUse(predicate(not.name()), true);
    }
    if (operand instanceof Name name) {
      if (body.instruction().scope().find(name.name()) == null
          && SpecialRegisters.isPredicate(name.name())) {
        return new PredicateUse(explicitCluster(), false);
      }
      return new PredicateUse(predicate(name), false);
    }
    if (operand instanceof Literal literal && literal.form() == OperandSyntax.Form.INTEGER) {
      int constant = body.temporaryPredicate();
      PredicateOperation value =
          literal.bits() != 0 ? PredicateOperation.TRUE : PredicateOperation.FALSE;
      body.emit(new PredicateLogic(Guard.NONE, body.position, value, constant, NONE, NONE));
      return new PredicateUse(constant, false);
    }
    throw body.unexpected(operand.at(), operand.description(), "a predicate register");
  }

  /** {@code %is_explicit_cluster} in a predicate register. */
  private int explicitCluster() {
    LanePredicate differs = body.module.lanePredicate("setp.ne.u32");
    if (differs == null) {
      throw new IllegalStateException("setp.ne.u32 is missing");
    }
    int number = body.temporary(32);
    int predicate = body.temporaryPredicate();
    body.emit(
        new ReadSpecial(Guard.NONE, body.position, SpecialRegister.IS_EXPLICIT_CLUSTER, number));
    body.emit(
        new SetPredicate(
            Guard.NONE,
            body.position,
            differs,
            number,
            body.module.constants.number(0),
            predicate,
            NONE,
            PredicateOperation.NONE,
            NONE,
            false));
    return predicate;
  }

  /** As {@link #readPredicate}, with a negation done first, in a separate register. */
  int readPlainPredicate(OperandSyntax operand) {
    PredicateUse use = readPredicate(operand);
    if (!use.negated) {
      return use.predicate;
    }
    int inverse = body.temporaryPredicate();
    body.emit(
        new PredicateLogic(
            Guard.NONE, body.position, PredicateOperation.NOT, inverse, use.predicate, NONE));
    return inverse;
  }

  /** The number of a predicate register. */
  int predicate(Name name) {
    Symbol symbol = body.instruction().scope().find(name.name());
    if (symbol == null) {
      throw unknown(name);
    }
    if (symbol instanceof Symbol.Register register
        && register.type() == ScalarType.PRED
        && name.element() == null
        && name.offset() == 0) {
      return body.unit.predicateBase + register.number();
    }
    throw body.unexpected(name.at(), "`" + name.name() + "`", "a predicate register");
  }

  /** A predicate that is written; -1 for {@code _}. */
  int writePredicate(OperandSyntax operand) {
    if (!(operand instanceof Name name)) {
      throw body.unexpected(operand.at(), operand.description(), "a predicate register");
    }
    return name.name().equals(SINK) ? NONE : predicate(name);
  }

  /** An address in brackets, in a space or generic. */
  Address address(OperandSyntax operand, StateSpace space) {
    if (operand instanceof OperandSyntax.Element element) {
      VariableSyntax array = variables.find(element.at(), element.name());
      return variable(array, element.at(), element.index() * array.type().bytes(), space);
    }
    if (!(operand instanceof Memory memory)) {
      throw body.unexpected(operand.at(), operand.description(), "an address in brackets");
    }
    if (memory.base() instanceof Literal literal) {
      return new Address(read(literal, ScalarType.U64), memory.offset());
    }
    Name base = (Name) memory.base();
    Symbol.Register register = register(base);
    if (register == null) {
      VariableSyntax variable = variables.find(base.at(), base.name());
      return variable(variable, base.at(), memory.offset(), space);
    }
    boolean windowed = space != StateSpace.GENERIC && space != StateSpace.GLOBAL;
    ScalarType type = windowed && register.type().bits() == 32 ? ScalarType.U32 : ScalarType.U64;
    return new Address(value(base, register, type, false), memory.offset());
  }

  /** The registers or values of one operand: as many as the vector has elements. */
  List<OperandSyntax> elements(OperandSyntax operand, int count) {
    if (count == 1) {
      return List.of(
          operand instanceof Vector vector && vector.elements().size() == 1
              ? vector.elements().get(0)
              : operand);
    }
    if (operand instanceof Vector vector && vector.elements().size() == count) {
      return vector.elements();
    }
    if (operand instanceof Name name
        && name.element() == null
        && body.instruction().scope().find(name.name()) instanceof Symbol.Register register
        && register.elements() == count) {
      List<OperandSyntax> elements = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        elements.add(new Name(name.at(), name.name(), "xyzw".substring(i, i + 1), 0));
      }
      return elements;
    }
    throw body.unexpected(operand.at(), operand.description(), "a vector of " + count);
  }

  /**
   * Expects so many operands, and behind them a cache policy where {@code .L2::cache_hint} says
   * that there is one. Caches here heed none.
   */
  void cachePolicy(int count) {
    boolean hint = body.instruction().has("L2::cache_hint");
    body.expectOperands(hint ? count + 1 : count, hint ? count + 1 : count);
    if (hint) {
      read(operand(count), ScalarType.B64);
    }
  }

  private Address variable(
      VariableSyntax variable, int sourceOffset, long offset, StateSpace space) {
    StateSpace actualSpace = variables.spaceOf(variable);
    int base = variables.address(variable, sourceOffset, 0);
    if (space == StateSpace.GENERIC && actualSpace != StateSpace.GLOBAL) {
      int generic = body.temporary(64);
      body.emit(new ConvertAddress(Guard.NONE, body.position, actualSpace, true, generic, base));
      return new Address(generic, offset);
    }
    boolean ofCluster = space == StateSpace.SHARED_CLUSTER && actualSpace == StateSpace.SHARED;
    if (space != actualSpace && space != StateSpace.GENERIC && !ofCluster) {
      throw body.unexpected(
          sourceOffset,
          "`" + variable.name() + "` in " + AddressSpaces.name(actualSpace),
          "a variable in " + AddressSpaces.name(space));
    }
    return new Address(base, offset);
  }
}
