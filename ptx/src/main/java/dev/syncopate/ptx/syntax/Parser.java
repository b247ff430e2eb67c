package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a PTX text by recursive descent: its directives here, what they hold elsewhere. */
public final class Parser {
  private final Tokens tokens;
  private final ConstantExpressionParser expressions;
  private final DeclarationParser declarations;
  private final FunctionParser functionParser;
  private final SymbolScope scope = new SymbolScope(null);
  private final Map<String, VariableSyntax> variables = new LinkedHashMap<>();
  private final Map<String, FunctionSyntax> functions = new LinkedHashMap<>();
  private @Nullable PtxException unsupported;

  private Parser(PtxSource source) {
    tokens = new Tokens(source);
    expressions = new ConstantExpressionParser(tokens);
    declarations = new DeclarationParser(tokens, expressions);
    functionParser =
        new FunctionParser(tokens, declarations, new InstructionParser(tokens, expressions), scope);
  }

  /**
   * The syntax tree of a whole text.
   *
   * @throws PtxException where the text is not PTX
   */
  public static ModuleSyntax parse(PtxSource source) {
    Parser parser = new Parser(source);
    while (!parser.tokens.is(TokenKind.END)) {
      parser.directive();
    }
    return new ModuleSyntax(
        source,
        parser.scope,
        List.copyOf(parser.variables.values()),
        List.copyOf(parser.functions.values()),
        parser.unsupported);
  }

  private void directive() {
    boolean external = false;
    boolean linked = false;
    while (tokens.isDotted("visible")
        || tokens.isDotted("weak")
        || tokens.isDotted("common")
        || tokens.isDotted("extern")) {
      external |= tokens.isDotted("extern");
      linked = true;
      tokens.lexer.advance();
    }
    if (!tokens.is(TokenKind.DOTTED)) {
      throw tokens.unexpected("a directive");
    }
    try {
      UnsupportedFeatures.Feature refused = UnsupportedFeatures.directive(tokens.lexer.word());
      if (refused != null) {
        throw tokens.unsupported(refused);
      }
      if (!declaration(external)) {
        if (linked) {
          throw tokens.unexpected("`.entry`, `.func`, `.global`, `.const` or `.shared`");
        }
        plainDirective();
      }
    } catch (PtxException e) {
      leaveOut(e);
    }
  }

  /** Leaves out a declaration that is not supported; what uses its name cannot run. */
  private void leaveOut(PtxException e) {
    if (!e.isUnsupported()) {
      throw e;
    }
    unsupported = unsupported == null ? e : unsupported;
    while (tokens.is(TokenKind.DOTTED)) {
      tokens.lexer.advance();
    }
    int sourceOffset = tokens.at();
    String name = tokens.expectName("the name of a variable");
    Directives.declare(tokens, scope, name, sourceOffset, new Symbol.Unsupported(sourceOffset, e));
    tokens.skipStatement();
  }

