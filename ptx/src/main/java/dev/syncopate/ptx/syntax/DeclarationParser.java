package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.VariableSyntax.InitialValue;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses declarations of variables and parameters (PTX ISA, "Variables"). */
final class DeclarationParser {
  private static final String TYPE = "a type";

  private final Tokens tokens;
  private final ConstantExpressionParser expressions;

  DeclarationParser(Tokens tokens, ConstantExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** Declaration between the state space and the names. */
  private record Shape(ScalarType type, int vector, int alignment, boolean managed) {}

  /** A declared name with its dimensions. */
  private record Declarator(int sourceOffset, String name, List<Long> dimensions) {
    boolean isUnsized() {
      return !dimensions.isEmpty() && dimensions.get(0) == VariableSyntax.UNSIZED;
    }
  }

  /** The variables of one declaration, whose space has been read; ends with the semicolon. */
  List<VariableSyntax> variables(StateSpace space, boolean external) {
    Shape shape = shape();
    List<VariableSyntax> variables = new ArrayList<>(1);
    do {
      Declarator declarator = declarator("the name of a variable");
      List<InitialValue> initial = List.of();
      long elements = elements(declarator, shape);
      int initialAt = tokens.at();
      if (tokens.accept('=')) {
        if (space != StateSpace.GLOBAL && space != StateSpace.CONST) {
          throw tokens.source.unexpected(initialAt, "an initialiser", "`;`");
        }
        long row = elements(declarator.dimensions(), 1, shape.vector, declarator.sourceOffset);
        initial =
            new InitialiserParser(tokens, expressions).parse(declarator.dimensions(), shape.vector);
        if (declarator.isUnsized()) {
          long last = initial.isEmpty() ? 0 : initial.get(initial.size() - 1).index() + 1;
          elements = row == 0 ? 0 : (last + row - 1) / row * row;
        }
      }
      variables.add(
          new VariableSyntax(
              declarator.sourceOffset,
              space,
              shape.type,
              declarator.name,
              elements,
              !declarator.dimensions.isEmpty(),
              shape.alignment,
              external,
              shape.managed,
              initial,
              null));
    } while (tokens.accept(','));
    tokens.expect(';');
    return variables;
  }

  /** The parameters in parentheses. */
  List<VariableSyntax> parameters(@Nullable RegisterTypes values) {
    List<VariableSyntax> parameters = new ArrayList<>();
    tokens.expect('(');
    if (tokens.accept(')')) {
      return parameters;
    }
    do {
      parameters.add(parameter(values));
    } while (tokens.accept(','));
    tokens.expect(')');
    return parameters;
  }

  private VariableSyntax parameter(@Nullable RegisterTypes values) {
    boolean register = tokens.isDotted("reg");
    if (!register && !tokens.isDotted("param")) {
      throw tokens.unexpected("`.param` or `)`");
    }
    tokens.lexer.advance();
    Shape shape = shape();
    Declarator declarator = declarator("the name of a parameter");
    long elements = elements(declarator, shape);
    if (elements == VariableSyntax.UNSIZED) {
      throw tokens.source.unexpected(
          declarator.sourceOffset, "a parameter without a size", "a fixed number of parameters");
    }
    Symbol.Register symbol = null;
    if (register) {
      if (values == null || elements != 1 || shape.type == ScalarType.PRED) {
        throw tokens.source.unexpected(
            declarator.sourceOffset,
            "a parameter in `.reg`",
            "one in `.param`, or a scalar of a function");
      }
      symbol =
          new Symbol.Register(
              declarator.sourceOffset, shape.type, values.addRegisters(shape.type, 1), 1);
    }
    return new VariableSyntax(
        declarator.sourceOffset,
        StateSpace.PARAM,
        shape.type,
        declarator.name,
        elements,
        !declarator.dimensions.isEmpty() || shape.vector > 1,
        shape.alignment,
        false,
        false,
        List.of(),
        symbol);
  }

  private Shape shape() {
    int alignment = 0;
    int vector = 1;
    boolean managed = false;
    ScalarType type = null;
    while (tokens.is(TokenKind.DOTTED)) {
      String word = tokens.lexer.word();
      switch (word) {
        case "align" -> {
          tokens.lexer.advance();
          alignment = alignment();
          continue;
        }
        case "v2" -> vector = 2;
        case "v4" -> vector = 4;
        // What a kernel's pointer points to, and where; nothing depends on it.
        case "ptr", "global", "shared", "const", "local" -> {
          if (type == null) {
            throw tokens.unexpected(TYPE);
          }
        }
        case "attribute" -> {
          managed = true;
          expectManaged();
          continue;
        }
        default -> {
          UnsupportedFeatures.Feature refused = UnsupportedFeatures.directive(word);
          if (refused != null) {
            throw tokens.unsupported(refused);
          }
          ScalarType named = TypeNames.find(word);
          if (named == null || type != null) {
            throw tokens.unexpected(type == null ? TYPE : "a name");
          }
          type = named;
        }
      }
      tokens.lexer.advance();
    }
    if (type == null) {
      throw tokens.unexpected(TYPE);
    }
    int natural = Math.max(1, type.bytes()) * vector;
    return new Shape(
        type, vector, Math.max(alignment, alignment == 0 ? natural : type.bytes()), managed);
  }

  /** {@code .attribute(.managed)}: the host maps the variable as well. */
  private void expectManaged() {
    tokens.lexer.advance();
    tokens.expect('(');
    if (!tokens.acceptDotted("managed")) {
      throw tokens.unexpected("`.managed`");
    }
    tokens.expect(')');
  }

  private int alignment() {
    int sourceOffset = tokens.at();
    int alignment = tokens.expectCount("a number of bytes");
    if (Integer.bitCount(alignment) != 1 || alignment > 1 << 20) {
      throw tokens.source.unexpected(
          sourceOffset, "an alignment of " + alignment, "a power of two up to 1048576");
    }
    return alignment;
  }

  private Declarator declarator(String expected) {
    int sourceOffset = tokens.at();
    String name = tokens.expectName(expected);
    List<Long> dimensions = new ArrayList<>(1);
    while (tokens.accept('[')) {
      int sizeAt = tokens.at();
      if (tokens.accept(']')) {
        if (!dimensions.isEmpty()) {
          throw tokens.source.unexpected(sizeAt, "`]`", "a number of elements");
        }
        dimensions.add((long) VariableSyntax.UNSIZED);
        continue;
      }
      Constant size = expressions.parse();
      if (!size.isInteger() || size.bits() < 0 || size.bits() > Integer.MAX_VALUE) {
        throw tokens.source.unexpected(
            sizeAt, "a size that is no number of elements", "0 to 2147483647");
      }
      dimensions.add(size.bits());
      tokens.expect(']');
    }
    return new Declarator(sourceOffset, name, dimensions);
  }

  private long elements(Declarator declarator, Shape shape) {
    if (declarator.isUnsized()) {
      return VariableSyntax.UNSIZED;
    }
    long elements = elements(declarator.dimensions, 0, shape.vector, declarator.sourceOffset);
    if (elements * Math.max(1, shape.type.bytes()) > Integer.MAX_VALUE) {
      throw tooLarge(declarator.sourceOffset);
    }
    return elements;
  }

  /** Product of the dimensions from one on and of the vector's length. */
  private long elements(List<Long> dimensions, int firstDimension, int vector, int sourceOffset) {
    long elements = vector;
    for (int i = firstDimension; i < dimensions.size(); i++) {
      elements *= dimensions.get(i);
      if (elements > Integer.MAX_VALUE) {
        throw tooLarge(sourceOffset);
      }
    }
    return elements;
  }

  private PtxException tooLarge(int sourceOffset) {
    return tokens.source.unexpected(sourceOffset, "a variable of more than 2 GiB", "a smaller one");
  }
}
