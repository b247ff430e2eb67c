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
  private final ConstantExpressionParser expressions;

  InstructionParser(Tokens tokens, ConstantExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** An instruction from its guard on. */
  InstructionSyntax guarded(SymbolScope scope) {
    tokens.expect('@');
    boolean negated = tokens.accept('!');
    Name guard = name("a predicate register");
    int sourceOffset = tokens.at();
    return afterOpcode(sourceOffset, guard, negated, tokens.expectName("an instruction"), scope);
  }

  /** An instruction whose opcode has been read. */
  InstructionSyntax afterOpcode(
      int sourceOffset, @Nullable Name guard, boolean negated, String opcode, SymbolScope scope) {
    UnsupportedFeatures.Feature refusedFeature = UnsupportedFeatures.instruction(opcode);
    if (refusedFeature != null) {
      throw tokens.source.unsupported(
          sourceOffset, opcode, refusedFeature.where(), refusedFeature.family());
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
    UnsupportedFeatures.Found refused = UnsupportedFeatures.form(opcode, qualifiers);
    if (refused != null) {
      UnsupportedFeatures.Feature feature = refused.feature();
      int place = qualifiersAt[refused.qualifier()];
      throw tokens.source.unsupported(place, refused.name(), feature.where(), feature.family());
    }
    boolean call = opcode.equals("call");
    List<OperandSyntax> operands =
        operands(';', call ? "a function or a list in parentheses" : "an operand", call);
    return new InstructionSyntax(
        sourceOffset, guard, negated, opcode, qualifiers, qualifiersAt, operands, scope);
  }

  private List<OperandSyntax> operands(char close, String expected, boolean call) {
    List<OperandSyntax> operands = new ArrayList<>(4);
    if (tokens.accept(close)) {
      return operands;
    }
    do {
      if (operands.size() == MOST_OPERANDS) {
        throw tokens.unexpected("fewer operands");
      }
      operands.add(operand(expected, close, call));
    } while (tokens.accept(','));
    if (!tokens.accept(close)) {
      throw tokens.unexpected("`,` or `" + close + "`");
    }
    return operands;
  }

  private OperandSyntax operand(String expected, char close, boolean call) {
    int sourceOffset = tokens.at();
    if (tokens.is(TokenKind.NAME)) {
      return nameOrPair(sourceOffset);
    }
    if (tokens.accept('[')) {
      return memory(sourceOffset);
    }
    if (close == ';') {
      if (tokens.accept('{')) {
        return new OperandSyntax.Vector(sourceOffset, operands('}', "an element", false));
      }
      if (call && tokens.accept('(')) {
        return new OperandSyntax.Group(sourceOffset, operands(')', "an argument", false));
      }
      if (tokens.accept('!')) {
        if (tokens.is(TokenKind.NAME)) {
          return new OperandSyntax.Not(sourceOffset, name("a predicate register"));
        }
        Constant operand = expressions.parse();
        return new OperandSyntax.Literal(sourceOffset, Form.INTEGER, operand.bits() == 0 ? 1 : 0);
      }
    }
    if (startsLiteral()) {
      return literal(sourceOffset, expressions.parse());
    }
    throw tokens.unexpected(expected);
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

  private OperandSyntax literal(int sourceOffset, Constant constant) {
    if (constant.symbol() != null) {
      return new Name(sourceOffset, constant.symbol(), null, constant.bits());
    }
    return new OperandSyntax.Literal(sourceOffset, constant.form(), constant.bits());
  }

  private OperandSyntax nameOrPair(int sourceOffset) {
    Name first = name("a name");
    if (tokens.accept('|')) {
      return new OperandSyntax.Pair(sourceOffset, first, name("the second destination"));
    }
    if (tokens.is('[')) {
      return indexed(first);
    }
    return first;
  }

  /** A name with what may follow it: {@code .x}, {@code +4}. */
  private Name name(String expected) {
    int sourceOffset = tokens.at();
    String name = tokens.expectName(expected);
    String element = null;
    if (tokens.is(TokenKind.DOTTED)) {
      element = tokens.lexer.word();
      tokens.lexer.advance();
    }
    return new Name(sourceOffset, name, element, offset());
  }

  /** {@code +12}, {@code -4}, {@code +-4}, or nothing, which is 0. */
  private long offset() {
    int sourceOffset = tokens.at();
    if (!tokens.accept('+') && !tokens.is('-')) {
      return 0;
    }
    Constant offset = expressions.parseSum();
    if (!offset.isInteger()) {
      throw tokens.source.unexpected(
          sourceOffset, "an offset that is no integer", "a number of bytes");
    }
    return offset.bits();
  }

  /** {@code [base+offset]}, the bracket read. */
  private OperandSyntax memory(int sourceOffset) {
    OperandSyntax.Memory memory;
    if (tokens.is(TokenKind.NAME)) {
      Name name = name("a name");
      Name base = new Name(name.at(), name.name(), name.element(), 0);
      memory = new OperandSyntax.Memory(sourceOffset, base, name.offset());
    } else if (startsLiteral()) {
      int baseAt = tokens.at();
      Constant address = expressions.parse();
      memory =
          address.symbol() == null
              ? new OperandSyntax.Memory(sourceOffset, literal(baseAt, address), 0)
              : new OperandSyntax.Memory(
                  sourceOffset, new Name(baseAt, address.symbol(), null, 0), address.bits());
    } else {
      throw tokens.unexpected("a register, a variable or a number");
    }
    if (tokens.accept(',')) {
      tokens.expect('{');
      List<OperandSyntax> coordinates = operands('}', "a coordinate", false);
      tokens.expect(']');
      return new OperandSyntax.Tensor(sourceOffset, memory, coordinates);
    }
    tokens.expect(']');
    return memory;
  }

  /** {@code array[3]} in the place of an address: the element's index, not bytes. */
  private OperandSyntax indexed(Name array) {
    tokens.expect('[');
    Constant index = expressions.parse();
    if (!index.isInteger()) {
      throw tokens.source.unexpected(
          index.sourceOffset(), "an index that is no integer", "an integer");
    }
    tokens.expect(']');
    return new OperandSyntax.Element(array.at(), array.name(), index.bits());
  }
}