  private boolean declaration(boolean external) {
    switch (tokens.lexer.word()) {
      case "entry" -> function(true);
      case "func" -> function(false);
      case "global" -> variables(StateSpace.GLOBAL, external);
      case "const" -> variables(StateSpace.CONST, external);
      case "shared" -> variables(StateSpace.SHARED, external);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void plainDirective() {
    switch (tokens.lexer.word()) {
      case "version" -> {
        tokens.lexer.advance();
        if (!tokens.is(TokenKind.DOUBLE)) {
          throw tokens.unexpected("a version such as 9.0");
        }
        tokens.lexer.advance();
      }
      case "target" -> {
        tokens.lexer.advance();
        do {
          tokens.expectName("a target such as `sm_75`");
        } while (tokens.accept(','));
      }
      case "address_size" -> {
        tokens.lexer.advance();
        int sourceOffset = tokens.at();
        int size = tokens.expectCount("64");
        if (size != 64) {
          throw tokens.source.unexpected(sourceOffset, "an address size of " + size, "64");
        }
      }
      case "file" -> {
        tokens.lexer.advance();
        int number = tokens.expectCount("the number of a file");
        String name = tokens.expectWord(TokenKind.STRING, "the name of a file");
        tokens.source.lines().file(number, name.substring(1, name.length() - 1));
        while (tokens.accept(',')) {
          if (!tokens.is(TokenKind.INTEGER)) {
            throw tokens.unexpected("a number");
          }
          tokens.lexer.advance();
        }
      }
      case "loc" -> {
        tokens.lexer.advance();
        Directives.location(tokens);
      }
      case "pragma" -> {
        tokens.lexer.advance();
        Directives.skipPragma(tokens);
      }
      case "section" -> skipSection();
      case "alias" -> alias();
      default ->
          throw tokens.unexpected(
              "a directive: `.version`, `.target`, `.address_size`, `.entry`, `.func`, `.global`,"
                  + " `.const`, `.shared`, `.file`, `.section`, `.alias` or `.pragma`");
    }
  }

  /** {@code .section .debug_info { … }}: what debuggers read. */
  private void skipSection() {
    tokens.lexer.advance();
    tokens.expectDotted("the name of a section");
    tokens.expect('{');
    while (!tokens.accept('}')) {
      if (tokens.is(TokenKind.END)) {
        throw tokens.unexpected("`}`");
      }
      tokens.lexer.advance();
    }
  }

  /** {@code .alias name, function;} */
  private void alias() {
    tokens.lexer.advance();
    int sourceOffset = tokens.at();
    String name = tokens.expectName("the name of a function");
    tokens.expect(',');
    int targetAt = tokens.at();
    String target = tokens.expectName("a function");
    tokens.expect(';');
    if (!(scope.find(target) instanceof Symbol.Function function)) {
      throw tokens.source.unexpected(targetAt, "`" + target + "`", "a function declared before");
    }
    FunctionSyntax declared = functions.get(name);
    if (declared != null && declared.defined()) {
      throw tokens.source.unexpected(
          sourceOffset, "a second definition of `" + name + "`", "another name");
    }
    functions.remove(name);
    scope.replace(name, function);
  }

  private void variables(StateSpace space, boolean external) {
    tokens.lexer.advance();
    for (VariableSyntax variable : declarations.variables(space, external)) {
      if (variable.isUnsized() && !external) {
        throw tokens.source.unexpected(
            variable.at(), "an array without a size", "`.extern`, a size or an initialiser");
      }
      VariableSyntax previous = variables.get(variable.name());
      Symbol symbol = new Symbol.Variable(variable);
      if (previous == null) {
        Directives.declare(tokens, scope, variable.name(), variable.at(), symbol);
        variables.put(variable.name(), variable);
      } else if (!external && previous.isExternal() && previous.space() == space) {
        scope.replace(variable.name(), symbol);
        variables.put(variable.name(), variable);
      } else if (!external || previous.space() != space) {
        throw tokens.source.unexpected(
            variable.at(), "a second definition of `" + variable.name() + "`", "another name");
      }
    }
  }

  private void function(boolean kernel) {
    tokens.lexer.advance();
    FunctionSyntax function = functionParser.parse(kernel);
    FunctionSyntax previous = functions.get(function.name());
    Symbol symbol = new Symbol.Function(function);
    if (previous == null) {
      Directives.declare(tokens, scope, function.name(), function.sourceOffset(), symbol);
    } else if (previous.defined() && function.defined()) {
      throw tokens.source.unexpected(
          function.sourceOffset(),
          "a second definition of `" + function.name() + "`",
          "another name (line "
              + tokens.source.position(previous.sourceOffset()).line()
              + " has this one)");
    } else if (previous.defined()) {
      return;
    } else {
      scope.replace(function.name(), symbol);
      // Keep the order of definitions.
      functions.remove(function.name());
    }
    functions.put(function.name(), function);
  }
}
