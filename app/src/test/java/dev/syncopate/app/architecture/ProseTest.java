package dev.syncopate.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages and Javadoc are read by people with little time: sentences have at most {@value
 * #LONGEST_SENTENCE} words, name the actor, and a page of a feature ends with what the feature
 * cannot do.
 */
class ProseTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int LONGEST_SENTENCE = 35;

  /** Words behind which the actor or the thing is hidden. */
  private static final Pattern VAGUE =
      Pattern.compile(
          "\\b(?:nobody|somebody|anybody|everybody|whoever|whom|whatever|besides?)\\b"
              + "|\\bof (?:its|their) own\\b|\\bha(?:s|ve) it\\b",
          Pattern.CASE_INSENSITIVE);

  /**
   * Long sentences and vague words in all pages and Javadoc together. None of them is needed; the
   * allowance is for texts that are about to be rewritten.
   */
  private static final int ALLOWANCE = 10;

  /** Pages without a section on limitations. */
  private static final Map<String, String> WITHOUT_LIMITATIONS =
      Map.ofEntries(
          Map.entry("README.md", "an entrance"),
          Map.entry("CONTRIBUTING.md", "rules"),
          Map.entry("docs/README.md", "an index"),
          Map.entry("docs/glossary.md", "a table of terms"),
          Map.entry("docs/develop/adding-a-protocol.md", "instructions"),
          Map.entry("docs/develop/adding-an-instruction.md", "instructions"),
          Map.entry("docs/develop/architecture.md", "a map of the packages"),
          Map.entry("docs/develop/registers.md", "its tables are the limitations"),
          Map.entry("docs/develop/testing.md", "a table of tests"),
          Map.entry("docs/study/fidelity.md", "results"),
          Map.entry("docs/study/fidelity-heterosync.md", "results"),
          Map.entry("docs/study/fidelity-lab.md", "results"),
          Map.entry("docs/study/fidelity-localtm.md", "results"),
          Map.entry("docs/study/fidelity-promotion.md", "results"),
          Map.entry("docs/study/fidelity-rsp.md", "results"),
          Map.entry("docs/study/fidelity-srsp.md", "results"),
          Map.entry("docs/study/results.md", "a reference of columns"),
          Map.entry("docs/use/configuration.md", "a reference of fields"),
          Map.entry("docs/use/machines.md", "a reference of values"),
          Map.entry("docs/use/statistics.md", "a reference of counters"));

  @Test
  void sentencesAreShortAndNameTheActor() throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    for (Path page : pages()) {
      add(found, page, findings(pageText(Files.readString(page))));
    }
    int pageCount = found.size();
    assertThat(pageCount).as("pages").isGreaterThan(50);
    for (Path source : mainSources()) {
      List<String> findings = new ArrayList<>();
      javadoc(Files.readString(source)).forEach(text -> findings.addAll(findings(text)));
      add(found, source, findings);
    }
    assertThat(found.size() - pageCount).as("sources").isGreaterThan(1000);
    List<String> wrong = new ArrayList<>();
    found.forEach((file, findings) -> findings.forEach(text -> wrong.add(file + ": " + text)));
    assertThat(wrong)
        .as(
            "sentences of more than %d words, and words that hide the actor:%n%s",
            LONGEST_SENTENCE, String.join("\n", wrong))
        .hasSizeLessThanOrEqualTo(ALLOWANCE);
  }

  @Test
  void thePageOfAFeatureEndsWithItsLimitations() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      boolean expected = !WITHOUT_LIMITATIONS.containsKey(name(page));
      boolean present = Files.readString(page).contains("\n## Current limitations\n");
      if (expected != present) {
        wrong.add(name(page) + (expected ? " has no limitations" : " has them after all"));
      }
    }
    assertThat(wrong).as("pages and their section 'Current limitations'").isEmpty();
  }

  @Test
  void longSentencesAndVagueWordsAreFoundInPages() {
    String words = "one two three four five six seven eight nine ten eleven twelve ";
    String text =
        """
        # Heading

        %1$s%1$s%1$s. A short one. Whoever reads `nobody` stops.

            $ indented code, whatever it is

        ```
        %1$s%1$s%1$s whatever
        ```

        | cell %1$s | %1$s%1$s%1$s |
        - %1$s
        - %1$s
        - %1$s
        <!--=cycles: run nobody-->1<!--/-->
        """
            .formatted(words);
    assertThat(findings(pageText(text)))
        .satisfiesExactlyInAnyOrder(
            vague -> assertThat(vague).isEqualTo("'Whoever'"),
            sentence -> assertThat(sentence).startsWith("36 words: one two"),
            cell -> assertThat(cell).startsWith("36 words: one two"));
  }

  @Test
  void longSentencesAndVagueWordsAreFoundInJavadoc() {
    String words = "one two three four five six seven eight nine ten eleven twelve ";
    String source =
        """
        /**
         * %1$s%1$s
         *
         * <pre>
         * %1$s%1$s%1$s whatever
         * </pre>
         *
         * @param first %1$s of its own
         * @param second %1$s%1$s%1$s {@link #NOBODY}
         */
        // %1$s%1$s%1$s whoever
        """
            .formatted(words);
    List<String> findings = new ArrayList<>();
    javadoc(source).forEach(text -> findings.addAll(findings(text)));
    assertThat(findings)
        .satisfiesExactly(
            vague -> assertThat(vague).isEqualTo("'of its own'"),
            sentence -> assertThat(sentence).startsWith("37 words: one two"));
  }

  private static void add(Map<String, List<String>> found, Path file, List<String> findings) {
    found.put(name(file), findings);
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static List<Path> pages() throws IOException {
    return files("(?:README|CONTRIBUTING)\\.md|docs/.*\\.md|memory/src/main/java/.*/page\\.md");
  }

  private static List<Path> mainSources() throws IOException {
    return files("[a-z]+/src/main/java/.*\\.java");
  }

  private static List<Path> files(String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> name(file).matches(pattern)).sorted().toList();
    }
  }

  /** Tables and outputs that the program writes into a page; tests check its messages. */
  private static final String GENERATED =
      "(?s)<!-- (?:printed|measured|table|headlines|summary|host program)[^>]*-->.*?<!-- end -->";

  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^ *```.*?^ *```|^(?: {4,}|\\t)(?! *(?:[-*]|\\d+\\.) ).*?$");

  /**
   * A page without generated blocks, code and marks; a code span and the target of a link are one
   * word.
   */
  private static String pageText(String page) {
    return BLOCK
        .matcher(page.replaceAll(GENERATED, "\n\n").replaceAll("(?s)<!--.*?-->", ""))
        .replaceAll("\n\n")
        .replaceAll("`[^`]*`", "code")
        .replaceAll("\\]\\([^)]*\\)", "]");
  }

  private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");

  private static List<String> javadoc(String source) {
    List<String> texts = new ArrayList<>();
    Matcher matcher = JAVADOC.matcher(source);
    while (matcher.find()) {
      texts.add(
          matcher
              .group(1)
              .replaceAll("(?m)^\\s*\\*", "")
              .replaceAll("(?s)<pre>.*?</pre>", "\n\n")
              .replaceAll("(?s)\\{@\\w+[^}]*\\}", "code")
              .replaceAll("</?(?:p|ul|ol|li|table|tr|td|th)\\b[^>]*>", "\n\n")
              .replaceAll("(?m)^\\s*@(?:param\\s+<?\\w+>?|\\w+)", "\n\n"));
    }
    return texts;
  }

  private static final Pattern END =
      Pattern.compile(
          "(?:(?<=[.!?:;])|(?<=[.!?:;][*)\"])|(?<=[.!?:;]\\*\\*))\\s+(?=[A-Z(\\[*\"0-9]|code\\b)"
              + "|\\n\\s*\\n|\\n\\s*(?:[-*]|\\d+\\.) |\\n#+ |\\|");

  private static final Pattern WORD =
      Pattern.compile("[\\w'’.,×%+·⋃ₛ⁺-]*[A-Za-z0-9][\\w'’.,×%+·-]*");

  private static List<String> findings(String text) {
    List<String> findings = new ArrayList<>();
    VAGUE
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .forEach(vague -> findings.add("'" + vague + "'"));
    for (String sentence : END.split(text, -1)) {
      long wordCount = WORD.matcher(sentence).results().count();
      if (wordCount > LONGEST_SENTENCE) {
        findings.add(wordCount + " words: " + sentence.strip().replaceAll("\\s+", " "));
      }
    }
    return findings;
  }
}
