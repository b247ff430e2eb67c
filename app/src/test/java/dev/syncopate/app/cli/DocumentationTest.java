package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.library.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages can be found, links lead somewhere, and numbers that the program knows are its own: a page
 * has them as {@code <!--=NAME-->88<!--/-->}, and {@code -DupdateDocs} puts them in.
 */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern NUMBER = Pattern.compile("<!--=([a-z ]+)-->(.*?)<!--/-->");
  private static final Pattern PRINTED =
      Pattern.compile(
          "(<!-- printed by: syncopate (.+) -->\n```\n)((?s:.*?))(?=```\n<!-- end -->)");

  /** Printed blocks that have tests of their own. */
  private static final Set<String> ELSEWHERE = Set.of("demo", "coverage --summary");

  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");

  private static final Map<String, String> NUMBERS =
      Map.of("library tests", Integer.toString(Library.names().size()));

  private static final Path README = Checkout.launcher().resolveSibling("README.md");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder :
        List.of(
            Objects.requireNonNull(README.getParent()),
            Objects.requireNonNull(Checkout.documentation("x").getParent()))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  private record Link(Path to, String anchor) {}

  private static List<Link> links(Path page) throws IOException {
    List<Link> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
    while (matcher.find()) {
      String to = Objects.requireNonNullElse(matcher.group(1), "");
      if (!to.contains("://")) {
        Path target = to.isEmpty() ? page : page.resolveSibling(to).normalize();
        links.add(new Link(target, Objects.requireNonNullElse(matcher.group(2), "")));
      }
    }
    return links;
  }

  /** As the usual renderers make them of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new TreeSet<>();
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("#")) {
        anchors.add(
            line.replaceFirst("#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }

  @Test
  void noLinkIsDead() throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      for (Link link : links(page)) {
        if (!Files.exists(link.to())
            || (!link.anchor().isEmpty() && !anchors(link.to()).contains(link.anchor()))) {
          dead.add("%s: %s#%s".formatted(page.getFileName(), link.to(), link.anchor()));
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void everyPageAndPictureIsReachedFromTheReadme() throws IOException {
    Set<Path> reached = new TreeSet<>(Set.of(README));
    Deque<Path> todo = new ArrayDeque<>(reached);
    while (!todo.isEmpty()) {
      Path page = todo.pop();
      for (Link link : page.toString().endsWith(".md") ? links(page) : List.<Link>of()) {
        if (Files.isRegularFile(link.to()) && reached.add(link.to())) {
          todo.push(link.to());
        }
      }
    }
    try (Stream<Path> files = Files.list(Checkout.documentation(""))) {
      assertThat(files.filter(file -> !reached.contains(file))).isEmpty();
    }
  }

  private static String numbers(String text) {
    return NUMBER
        .matcher(text)
        .replaceAll(found ->
            "<!--=%s-->%s<!--/-->"
                .formatted(
                    found.group(1),
                    Objects.requireNonNull(NUMBERS.get(found.group(1)), found.group(1))));
  }

  private static String printed(String text) {
    return PRINTED
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group(1)
                    + (ELSEWHERE.contains(found.group(2)) || found.group(2).startsWith("protocols")
                        ? found.group(3)
                        : Shell.run(found.group(2).split(" ")).out())));
  }

  /**
   * Numbers within the text, and blocks that a command prints: {@code <!-- printed by: syncopate
   * COMMAND -->}, a fenced block, {@code <!-- end -->}.
   */
  @Test
  void numbersAreTheProgramsOwn() throws IOException {
    int seen = 0;
    for (Path page : pages()) {
      String text = Files.readString(page);
      String right = printed(numbers(text));
      if (System.getProperty("updateDocs") != null && !right.equals(text)) {
        Files.writeString(page, right);
      } else {
        assertThat(text).as("%s; ./syncopate docs puts them in", page).isEqualTo(right);
      }
      seen += (int) NUMBER.matcher(right).results().count();
    }
    assertThat(seen).isPositive();
  }
}
