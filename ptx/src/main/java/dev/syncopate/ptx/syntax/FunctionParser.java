package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.syntax.FunctionSyntax.LaunchBounds;
import dev.syncopate.ptx.syntax.source.PtxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses functions and kernels (PTX ISA, "Kernel and Function Directives"). */
final class FunctionParser {
  private static final int MOST_THREADS = 1 << 20;
  private static final String BLOCK = "a block";
  private static final String CLUSTER = "a cluster";

  private final Tokens tokens;
  private final DeclarationParser declarations;
  private final InstructionParser instructions;
  private final SymbolScope module;

  /** What is not supported before the body of the function at hand. */
  private @Nullable PtxException unsupported;

  FunctionParser(
      Tokens tokens,
      DeclarationParser declarations,
      InstructionParser instructions,
      SymbolScope module) {
    this.tokens = tokens;
    this.declarations = declarations;
    this.instructions = instructions;
    this.module = module;
  }

  /** A function from behind {@code .func} or {@code .entry} on. */
  FunctionSyntax parse(boolean kernel) {
    RegisterTypes values = new RegisterTypes();
    unsupported = null;
    if (tokens.acceptDotted("attribute")) {
      throw tokens.unexpected("a function without attributes");
    }
    List<VariableSyntax> results = !kernel && tokens.is('(') ? parameters(values) : List.of();
    int sourceOffset = tokens.at();
    String name = tokens.expectName("the name of a " + (kernel ? "kernel" : "function"));
    List<VariableSyntax> parameters =
        tokens.is('(') ? parameters(kernel ? null : values) : List.of();
    LaunchBounds bounds = bounds();
    BodyParser body =
        new BodyParser(tokens, declarations, instructions, new SymbolScope(module), values);
    int end = sourceOffset;
    boolean defined = !tokens.accept(';');
    if (defined) {
      if (!tokens.is('{')) {
        throw tokens.unexpected("`{` or `;`");
      }
      for (VariableSyntax result : results) {
        body.declareParameter(result);
      }
      for (VariableSyntax parameter : parameters) {
        body.declareParameter(parameter);
      }
      end = body.block();
    }
    return new FunctionSyntax(
        sourceOffset,
        end,
        name,
        kernel,
        defined,
        results,
        parameters,
        body.body,
        values,
        body.predicates,
        body.variables,
        body.labels,
        bounds,
        unsupported != null ? unsupported : body.unsupported);
  }

  private List<VariableSyntax> parameters(@Nullable RegisterTypes values) {
    try {
      return declarations.parameters(values);
    } catch (PtxException e) {
      note(e);
      while (!tokens.accept(')')) {
        if (tokens.is(TokenKind.END)) {
          throw tokens.unexpected("`)`");
        }
        tokens.lexer.advance();
      }
      return List.of();
    }
  }

  /** Keeps what is not supported; anything else is an error. */
  private void note(PtxException e) {
    if (!e.isUnsupported()) {
      throw e;
    }
    unsupported = unsupported == null ? e : unsupported;
  }

  private LaunchBounds bounds() {
    int maxThreads = 0;
    List<Integer> required = List.of();
    int minCtas = 0;
    int maxRegisters = 0;
    List<Integer> requiredCluster = List.of();
    boolean explicitCluster = false;
    int maxClusterRank = 0;
    while (tokens.is(TokenKind.DOTTED)) {
      String word = tokens.lexer.word();
      UnsupportedFeatures.Feature refused = UnsupportedFeatures.directive(word);
      if (refused != null) {
        note(tokens.unsupported(refused));
        do {
          tokens.lexer.advance();
        } while (tokens.is(TokenKind.INTEGER) || tokens.is(','));
        continue;
      }
      switch (word) {
        case "noreturn", "unified" -> tokens.lexer.advance();
        case "maxntid" -> {
          tokens.lexer.advance();
          maxThreads = product(dimensions("a number of threads", BLOCK));
        }
        case "reqntid" -> {
          tokens.lexer.advance();
          required = dimensions("a number of threads", BLOCK);
        }
        case "maxnctapersm" -> {
          tokens.lexer.advance();
          tokens.expectCount("a number");
        }
        case "minnctapersm" -> {
          tokens.lexer.advance();
          minCtas = tokens.expectCount("a number of CTAs");
        }
        case "maxnreg" -> {
          tokens.lexer.advance();
          maxRegisters = tokens.expectCount("a number of registers");
        }
        case "explicitcluster" -> {
          tokens.lexer.advance();
          explicitCluster = true;
        }
        case "reqnctapercluster" -> {
          requireAlone(maxClusterRank > 0, word, "maxclusterrank");
          tokens.lexer.advance();
          requiredCluster = dimensions("a number of CTAs", CLUSTER);
        }
        case "maxclusterrank" -> {
          requireAlone(!requiredCluster.isEmpty(), word, "reqnctapercluster");
          tokens.lexer.advance();
          int sourceOffset = tokens.at();
          maxClusterRank = tokens.expectCount("a number of CTAs");
          if (maxClusterRank == 0) {
            throw tokens.source.unexpected(sourceOffset, "`0`", "a number of CTAs, at least 1");
          }
        }
        case "pragma" -> {
          tokens.lexer.advance();
          Directives.skipPragma(tokens);
        }
        default ->
            throw tokens.unexpected(
                "`{`, `;`, `.noreturn`, `.maxntid`, `.reqntid`, `.minnctapersm`, `.maxnreg`,"
                    + " `.explicitcluster`, `.reqnctapercluster`, `.maxclusterrank` or `.pragma`");
      }
    }
    ClusterBounds clusters = new ClusterBounds(requiredCluster, explicitCluster, maxClusterRank);
    return new LaunchBounds(maxThreads, required, minCtas, maxRegisters, clusters);
  }

  /** Two directives exclude each other, as for the vendor's assembler. */
  private void requireAlone(boolean excludedSeen, String word, String otherWord) {
    if (excludedSeen) {
      throw tokens.unexpected("no `.%s` with `.%s`".formatted(word, otherWord));
    }
  }

  /** One to three extents. */
  private List<Integer> dimensions(String unit, String container) {
    List<Integer> sizes = new ArrayList<>(3);
    do {
      int sourceOffset = tokens.at();
      int size = tokens.expectCount(unit);
      if (size == 0 || size > MOST_THREADS || sizes.size() == 3) {
        throw tokens.source.unexpected(
            sourceOffset, "`" + size + "`", "up to three sizes of " + container);
      }
      sizes.add(size);
    } while (tokens.accept(','));
    while (sizes.size() < 3) {
      sizes.add(1);
    }
    return List.copyOf(sizes);
  }

  private int product(List<Integer> sizes) {
    long product = 1;
    for (int size : sizes) {
      product = Math.min(MOST_THREADS, product * size);
    }
    return (int) product;
  }
}
