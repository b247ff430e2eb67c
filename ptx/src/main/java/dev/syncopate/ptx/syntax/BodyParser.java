package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses the body of a function: blocks, declarations, labels, instructions. */
final class BodyParser {
  private static final int DEEPEST_BLOCK = 100;
  private static final int MOST_REGISTERS = 1 << 20;

  private final Tokens tokens;
  private final DeclarationParser declarations;
  private final InstructionParser instructions;

  private SymbolScope scope;
  private int depth;

  /** The first thing that is not supported. */
  @Nullable PtxException unsupported;

  final RegisterTypes values;
  int predicates;
  final List<InstructionSyntax> body = new ArrayList<>();
  final List<VariableSyntax> variables = new ArrayList<>();
  final List<Symbol.Label> labels = new ArrayList<>();

  BodyParser(
      Tokens tokens,
      DeclarationParser declarations,
      InstructionParser instructions,
      SymbolScope scope,
      RegisterTypes values) {
    this.tokens = tokens;
    this.declarations = declarations;
    this.instructions = instructions;
    this.scope = scope;
    this.values = values;
  }

  /** Declares a parameter of the function. */
  void declareParameter(VariableSyntax parameter) {
    Symbol.Register register = parameter.register();
    if (!parameter.name().equals("_")) {
      declare(
          parameter.name(),
          parameter.at(),
          register != null ? register : new Symbol.Variable(parameter));
    }
  }

  /** A block from its opening brace on; the offset of the closing one. */
  int block() {
    if (depth == 0) {
      tokens.source.lines().functionBegins(tokens.source.position(tokens.at()).line());
    }
    tokens.expect('{');
    if (++depth > DEEPEST_BLOCK) {
      throw tokens.unexpected("fewer than " + DEEPEST_BLOCK + " levels of blocks");
    }
    while (!tokens.is('}')) {
      statement();
    }
    int end = tokens.at();
    tokens.expect('}');
    depth--;
    return end;
  }

  /** A statement; if it is not supported, then the function cannot run, and it is skipped. */
  private void statement() {
    try {
      supported();
    } catch (PtxException e) {
      if (!e.isUnsupported()) {
        throw e;
      }
      unsupported = unsupported == null ? e : unsupported;
      tokens.skipStatement();
    }
  }

  private void supported() {
    if (tokens.is(TokenKind.NAME)) {
      int sourceOffset = tokens.at();
      String name = tokens.expectName("an instruction");
      if (tokens.accept(':')) {
        label(sourceOffset, name);
      } else {
        body.add(instructions.afterOpcode(sourceOffset, null, false, name, scope));
      }
    } else if (tokens.is('@')) {
      body.add(instructions.guarded(scope));
    } else if (tokens.is(TokenKind.DOTTED)) {
      directive();
    } else if (tokens.is('{')) {
      SymbolScope outer = scope;
      scope = new SymbolScope(outer);
      block();
      scope = outer;
    } else if (!tokens.accept(';')) {
      throw tokens.unexpected("an instruction, a label, a directive or `}`");
    }
  }

  private void label(int sourceOffset, String name) {
    if (tokens.acceptDotted("branchtargets")) {
      declare(name, sourceOffset, new Symbol.BranchTargets(sourceOffset, names("a label")));
    } else if (tokens.acceptDotted("calltargets")) {
      declare(name, sourceOffset, new Symbol.CallTargets(sourceOffset, names("a function")));
    } else if (tokens.acceptDotted("callprototype")) {
      List<VariableSyntax> results = tokens.is('(') ? declarations.parameters(values) : List.of();
      tokens.expectName("`_`");
      List<VariableSyntax> parameters =
          tokens.is('(') ? declarations.parameters(values) : List.of();
      tokens.acceptDotted("noreturn");
      tokens.expect(';');
      declare(name, sourceOffset, new Symbol.Prototype(sourceOffset, results, parameters));
    } else {
      Symbol.Label label = new Symbol.Label(sourceOffset, body.size());
      declare(name, sourceOffset, label);
      labels.add(label);
    }
  }

  private List<OperandSyntax.Name> names(String expected) {
    List<OperandSyntax.Name> names = new ArrayList<>();
    do {
      int sourceOffset = tokens.at();
      names.add(new OperandSyntax.Name(sourceOffset, tokens.expectName(expected), null, 0));
    } while (tokens.accept(','));
    tokens.expect(';');
    return names;
  }

  private void directive() {
    if (tokens.acceptDotted("reg")) {
      registers();
    } else if (tokens.acceptDotted("loc")) {
      Directives.location(tokens);
    } else if (tokens.acceptDotted("pragma")) {
      Directives.skipPragma(tokens);
    } else {
      StateSpace space = variableSpace();
      for (VariableSyntax variable : declarations.variables(space, false)) {
        if (variable.isUnsized()) {
          throw tokens.source.unexpected(
              variable.at(), "an array without a size in a function", "a number of elements");
        }
        declare(variable.name(), variable.at(), new Symbol.Variable(variable));
        variables.add(variable);
      }
    }
  }

  private StateSpace variableSpace() {
    StateSpace space =
        switch (tokens.lexer.word()) {
          case "local" -> StateSpace.LOCAL;
          case "shared" -> StateSpace.SHARED;
          case "param" -> StateSpace.PARAM;
          default ->
              throw tokens.unexpected("`.reg`, `.local`, `.shared`, `.param`, `.loc` or `.pragma`");
        };
    tokens.lexer.advance();
    return space;
  }

  /** {@code .reg .b32 %r<10>, %x;} */
  private void registers() {
    int elements = 1;
    if (tokens.acceptDotted("v2")) {
      elements = 2;
    } else if (tokens.acceptDotted("v4")) {
      elements = 4;
    }
    ScalarType type = registerType();
    do {
      int sourceOffset = tokens.at();
      String name = tokens.expectName("the name of a register");
      if (tokens.accept('<')) {
        int count = tokens.expectCount("a number of registers");
        tokens.expect('>');
        if (elements > 1
            || !scope.declareRange(
                sourceOffset, name, type, add(sourceOffset, type, count), count)) {
          throw tokens.source.unexpected(
              sourceOffset, "a second declaration of `" + name + "<>`", "another name");
        }
      } else {
        int number = add(sourceOffset, type, elements);
        declare(name, sourceOffset, new Symbol.Register(sourceOffset, type, number, elements));
      }
    } while (tokens.accept(','));
    tokens.expect(';');
  }

  private ScalarType registerType() {
    ScalarType type = tokens.is(TokenKind.DOTTED) ? TypeNames.find(tokens.lexer.word()) : null;
    if (type == null) {
      throw tokens.unexpected("a type");
    }
    if (type.bits() == 8) {
      throw tokens.unexpected("a type of 16, 32 or 64 bits, or `.pred`");
    }
    tokens.lexer.advance();
    return type;
  }

  private int add(int sourceOffset, ScalarType type, int count) {
    int valuesPerElement = type == ScalarType.B128 ? 2 : 1;
    if (count > (MOST_REGISTERS - values.count() - predicates) / valuesPerElement) {
      throw tokens.source.unexpected(
          sourceOffset, "more than " + MOST_REGISTERS + " registers", "fewer of them");
    }
    if (type != ScalarType.PRED) {
      return values.addRegisters(type, count);
    }
    predicates += count;
    return predicates - count;
  }

  private void declare(String name, int sourceOffset, Symbol symbol) {
    Directives.declare(tokens, scope, name, sourceOffset, symbol);
  }
}
