package dev.syncopate.model.axiom.catalog;

import dev.syncopate.model.axiom.cat.CatCompiler;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.source.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Memory models by name, and from files. */
public final class ModelCatalog {
  private static final String EXTENSION = ".cat";

  /** Files that accompany a model: declarations, macros of tests, a list of files. */
  private static final List<String> BESIDES = List.of(".bell", ".def", ".cfg");

  /** What messages put before the names of texts that are here. */
  private static final String HERE = "built-in/";

  private static final List<String> NAMES =
      List.of(
          "sc",
          "drf0",
          "drfrlx",
          "hrf-direct",
          "hrf-indirect",
          "hrf-indirect-relaxed",
          "hrf-rsp",
          "hrf-comm",
          "ptx",
          "ptx-6.0",
          "ptx-7.5",
          "local-tx",
          "local-tx-weak");

  /** Models of PTX with asynchronous operations: the first, and other readings of the manual. */
  private static final List<String> ASYNCHRONOUS =
      List.of("ptx-9-async", "ptx-9-async-writer", "ptx-9-async-cta", "ptx-9-async-strict");

  /** Models of the languages of other dialects than PTX. */
  private static final List<String> LANGUAGES = List.of("opencl", "vulkan", "hsa");

  private ModelCatalog() {}

  /** The names of the models of other languages than PTX. */
  public static List<String> languages() {
    return LANGUAGES;
  }

  /** The names of the models of PTX with asynchronous operations, the default one first. */
  public static List<String> asynchronous() {
    return ASYNCHRONOUS;
  }

  /** The names of the models of PTX, in the order of the documentation. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * One of the models that are here.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static CatModel named(String name) {
    boolean isHere =
        NAMES.contains(name) || ASYNCHRONOUS.contains(name) || LANGUAGES.contains(name);
    SourceText text = isHere ? resource(name + EXTENSION) : null;
    if (text == null && BESIDES.stream().anyMatch(name::endsWith)) {
      throw new IllegalArgumentException(
          "`%s` is no model; name the file that ends in %s, with which the .bell file in its folder is read"
              .formatted(name, EXTENSION));
    }
    if (text == null) {
      throw new IllegalArgumentException(
          "no model `%s`; there are %s, or name a file that ends in %s"
              .formatted(
                  name,
                  Stream.of(NAMES, ASYNCHRONOUS, LANGUAGES)
                      .flatMap(List::stream)
                      .collect(Collectors.joining(", ")),
                  EXTENSION));
    }
    return CatCompiler.compile(name, text, (included, includer) -> resource(included));
  }

  /**
   * A model from a user's file. Files that it includes are looked for first in the directory of the
   * including file, then in this catalog.
   *
   * @throws IOException if the file cannot be read
   * @throws dev.syncopate.model.source.SourceException if it is no model
   */
  public static CatModel read(Path file) throws IOException {
    return CatCompiler.compile(SourceText.read(file), ModelCatalog::included);
  }

  /**
   * A model by what a user calls it: the name of one that is here, or a file that ends in {@code
   * .cat}.
   *
   * @throws IllegalArgumentException if it is neither
   * @throws IOException if the file cannot be read
   */
  public static CatModel find(String nameOrFile) throws IOException {
    return nameOrFile.endsWith(EXTENSION) ? read(Path.of(nameOrFile)) : named(nameOrFile);
  }

  private static @Nullable SourceText included(String name, SourceText includer) {
    if (includer.name().startsWith(HERE)) {
      return resource(name);
    }
    Path beside = Path.of(includer.name()).resolveSibling(name);
    if (Files.isRegularFile(beside)) {
      try {
        return SourceText.read(beside);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + beside, e);
      }
    }
    return resource(name);
  }

  private static @Nullable SourceText resource(String name) {
    if (name.indexOf('/') >= 0) {
      return null;
    }
    try (InputStream stream = ModelCatalog.class.getResourceAsStream(name)) {
      return stream == null
          ? null
          : new SourceText(HERE + name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
