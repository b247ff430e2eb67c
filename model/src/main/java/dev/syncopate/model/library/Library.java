package dev.syncopate.model.library;

import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.library.ExpectedVerdict.Expected;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.progress.Fairness;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The library's tests: those of this package, and those in mechanisms' folders. The text of a test
 * has its subject in quotes. Lines such as {@code sc, drf0: no. Because.} state the verdict under
 * each model, and lines such as {@code refutes gpu: no-flush, no-await.} the seeded mutants of a
 * protocol that the test must find.
 */
public final class Library {
  private static final Pattern EXPECTATION =
      Pattern.compile(
          "([a-z0-9.-]+(?:, [a-z0-9.-]+)*): (yes|no|racy|undefined)(?: ([a-z-]+))?\\. (.+)");

  private static final Pattern REFUTES =
      Pattern.compile("refutes ([a-z0-9+-]+): ([a-z0-9-]+(?:, [a-z0-9-]+)*)\\.");

  /** The folder of those on transactions. */
  private static final String TRANSACTION = "transaction/";

  /** The folder of those on termination. */
  private static final String TERMINATION = "termination/";

  private static final Pattern ENDS =
      Pattern.compile("(explored )?([a-z-]+(?:, [a-z-]+)*): (ends|may not end)\\. (.+)");

  /** The folder of those on asynchronous operations. */
  private static final String ASYNCHRONOUS = "asynchronous/";

  private Library() {}

  /**
   * The names of the tests on global memory, those of one kind together. A mechanism's refuter that
   * the index does not place comes last.
   */
  public static List<String> names() {
    return Stream.concat(
            resource("index.txt").lines(), Protocols.refuters().stream().map(RefuterFile::name))
        .distinct()
        .toList();
  }

  /** The names of those on transactions in shared memory, which no coherence protocol takes. */
  public static List<String> transactions() {
    return resource(TRANSACTION + "index.txt").lines().toList();
  }

  /** The names of those on termination, of which each line says what is expected of schedulers. */
  public static List<String> terminations() {
    return resource(TERMINATION + "index.txt").lines().toList();
  }

  /**
   * What is expected of a test on termination, in the model of PTX or in exploration. Where a
   * scheduler has no line on exploration, the hardware does as the model says.
   *
   * @param explored whether in exploration
   */
  public static List<ExpectedTermination> terminations(String name, boolean explored) {
    Map<String, ExpectedTermination> expected = new LinkedHashMap<>();
    for (String line : quoted(name).lines().skip(1).filter(line -> !line.isBlank()).toList()) {
      Matcher matcher = ENDS.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalStateException(
            name
                + ": found `"
                + line
                + "`, expected schedulers, `: ends.` or `: may not end.`, why");
      }
      if (matcher.group(1) == null || explored) {
        for (String fairness : List.of(matcher.group(2).split(", "))) {
          expected.put(
              fairness,
              new ExpectedTermination(
                  Fairness.named(fairness), matcher.group(3).equals("ends"), matcher.group(4)));
        }
      }
    }
    return List.copyOf(expected.values());
  }

  /** The names of those on asynchronous operations, which models alone judge. */
  public static List<String> asynchronous() {
    return resource(ASYNCHRONOUS + "index.txt").lines().toList();
  }

  /**
   * A test's text.
   *
   * @throws IllegalArgumentException where there is none of that name
   */
  public static String text(String name) {
    for (RefuterFile refuter : Protocols.refuters()) {
      if (refuter.name().equals(name)) {
        return refuter.text();
      }
    }
    String folder =
        transactions().contains(name)
            ? TRANSACTION
            : terminations().contains(name)
                ? TERMINATION
                : asynchronous().contains(name) ? ASYNCHRONOUS : "";
    return resource(folder + name + ".litmus");
  }

  /** A test. */
  public static LitmusTest test(String name) {
    return LitmusReader.read(name, text(name));
  }

  /** What a test is about, in a sentence. */
  public static String about(String name) {
    return quoted(name).lines().findFirst().orElse("");
  }

  /** What is expected of a test. */
  public static List<ExpectedVerdict> expectations(String name) {
    List<ExpectedVerdict> expectations = new ArrayList<>();
    for (String line : quoted(name).lines().skip(1).filter(line -> !line.isBlank()).toList()) {
      if (REFUTES.matcher(line).matches()) {
        continue;
      }
      Matcher matcher = EXPECTATION.matcher(line);
      if (!matcher.matches()) {
        throw new IllegalStateException(
            name
                + ": found `"
                + line
                + "`, expected models, a colon, yes, no, racy or undefined with a flag, and why; or `refutes`, a protocol,"
                + " a colon, and its mutants");
      }
      expectations.add(
          new ExpectedVerdict(
              List.of(matcher.group(1).split(", ")),
              Expected.valueOf(matcher.group(2).toUpperCase(Locale.ROOT)),
              Objects.requireNonNullElse(matcher.group(3), ""),
              matcher.group(4)));
    }
    return expectations;
  }

  /** The seeded mutants of a protocol that a test is there to find, by their labels. */
  public static List<String> refutes(String name, String protocol) {
    return quoted(name)
        .lines()
        .map(REFUTES::matcher)
        .filter(Matcher::matches)
        .filter(matcher -> matcher.group(1).equals(protocol))
        .flatMap(matcher -> Stream.of(matcher.group(2).split(", ")))
        .toList();
  }

  private static String quoted(String name) {
    String text = text(name);
    int start = text.indexOf('"') + 1;
    return text.substring(start, text.indexOf('"', start));
  }

  private static String resource(String name) {
    try (InputStream stream = Library.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalArgumentException("the library has no " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the library's " + name, e);
    }
  }
}
