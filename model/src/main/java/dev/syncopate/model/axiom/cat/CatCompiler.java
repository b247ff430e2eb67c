package dev.syncopate.model.axiom.cat;

import dev.syncopate.model.axiom.cat.graph.CatTest;
import dev.syncopate.model.axiom.cat.graph.CatVocabulary;
import dev.syncopate.model.axiom.cat.graph.DefinedNames;
import dev.syncopate.model.axiom.cat.graph.Elaborator;
import dev.syncopate.model.axiom.cat.graph.ValueGraph;
import dev.syncopate.model.axiom.cat.graph.ValueNode;
import dev.syncopate.model.axiom.cat.syntax.CatFile;
import dev.syncopate.model.axiom.cat.syntax.CatParser;
import dev.syncopate.model.axiom.cat.syntax.CatPosition;
import dev.syncopate.model.axiom.cat.syntax.CatStatement;
import dev.syncopate.model.source.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads models. */
public final class CatCompiler {
  /** Texts that public models include; what they define is known without including them, too. */
  private static final Set<String> BUILT_IN = Set.of("basic.cat", "cos.cat", "stdlib.cat");

  private final IncludeResolver includes;
  private final ValueGraph graph = new ValueGraph();
  private final Elaborator elaborator = new Elaborator(graph, CatVocabulary.standard());
  private final List<CatTest> tests = new ArrayList<>();
  private final Deque<String> including = new ArrayDeque<>();
  private @Nullable DefinedNames scope;

  private CatCompiler(IncludeResolver includes) {
    this.includes = includes;
  }

  /**
   * Reads a model.
   *
   * @param source its text
   * @param includes where the texts are that it includes
   * @throws dev.syncopate.model.source.SourceException if something in it is wrong
   */
  public static CatModel compile(SourceText source, IncludeResolver includes) {
    return compile(source.name(), source, includes);
  }

  /** Reads a model that the user calls other than its text is called. */
  public static CatModel compile(String name, SourceText source, IncludeResolver includes) {
    CatCompiler compiler = new CatCompiler(includes);
    compiler.read(prelude());
    CatFile file = compiler.read(source);
    if (compiler.tests.isEmpty()) {
      throw source.unexpected(
          source.text().length(), "the end of the file", "a test: a model without any allows all");
    }
    Map<String, ValueNode> values = new TreeMap<>();
    for (DefinedNames current = compiler.scope; current != null; current = current.outer()) {
      if (current.meaning() instanceof DefinedNames.Value value) {
        values.putIfAbsent(current.name(), value.node());
      }
    }
    return new CatModel(name, file.title(), compiler.graph, compiler.tests, values);
  }

  /** Names that every model has, defined in the language itself. */
  private static SourceText prelude() {
    try (InputStream stream = CatCompiler.class.getResourceAsStream(CatPosition.PRELUDE)) {
      if (stream == null) {
        throw new IllegalStateException(
            "prelude.cat is missing in the package of " + CatCompiler.class);
      }
      return new SourceText(
          CatPosition.PRELUDE, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CatFile read(SourceText source) {
    including.push(source.name());
    CatFile file = CatParser.parse(source);
    file.statements().forEach(this::add);
    including.pop();
    return file;
  }

  private void add(CatStatement statement) {
    switch (statement) {
      case CatStatement.Let let -> scope = elaborator.let(let, scope);
      case CatStatement.With withStatement ->
          scope =
              new DefinedNames(
                  scope,
                  withStatement.name(),
                  new DefinedNames.Value(
                      elaborator.choice(withStatement.name(), withStatement.choices(), scope)));
      case CatStatement.Include include -> include(include);
      case CatStatement.Test test ->
          tests.add(
              new CatTest(
                  test.name(),
                  test.flag(),
                  test.negated(),
                  test.kind(),
                  elaborator.relation(test.body(), scope)));
    }
  }

  private void include(CatStatement.Include include) {
    CatPosition place = include.place();
    SourceText included = includes.find(include.file(), place.source());
    if (included == null) {
      if (BUILT_IN.contains(include.file())) {
        return;
      }
      throw place.error(
          "there is no `"
              + include.file()
              + "` in the directory of "
              + place.source().name()
              + " nor in the library");
    }
    if (including.contains(included.name())) {
      throw place.error("`" + include.file() + "` includes itself");
    }
    read(included);
  }
}
