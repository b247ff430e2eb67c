package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages can be found, links lead somewhere, and what {@link Marks} marks and {@link Transcript}s
 * show is what the program says.
 */
class DocumentationTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");

  private static final Path README = Checkout.launcher().resolveSibling("README.md");

  private static List<Path> pages() throws IOException {
    return Stream.concat(
            Stream.of(README, README.resolveSibling("CONTRIBUTING.md")),
            Checkout.documentation().stream())
        .filter(file -> file.toString().endsWith(".md"))
        .toList();
  }

  private record Link(Path target, String anchor) {}

  private static List<Link> links(Path page) throws IOException {
    List<Link> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
    while (matcher.find()) {
      String reference = Objects.requireNonNullElse(matcher.group(1), "");
      if (!reference.contains("://")) {
        Path target = reference.isEmpty() ? page : page.resolveSibling(reference).normalize();
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
        if (!Files.exists(link.target())
            || (!link.anchor().isEmpty() && !anchors(link.target()).contains(link.anchor()))) {
          dead.add("%s: %s#%s".formatted(page.getFileName(), link.target(), link.anchor()));
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void everyBlockThatIsMarkedIsReadByItsMark() throws IOException {
    List<String> unread = new ArrayList<>();
    for (Path page : pages()) {
      Marks.unread(Files.readString(page))
          .forEach(mark -> unread.add(page.getFileName() + ": " + mark));
    }
    assertThat(unread).as("marks that are misspelt, or whose block has no end").isEmpty();
    assertThat(
            Marks.unread(
                """
                <!-- table from: a.csv; figure: wall seconds -->
                <!-- end -->
                <!-- table from: a.csv; figur: wall -->
                <!-- end -->
                """))
        .containsExactly("<!-- table from: a.csv; figur: wall -->");
  }

  private static final int WIDTH = 120;

  /** What a line of a page is not broken inside: a mark, a code span, the target of a link. */
  private static final Pattern UNBROKEN =
      Pattern.compile("<!--.*?<!--/-->|<!--.*?-->|`[^`]*`|\\]\\([^)\\s]*\\)");

  /** Lines of prose that are too long and could be broken. */
  private static List<String> tooLong(List<String> page) {
    List<String> lines = new ArrayList<>();
    boolean fenced = false;
    for (String line : page) {
      String text = line.strip();
      fenced ^= text.startsWith("```");
      boolean code = fenced || line.startsWith("    ");
      boolean words =
          UNBROKEN
              .matcher(text.replaceFirst("^(?:[-*>]|\\d+\\.) ", ""))
              .replaceAll("x")
              .contains(" ");
      if (line.length() > WIDTH && words && !code && !text.matches("[|#].*")) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Two versions of a page can be compared line by line, and read in a terminal. */
  @Test
  void linesOutsideTablesAreShort() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      tooLong(Files.readAllLines(page)).forEach(line -> wrong.add(name(page) + ": " + line));
    }
    assertThat(wrong).as("lines of more than %d characters", WIDTH).isEmpty();
    String words = "word ".repeat(30).strip();
    assertThat(tooLong(List.of("- " + words, "| " + words, "```", words, "```", "    " + words)))
        .containsExactly("- " + words);
    assertThat(tooLong(List.of("- `" + words + "`,", "<!--=" + words + "-->1<!--/-->."))).isEmpty();
  }

  /** The commands of a page that stand in lines of their own, with the lines that continue them. */
  private static List<String> commands(List<String> page) {
    List<String> commands = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    boolean fenced = false;
    for (String line : page) {
      fenced ^= line.startsWith("```");
      if (!fenced && (!command.isEmpty() || line.startsWith("    ./syncopate "))) {
        command.append(line).append('\n');
        if (!line.endsWith("\\")) {
          commands.add(command.toString());
          command.setLength(0);
        }
      }
    }
    return commands;
  }

  private static boolean isLegal(String command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-n", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return shell.waitFor() == 0;
  }

  /** Parentheses of {@code --arg} need quotes. */
  @Test
  void commandsOfPagesAreLegalInAShell() throws IOException, InterruptedException {
    List<String> illegal = new ArrayList<>();
    int count = 0;
    for (Path page : pages()) {
      for (String command : commands(Files.readAllLines(page))) {
        count++;
        if (!isLegal(command)) {
          illegal.add(name(page) + ": " + command);
        }
      }
    }
    assertThat(illegal).isEmpty();
    assertThat(count).isGreaterThan(100);
    assertThat(isLegal("./syncopate launch k.ptx --arg u32[1]=fill(1)")).isFalse();
  }

  /** {@code ./syncopate docs} and marks name files without their rooms. */
  @Test
  void noTwoRoomsHaveAFileOfOneName() throws IOException {
    assertThat(Checkout.documentation().stream().map(Checkout::nameOf)).doesNotHaveDuplicates();
  }

  @Test
  void everyPageAndPictureIsReachedFromTheReadme() throws IOException {
    Set<Path> reached = new TreeSet<>(Set.of(README));
    Deque<Path> todo = new ArrayDeque<>(reached);
    while (!todo.isEmpty()) {
      Path page = todo.pop();
      for (Link link : page.toString().endsWith(".md") ? links(page) : List.<Link>of()) {
        if (Files.isRegularFile(link.target()) && reached.add(link.target())) {
          todo.push(link.target());
        }
      }
    }
    assertThat(Checkout.documentation()).isNotEmpty().isSubsetOf(reached);
  }

  /** The pages that are asked for: {@code -Ddocs.pages=verify,stress}, or all. */
  private static List<Path> asked() throws IOException {
    String names = System.getProperty("docs.pages", "");
    return pages().stream()
        .filter(page -> names.isEmpty() || List.of(names.split(",")).contains(name(page)))
        .toList();
  }

  private static String name(Path page) {
    return Checkout.nameOf(page).replace(".md", "");
  }

  private static Marks.Patience patience() {
    boolean slowly =
        System.getProperty("docs.quickly") == null
            && (System.getProperty("updateDocs") != null
                || System.getProperty("checkDocs") != null);
    return System.getProperty("docs.rarely") != null
        ? Marks.Patience.RARELY
        : slowly ? Marks.Patience.SLOWLY : Marks.Patience.TEST;
  }

  /** {@code -DupdateDocs} writes what is right, {@code -DcheckDocs} says what is not. */
  @Test
  void whatIsMarkedIsTheProgramsOwn() throws IOException {
    boolean update = System.getProperty("updateDocs") != null;
    Marks marks = new Marks(patience(), update);
    long markCount = 0;
    for (Path page : asked()) {
      String text = Files.readString(page);
      String right = marks.right(text);
      if (update && !right.equals(text)) {
        Files.writeString(page, right);
      } else {
        assertThat(text).as("%s; ./syncopate docs puts it in", page).isEqualTo(right);
      }
      markCount += Marks.numbers(right);
    }
    assertThat(markCount > 0 || System.getProperty("docs.pages") != null).isTrue();
  }

  /** Commands that pages show, run as they stand. */
  @Test
  void commandsPrintWhatPagesSay() throws IOException {
    List<String> wrong = new ArrayList<>();
    int commandCount = 0;
    for (Path page : asked()) {
      for (Transcript transcript : Transcript.of(Files.readAllLines(page))) {
        if (transcript.command().contains(" --datasets ")) {
          continue; // files that are not in the repository
        }
        List<String> printed = transcript.actual();
        String missing = transcript.missing(printed);
        if (missing != null) {
          wrong.add(
              "%s: %s\nprints\n%s\nwithout %s"
                  .formatted(
                      name(page), transcript.command(), String.join("\n", printed), missing));
        }
        commandCount++;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commandCount > 0 || System.getProperty("docs.pages") != null).isTrue();
  }

  /** The kernel that pages launch is the one that they show. */
  @Test
  void theReadmesKernelIsTheOneLaunched() throws IOException {
    assertThat(README)
        .content()
        .contains(Files.readString(Checkout.launcher().resolveSibling("examples/basic/vecadd.cu")));
  }

  private static final Pattern COMMAND =
      Pattern.compile("\\./syncopate (?:launch|run|cuda|model|explore|verify|java) .*");
  private static final Pattern FILE =
      Pattern.compile("[^ ='@\"]+\\.(?:ptx|cu|litmus|java)(?=[ ']|$)");

  /** A reader's own files begin with "my" or "mine". */
  @Test
  void filesThatCommandsOnPagesNameAreThere() throws IOException {
    List<String> missing = new ArrayList<>();
    int fileCount = 0;
    for (Path page : asked()) {
      for (String line : Files.readAllLines(page)) {
        for (MatchResult command : COMMAND.matcher(line).results().toList()) {
          for (MatchResult file : FILE.matcher(command.group()).results().toList()) {
            fileCount++;
            String name = file.group();
            boolean exists = Files.exists(Checkout.launcher().resolveSibling(name));
            if (!exists && !name.matches("my.*|mine.*|Program.java")) {
              missing.add(name(page) + ": " + line.strip());
            }
          }
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(fileCount > 0 || System.getProperty("docs.pages") != null).isTrue();
  }

  @Test
  void aColumnOfTimesIsLeftOut() {
    assertThat(Marks.without("core seconds", "a  core seconds  b\n1  2.5           3\nx y\n"))
        .isEqualTo("a  b\n1  3\nx y\n");
    assertThat(Marks.without("seconds", "a  seconds\n1  2.5\n")).isEqualTo("a\n1\n");
  }

  /** JSON writes ten millions and more of them with an exponent. */
  @Test
  void aNumberWithAnExponentIsReadWhole() {
    String page = "<!--=energy.picojoules: run vecadd --size 128K-->6<!--/-->";
    assertThat(new Marks(Marks.Patience.TEST, false).right(page)).matches(".*>[0-9]{2},[0-9,]+<.*");
  }

  @Test
  void storedFiguresBecomeTablesAndNumbers() {
    StoredFigures stored = new StoredFigures("fidelity-rsp-figures.csv");
    assertThat(stored.table("fig8"))
        .startsWith("| | scope-only | steal-only | rem-sync |\n|---|---|---|---|\n| SSSP-1 | ")
        .contains("| PR-3 | ", " (>1.65) |", "| geometric mean | ");
    assertThat(stored.value("fig8 / PR-1 / steal-only")).matches("[0-9]\\.[0-9]{2}");
    assertThatThrownBy(() -> stored.value("fig8 / PR-1 / nobody"))
        .hasMessage("fidelity-rsp-figures.csv has no fig8 / PR-1 / nobody");
    StoredFigures claims = new StoredFigures("fidelity-rsp-claims.csv");
    assertThat(claims.claims())
        .startsWith("| statement | published | here | |\n|---|---|---|---|\n| ")
        .doesNotContain("| - |");
    assertThat(claims.value("held")).matches("[0-9]+");
    assertThatThrownBy(() -> claims.value("nothing / measured"))
        .hasMessage("fidelity-rsp-claims.csv has no nothing / measured");
    assertThat(StoredFigures.fields("a,\"b, \"\"c\"\"\",,d"))
        .containsExactly("a", "b, \"c\"", "", "d");
    assertThat(List.of("1.414", "14.14", "1414.2", "15").stream().map(StoredFigures::number))
        .containsExactly("1.41", "14.1", "1,414", "15");
  }

  @Test
  void aSummaryCountsAPapersClaimsAndSaysWhatDecidesThem() {
    String page = "<!-- summary from: rsp=fidelity-rsp-claims.csv -->\n<!-- end -->\n";
    List<String> rows = new Marks(Marks.Patience.TEST, false).right(page).lines().toList();
    assertThat(rows).hasSize(5);
    assertThat(rows.get(3))
        .matches(
            "\\| \\[rsp\\]\\(fidelity-rsp\\.md\\) \\| \\d+ held, .* \\| \\d+ held, .* \\| [^|]+ \\|")
        .contains("No queue at a controller makes a remote operation faster")
        .doesNotContain("Run: ", ", 0 ");
  }

  @Test
  void claimsThatAreJudgedMoreThanOnceBecomeTables() {
    StoredFigures claims = new StoredFigures("fidelity-heterosync-readings-claims.csv");
    List<String> verdicts = claims.verdicts().lines().toList();
    assertThat(verdicts.getFirst()).isEqualTo("| | held | partly | not held | not measured |");
    assertThat(verdicts.stream().skip(2).map(row -> row.substring(0, row.indexOf(" | "))))
        .containsExactly(
            "| as it is", "| links", "| banks", "| occupancy", "| clocks", "| pipelines");
    assertThat(verdicts.get(2)).contains("| " + claims.value("held") + " |");
    List<String> differing = claims.differing().lines().toList();
    assertThat(differing.getFirst())
        .isEqualTo(
            "| statement | published | as it is | links | banks | occupancy | clocks | pipelines |");
    assertThat(differing.subList(2, differing.size()))
        .isNotEmpty()
        .allSatisfy(row -> {
          String[] cells = row.split(" \\| ");
          assertThat(
                  List.of(cells).subList(2, cells.length).stream()
                      .map(cell -> cell.replaceFirst(",.*", ""))
                      .distinct())
              .as(row)
              .hasSizeGreaterThan(1);
        });
  }

  @Test
  void whatIsMeasuredIsComparedByItsWords() {
    String measured = "vecadd   22,208  1.70 s  59.8k\n";
    assertThat(Marks.words(measured)).isEqualTo(Marks.words("vecadd  9  11.7 s    1M\n"));
    assertThat(Marks.words(measured)).isNotEqualTo(Marks.words("vecadd  22,208  1.70 ms  59.8k\n"));
    String page = "<!-- measured by: syncopate gpus -->\n```\n1\n```\n<!-- end -->\n";
    assertThat(new Marks(Marks.Patience.SLOWLY, true).right(page)).isEqualTo(page);
  }

  @Test
  void aTranscriptIsComparedLineByLine() {
    Transcript transcript =
        Transcript.of(
                List.of("text", "    $ ./syncopate x 'a b'", "    one", "      …", "    three", ""))
            .getFirst();
    assertThat(transcript.command()).isEqualTo("x 'a b'");
    assertThat(transcript.missing(List.of("one", "two", "three"))).isNull();
    assertThat(transcript.missing(List.of("one", "two", "three", "four"))).contains("four");
    assertThat(transcript.missing(List.of("zero", "three"))).isEqualTo("one");
    assertThat(transcript.missing(List.of("one", "two"))).isEqualTo("three");
  }
}
