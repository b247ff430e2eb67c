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
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads models. */
public final class CatCompiler {
  /** Texts that public models include; what they define is known without including them, too. */
  private static final Set<String> BUILT_IN =
      Set.of(
          "aarch64fences.cat",
          "armfences.cat",
          "basic.cat",
          "cos.cat",
          "cos-opt.cat",
          "coscat.cat",
          "cross.cat",
          "filters.cat",
          "fr.cat",
          "lock.cat",
          "mipsfences.cat",
          "ncos.cat",
          "ppcfences.cat",
          "riscvfences.cat",
          "stdlib.cat",
          "x86fences.cat");

  /** Names whose meaning depends on the architecture that a model's header names. */
  private static final Map<String, String> ARCHITECTURES =
      Map.of(
          "X86", "x86.cat",
          "X86_64", "x86.cat",
          "AArch64", "aarch64.cat",
          "ARMv8", "aarch64.cat");

  private static final String EXTENSION = ".cat";

  /** Declarations of a model's annotations and scopes, in a file next to it. */
  private static final String DECLARATIONS = ".bell";

  private static final int DEEPEST_PROCEDURE = 50;

  private final IncludeResolver includes;
  private final ValueGraph graph = new ValueGraph();
  private final Elaborator elaborator;
  private final List<CatTest> tests = new ArrayList<>();
  private final Deque<String> including = new ArrayDeque<>();
  private @Nullable DefinedNames scope;
  private int procedureDepth;

  private CatCompiler(IncludeResolver includes, boolean mergesAtomics) {
    this.includes = includes;
    this.elaborator = new Elaborator(graph, CatVocabulary.standard(), mergesAtomics);
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
    CatFile file = CatParser.parse(source);
    CatCompiler compiler = new CatCompiler(includes, false);
    CatModel model = compiler.model(name, source, file);
    return compiler.elaborator.countsOnOneEvent()
        ? new CatCompiler(includes, true).model(name, source, file)
        : model;
  }

  private CatModel model(String name, SourceText source, CatFile file) {
    read(builtIn(CatPosition.PRELUDE));
    for (String word : file.header()) {
      String architecture = ARCHITECTURES.get(word);
      if (architecture != null) {
        read(builtIn(architecture));
        break;
      }
    }
    SourceText declarations = declarations(source);
    if (declarations != null) {
      read(declarations);
    }
    add(source, file);
    if (tests.isEmpty()) {
      throw source.unexpected(
          source.text().length(), "the end of the file", "a test: a model without any allows all");
    }
    Map<String, ValueNode> values = new TreeMap<>();
    for (DefinedNames current = scope; current != null; current = current.outer()) {
      if (current.meaning() instanceof DefinedNames.Value value) {
        values.putIfAbsent(current.name(), value.node());
      }
    }
    return new CatModel(name, file.title(), graph, tests, values);
  }

  /** The file next to a model that declares its annotations and scopes; null if there is none. */
  private @Nullable SourceText declarations(SourceText source) {
    String fileName = source.name().substring(source.name().lastIndexOf('/') + 1);
    return fileName.endsWith(EXTENSION)
        ? includes.find(
            fileName.substring(0, fileName.length() - EXTENSION.length()) + DECLARATIONS, source)
        : null;
  }

  /** Names that every model has, or every one of an architecture, in the language itself. */
  private static SourceText builtIn(String name) {
    try (InputStream stream = CatCompiler.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(
            name + " is missing in the package of " + CatCompiler.class);
      }
      return new SourceText(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SourceText source) {
    add(source, CatParser.parse(source));
  }

  private void add(SourceText source, CatFile file) {
    including.push(source.name());
    file.statements().forEach(this::add);
    including.pop();
  }

  private void add(CatStatement statement) {
    switch (statement) {
      case CatStatement.Let let -> scope = elaborator.let(let, scope);
      case CatStatement.With withStatement ->
          scope =
              new DefinedNames(
                  scope, withStatement.name(), new DefinedNames.Value(chosen(withStatement)));
      case CatStatement.Procedure procedure ->
          scope =
              new DefinedNames(
                  scope, procedure.name(), new DefinedNames.Procedure(procedure, scope));
      case CatStatement.Call call -> call(call);
      case CatStatement.TagEnum tags -> scope = elaborator.tags(tags, scope);
      case CatStatement.ForAll forAll -> forAll(forAll);
      case CatStatement.Include include -> include(include);
      case CatStatement.Test test ->
          tests.add(
              new CatTest(
                  test.name(),
                  test.flag(),
                  test.undefining(),
                  test.negated(),
                  test.kind(),
                  elaborator.tested(test.body(), test.kind(), scope)));
    }
  }

  private ValueNode chosen(CatStatement.With statement) {
    Elaborator.ChosenOrder chosen = elaborator.chosen(statement, scope);
    for (ValueNode empty : chosen.empty()) {
      tests.add(
          new CatTest(statement.name(), false, false, false, CatStatement.TestKind.EMPTY, empty));
    }
    return chosen.order();
  }

  /** Adds the tests for each element; names that the body defines end with it. */
  private void forAll(CatStatement.ForAll statement) {
    DefinedNames outside = scope;
    for (DefinedNames.Meaning element : elaborator.elements(statement.set(), outside)) {
      scope = new DefinedNames(outside, statement.name(), element);
      statement.body().forEach(this::add);
    }
    scope = outside;
  }

  /** Adds a procedure's tests; names that it defines end with it. */
  private void call(CatStatement.Call call) {
    DefinedNames outside = scope;
    DefinedNames inside = elaborator.inside(call, outside);
    if (++procedureDepth > DEEPEST_PROCEDURE) {
      throw call.place().error("more than " + DEEPEST_PROCEDURE + " procedures inside each other");
    }
    CatStatement.Procedure procedure =
        ((DefinedNames.Procedure)
                Objects.requireNonNull(DefinedNames.find(outside, call.procedure())))
            .definition();
    scope = inside;
    int firstTest = tests.size();
    procedure.body().forEach(this::add);
    if (!call.name().isEmpty()) {
      tests.subList(firstTest, tests.size()).replaceAll(test -> test.named(call.name()));
    }
    scope = outside;
    procedureDepth--;
  }

  private void include(CatStatement.Include include) {
    CatPosition place = include.place();
    SourceText included = includes.find(include.file(), place.source());
    boolean isBuiltIn = BUILT_IN.contains(include.file());
    if (included != null && isBuiltIn && CatParser.enumerates(included)) {
      return;
    }
    if (included == null) {
      if (isBuiltIn) {
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
