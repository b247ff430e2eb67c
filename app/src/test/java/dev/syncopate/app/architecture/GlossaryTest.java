package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.Help;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The same word for the same thing, in pages, help texts and messages: docs/glossary.md. */
class GlossaryTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([^|]+) \\|");

  /** A string of a source file; none of them spans lines but in text blocks. */
  private static final Pattern STRING =
      Pattern.compile("\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"");

  @Test
  void everyTermIsSpeltAsInTheGlossary() throws IOException {
    List<String> wrong = new ArrayList<>();
    Map<String, String> texts = texts();
    for (String term : terms()) {
      Pattern anySpelling = Pattern.compile(spellings(term), Pattern.CASE_INSENSITIVE);
      Pattern right = Pattern.compile(rightSpellings(term));
      boolean used = false;
      for (Map.Entry<String, String> text : texts.entrySet()) {
        Matcher matcher = anySpelling.matcher(text.getValue());
        while (matcher.find()) {
          used = true;
          if (!right.matcher(matcher.group()).matches()) {
            wrong.add(text.getKey() + ": " + matcher.group() + ", the glossary has " + term);
          }
        }
      }
      if (!used) {
        wrong.add(term + " is in the glossary, and nowhere else");
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void wordsThatAreNotUsedAreNotUsed() throws IOException {
    List<String> wrong = new ArrayList<>();
    Map<String, String> texts = texts();
    texts.putAll(messages());
    for (String word : banned()) {
      Pattern pattern =
          Pattern.compile(
              "(?<![\\w-])" + word.replace(" ", "\\s+") + "(?![\\w-])", Pattern.CASE_INSENSITIVE);
      texts.forEach((location, text) -> {
        if (pattern.matcher(text).find()) {
          wrong.add(location + ": " + word);
        }
      });
    }
    assertThat(wrong).isEmpty();
  }

  /** The rules see something: terms, synonyms, pages, help texts and messages. */
  @Test
  void thereIsSomethingToLookAt() throws IOException {
    assertThat(terms())
        .contains("MSHR", "reconvergence point", "write-through")
        .doesNotContain("term");
    assertThat(banned()).contains("under way", "thread block").doesNotContain("not");
    assertThat(texts())
        .containsKeys(
            "README.md",
            "docs/check/explore.md",
            "memory/src/main/java/dev/syncopate/memory/mechanism/gpu/page.md",
            "help of explore");
    assertThat(texts().get("help of explore")).contains("litmus test");
    assertThat(messages().values()).anyMatch(text -> text.contains("terminating state reachable"));
    assertThat("an L1 Mshr, two mshrs").containsPattern("(?i)" + spellings("MSHR"));
    assertThat("MSHRs").matches(rightSpellings("MSHR"));
    assertThat("mshrs").doesNotMatch(rightSpellings("MSHR"));
    assertThat("computeunits")
        .matches(spellings("compute unit"))
        .doesNotMatch(rightSpellings("compute unit"));
  }

  /** With a hyphen, a blank or nothing between its parts, and in the plural. */
  private static String spellings(String term) {
    return "(?<![\\w.'-])" + term.replaceAll("[- ]", "[- ]?") + "s?(?![\\w-])";
  }

  /**
   * As it stands in the glossary, with a hyphen where it goes with a noun or a blank where it is a
   * verb; at the beginning of a sentence with a capital. Placeholders and steps of tables are
   * capitals.
   */
  private static String rightSpellings(String term) {
    String first = term.substring(0, 1);
    String rest = term.substring(1).replaceAll("[- ]", "[- ]");
    return "[%s%s]%ss?|%s"
        .formatted(first, first.toUpperCase(Locale.ROOT), rest, term.toUpperCase(Locale.ROOT));
  }

  private static List<String> terms() throws IOException {
    return column(section(true)).stream().filter(term -> !term.equals("term")).toList();
  }

  private static List<String> banned() throws IOException {
    return column(section(false)).stream()
        .flatMap(words -> Stream.of(words.split(", ", -1)))
        .filter(word -> !word.equals("not"))
        .toList();
  }

  private static String section(boolean terms) throws IOException {
    String text = Files.readString(GLOSSARY);
    int end = text.indexOf("## Words that are not used");
    return terms ? text.substring(0, end) : text.substring(end);
  }

  private static List<String> column(String text) {
    return ROW.matcher(text).results().map(row -> row.group(1).strip()).toList();
  }

  /** Pages without code, and help texts, by where they are. */
  private static Map<String, String> texts() throws IOException {
    Map<String, String> texts = new TreeMap<>(Help.texts());
    texts.replaceAll((command, help) -> help.replaceAll("(?m)^  syncopate .*$", ""));
    try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"));
        Stream<Path> memory = Files.walk(ROOT.resolve("memory/src/main/java"))) {
      for (Path page :
          Stream.of(
                  pages,
                  memory,
                  Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")))
              .flatMap(files -> files)
              .toList()) {
        if (page.toString().endsWith(".md") && !page.equals(GLOSSARY)) {
          texts.put(ROOT.relativize(page).toString(), prose(Files.readString(page)));
        }
      }
    }
    return texts;
  }

  /** Without titles of publications, which are quoted before their authors. */
  private static String prose(String page) {
    return page.replaceAll("(?ms)^```.*?^```", "")
        .replaceAll("(?m)^    .*$", "")
        .replaceAll("`[^`\n]*`", "`")
        .replaceAll("\\]\\([^)]*\\)", "]")
        .replaceAll("<[^>]*>", "")
        .replaceAll("\"[A-Z][^\"]{0,200}\"\\s\\(", "(");
  }

  private static Map<String, String> messages() throws IOException {
    Map<String, String> messages = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file :
          files
              .filter(path -> path.toString().endsWith(".java"))
              .filter(path -> ROOT.relativize(path).toString().contains("src/main/java"))
              .toList()) {
        String code = Files.readString(file).replaceAll("(?m)^\\s*(//|/?\\*).*$", "");
        StringBuilder strings = new StringBuilder();
        STRING
            .matcher(code)
            .results()
            .forEach(string -> strings.append(string.group()).append('\n'));
        messages.put(ROOT.relativize(file).toString(), strings.toString());
      }
    }
    return messages;
  }
}
