package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses one instruction (PTX ISA, "Instruction Operands"). */
final class InstructionParser {
  private static final int[] NOWHERE = {};
  private static final int MOST_OPERANDS = 256;

  private final Tokens tokens;
  private final ExpressionParser expressions;

  InstructionParser(Tokens tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** An instruction from its guard on. */
  InstructionSyntax guarded(Scope scope) {
    tokens.expect('@');
    boolean negated = tokens.accept('!');
    Name guard = name("a predicate register");
    int at = tokens.at();
    return afterOpcode(at, guard, negated, tokens.expectName("an instruction"), scope);
  }

  /** An instruction whose opcode has been read. */
  InstructionSyntax afterOpcode(
      int at, @Nullable Name guard, boolean negated, String opcode, Scope scope) {
    Refused.Feature whole = Refused.instruction(opcode);
    if (whole != null) {
      throw tokens.source.unsupported(at, opcode, whole.where(), whole.family());
    }
    List<String> qualifiers = new ArrayList<>(4);
    int[] qualifiersAt = NOWHERE;
    while (tokens.is(TokenKind.DOTTED)) {
      String qualifier = tokens.lexer.word();
      if (qualifiersAt.length == qualifiers.size()) {
        qualifiersAt = Arrays.copyOf(qualifiersAt, qualifiers.size() + 4);
      }
      qualifiersAt[qualifiers.size()] = tokens.at();
      qualifiers.add(qualifier);
      tokens.lexer.advance();
    }
    Refused.Found refused = Refused.form(opcode, qualifiers);
    if (refused != null) {
      Refused.Feature feature = refused.feature();
      int place = qualifiersAt[refused.qualifier()];
      throw tokens.source.unsupported(place, refused.name(), feature.where(), feature.family());
    }
    boolean call = opcode.equals("call");
    List<OperandSyntax> operands =
        operands(';', call ? "a function or a list in parentheses" : "an operand", call);
    return new InstructionSyntax(
        at, guard, negated, opcode, qualifiers, qualifiersAt, operands, scope);
  }

  private List<OperandSyntax> operands(char close, String what, boolean call) {
    List<OperandSyntax> operands = new ArrayList<>(4);
    if (tokens.accept(close)) {
      return operands;
    }
    do {
      if (operands.size() == MOST_OPERANDS) {
        throw tokens.unexpected("fewer operands");
      }
      operands.add(operand(what, close, call));
    } while (tokens.accept(','));
    if (!tokens.accept(close)) {
      throw tokens.unexpected("`,` or `" + close + "`");
    }
    return operands;
  }

  private OperandSyntax operand(String what, char close, boolean call) {
    int at = tokens.at();
    if (tokens.is(TokenKind.NAME)) {
      return nameOrPair(at);
    }
    if (tokens.accept('[')) {
      return memory(at);
    }
    if (close == ';') {
      if (tokens.accept('{')) {
        return new OperandSyntax.Vector(at, operands('}', "an element", false));
      }
      if (call && tokens.accept('(')) {
        return new OperandSyntax.Group(at, operands(')', "an argument", false));
      }
      if (tokens.accept('!')) {
        if (tokens.is(TokenKind.NAME)) {
          return new OperandSyntax.Not(at, name("a predicate register"));
        }
        Constant operand = expressions.parse();
        return new OperandSyntax.Literal(at, Form.INTEGER, operand.bits() == 0 ? 1 : 0);
      }
    }
    if (startsLiteral()) {
      return literal(at, expressions.parse());
    }
    throw tokens.unexpected(what);
  }

  private boolean startsLiteral() {
    return tokens.is(TokenKind.INTEGER)
        || tokens.is(TokenKind.SINGLE)
        || tokens.is(TokenKind.DOUBLE)
        || tokens.is('-')
        || tokens.is('+')
        || tokens.is('~')
        || tokens.is('(');
  }

  private OperandSyntax literal(int at, Constant constant) {
    if (constant.symbol() != null) {
      return new Name(at, constant.symbol(), null, constant.bits());
    }
    return new OperandSyntax.Literal(at, constant.form(), constant.bits());
  }

  private OperandSyntax nameOrPair(int at) {
    Name first = name("a name");
    if (tokens.accept('|')) {
      return new OperandSyntax.Pair(at, first, name("the second destination"));
    }
    if (tokens.is('[')) {
      return indexed(first);
    }
    return first;
  }

  /** A name with what may follow it: {@code .x}, {@code +4}. */
  private Name name(String what) {
    int at = tokens.at();
    String name = tokens.expectName(what);
    String element = null;
    if (tokens.is(TokenKind.DOTTED)) {
      element = tokens.lexer.word();
      tokens.lexer.advance();
    }
    return new Name(at, name, element, offset());
  }

  /** {@code +12}, {@code -4}, {@code +-4}, or nothing, which is 0. */
  private long offset() {
    int at = tokens.at();
    if (!tokens.accept('+') && !tokens.is('-')) {
      return 0;
    }
    Constant offset = expressions.parseSum();
    if (!offset.isInteger()) {
      throw tokens.source.unexpected(at, "an offset that is no integer", "a number of bytes");
    }
    return offset.bits();
  }

  /** {@code [base+offset]}, the bracket read. */
  private OperandSyntax memory(int at) {
    OperandSyntax.Memory memory;
    if (tokens.is(TokenKind.NAME)) {
      Name name = name("a name");
      Name base = new Name(name.at(), name.name(), name.element(), 0);
      memory = new OperandSyntax.Memory(at, base, name.offset());
    } else if (startsLiteral()) {
      int baseAt = tokens.at();
      Constant address = expressions.parse();
      memory =
          address.symbol() == null
              ? new OperandSyntax.Memory(at, literal(baseAt, address), 0)
              : new OperandSyntax.Memory(
                  at, new Name(baseAt, address.symbol(), null, 0), address.bits());
    } else {
      throw tokens.unexpected("a register, a variable or a number");
    }
    tokens.expect(']');
    return memory;
  }

  /** {@code array[3]} in the place of an address: the element's index, not bytes. */
  private OperandSyntax indexed(Name array) {
    tokens.expect('[');
    Constant index = expressions.parse();
    if (!index.isInteger()) {
      throw tokens.source.unexpected(index.at(), "an index that is no integer", "an integer");
    }
    tokens.expect(']');
    return new OperandSyntax.Element(array.at(), array.name(), index.bits());
  }
}
