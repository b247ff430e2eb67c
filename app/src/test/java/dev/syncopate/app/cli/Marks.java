package dev.syncopate.app.cli;

import dev.syncopate.app.bench.LitmusRun;
import dev.syncopate.model.library.Library;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.catalogue.Papers;
import dev.syncopate.study.paper.explain.ExplainingExperiments;
import dev.syncopate.workload.input.PaperInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the program puts into pages:
 *
 * <ul>
 *   <li>{@code <!--=library tests-->88<!--/-->}: a number that the program knows
 *   <li>{@code <!--=cycles: run vecadd --size 1M-->22,208<!--/-->}: a number at the top of a
 *       command's JSON document, or as {@code l2.accesses} in one of its groups
 *   <li>{@code <!-- printed by: syncopate COMMAND -->}, a fenced block, {@code <!-- end -->}: what
 *       a command prints; {@code ; without: HEADING} leaves out a column of times
 *   <li>{@code <!-- measured by: syncopate COMMAND -->}, likewise: what it prints when the launcher
 *       starts it, which is never the same again. A check compares words, not numbers.
 *   <li>{@code <!--=fidelity-rsp-figures.csv: fig8 / PR-1 / steal-only-->2.46<!--/-->}: a number of
 *       a study at full scale, kept in the directory of the pages; likewise {@code <!-- table from:
 *       fidelity-rsp-figures.csv; figure: fig8 -->}, a table, {@code <!-- end -->}, with {@code
 *       claims} in place of the figure what the paper states in numbers; of claims that are judged
 *       more than once {@code verdicts}, how many are held each time, and {@code differing}, those
 *       with more than one verdict
 *   <li>{@code <!-- headlines from: rsp=fidelity-rsp-claims.csv srsp=… -->}, a table, {@code <!--
 *       end -->}: the claims that carry each paper, from such files, with what decides those not
 *       held; likewise {@code summary from}: a row a paper, which counts them
 * </ul>
 *
 * With {@code ~} in the place of {@code =}, and {@code printed slowly by}, they are looked at by
 * {@code ./syncopate docs} alone, since they take longer than a test should; with {@code ~~}, and
 * {@code printed rarely by}, what takes minutes, only with {@code --rarely}, as all that is
 * measured.
 */
final class Marks {
  private static final Pattern NUMBER = Pattern.compile("<!--(=|~~?)([^>~]+)-->([^<]*)<!--/-->");
  private static final Pattern PRINTED =
      Pattern.compile(
          """
          (<!-- printed( slowly| rarely)? by: syncopate (.+?)((?:; without: .+?)*) -->
          ```
          )((?s:.*?))(?=```
          <!-- end -->)\
          """);

  private static final Pattern MEASURED =
      Pattern.compile(
          "(<!-- measured by: syncopate (.+?) -->\n```\n)((?s:.*?))(?=```\n<!-- end -->)");

  private static final Pattern TABLE =
      Pattern.compile(
          "(<!-- table from: (\\S+); (figure: ([^>]+)|claims|verdicts|differing) -->\n)((?s:.*?))(?=<!-- end -->)");

  private static final Pattern HEADLINES =
      Pattern.compile("(<!-- headlines from: ([^>]+) -->\n)((?s:.*?))(?=<!-- end -->)");

  private static final Pattern SUMMARY =
      Pattern.compile("(<!-- summary from: ([^>]+) -->\n)((?s:.*?))(?=<!-- end -->)");

  /** What looks like the beginning of a block. */
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^<!-- (printed|measured|table from|headlines|summary)[^>]*-->");

  private static final List<String> VERDICTS =
      List.of("held", "partly", "not held", "not measured");

  /** Printed blocks that have separate tests. */
  private static final List<String> ELSEWHERE = List.of("demo", "protocols");

  private static final Map<String, String> NUMBERS = numbers();

  /** How long what is looked at may take. */
  enum Patience {
    TEST,
    SLOWLY,
    RARELY
  }

  private static Map<String, String> numbers() {
    Map<String, String> numbers = new HashMap<>();
    numbers.put("library tests", Integer.toString(Library.names().size()));
    numbers.put("transaction tests", Integer.toString(Library.transactions().size()));
    numbers.put("asynchronous tests", Integer.toString(Library.asynchronous().size()));
    numbers.put("looped tests", Integer.toString(LitmusRun.LOOPED_TESTS));
    for (PaperInput input : PaperInput.values()) {
      numbers.put("vertices of " + input.inputName(), grouped(input.vertices()));
      numbers.put("edges of " + input.inputName(), grouped(input.edges()));
    }
    return numbers;
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private final Patience patience;
  private final boolean anew;
  private final Map<String, String> documents = new HashMap<>();

  /**
   * @param anew whether what is measured replaces what was
   */
  Marks(Patience patience, boolean anew) {
    this.patience = patience;
    this.anew = anew;
  }

  /** The page as it should be. */
  String right(String page) {
    String counted = NUMBER.matcher(page).replaceAll(this::number);
    String printed = PRINTED.matcher(counted).replaceAll(this::printed);
    String stored = TABLE.matcher(printed).replaceAll(Marks::table);
    String headlines = HEADLINES.matcher(stored).replaceAll(Marks::headlines);
    String summaries = SUMMARY.matcher(headlines).replaceAll(Marks::summary);
    return MEASURED.matcher(summaries).replaceAll(this::measured);
  }

  /**
   * Beginnings of blocks of a page that no pattern reads, so that nothing holds the block right.
   */
  static List<String> unread(String page) {
    Set<Integer> read =
        Stream.of(PRINTED, MEASURED, TABLE, HEADLINES, SUMMARY)
            .flatMap(pattern -> pattern.matcher(page).results())
            .map(MatchResult::start)
            .collect(Collectors.toSet());
    return BLOCK
        .matcher(page)
        .results()
        .filter(mark -> !read.contains(mark.start()))
        .map(MatchResult::group)
        .toList();
  }

  private static String table(MatchResult mark) {
    StoredFigures stored = new StoredFigures(Objects.requireNonNull(mark.group(2)));
    String figure = mark.group(4);
    String table =
        switch (Objects.requireNonNull(mark.group(3))) {
          case "claims" -> stored.claims();
          case "verdicts" -> stored.verdicts();
          case "differing" -> stored.differing();
          default -> stored.table(Objects.requireNonNull(figure));
        };
    return Matcher.quoteReplacement(mark.group(1) + table);
  }

  private static String headlines(MatchResult mark) {
    StringBuilder table =
        new StringBuilder(
            "| | the paper says | published | here | | what decides |\n|---|---|---|---|---|---|\n");
    for (String study : Objects.requireNonNull(mark.group(2)).split(" ", -1)) {
      String[] parts = study.split("=", 2);
      table.append(headlines(parts[0], new StoredFigures(parts[1])));
    }
    return Matcher.quoteReplacement(mark.group(1) + table);
  }

  private static Paper paper(String name) {
    return Papers.all().stream()
        .filter(paper -> paper.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no study " + name));
  }

  private static String summary(MatchResult mark) {
    StringBuilder table =
        new StringBuilder(
            """
            | paper | headline claims | all claims | what decides the headline claims that are not held |
            |---|---|---|---|
            """);
    for (String study : Objects.requireNonNull(mark.group(2)).split(" ", -1)) {
      String[] parts = study.split("=", 2);
      table.append(summary(parts[0], new StoredFigures(parts[1])));
    }
    return Matcher.quoteReplacement(mark.group(1) + table);
  }

  private static String summary(String name, StoredFigures claims) {
    List<String> headlines = paper(name).headlines();
    List<String> verdicts = headlines.stream().map(id -> claims.value(id + " / verdict")).toList();
    Set<String> reasons = new LinkedHashSet<>();
    for (String id : headlines) {
      if (!claims.value(id + " / verdict").equals("held")) {
        String titles = ExplainingExperiments.reason(name, id).replaceFirst("\\.( Run: .*)?$", "");
        reasons.addAll(List.of(titles.split("; ", -1)));
      }
    }
    return "| [%s](fidelity-%s.md) | %s | %s | %s |\n"
        .formatted(
            name,
            name,
            count(verdict -> Collections.frequency(verdicts, verdict)),
            count(verdict -> Integer.parseInt(claims.value(verdict))),
            String.join("; ", reasons));
  }

  /** As in {@code 13 held, 5 partly}; verdicts of no claim are left out. */
  private static String count(ToIntFunction<String> claims) {
    return VERDICTS.stream()
        .filter(verdict -> claims.applyAsInt(verdict) > 0)
        .map(verdict -> claims.applyAsInt(verdict) + " " + verdict)
        .collect(Collectors.joining(", "));
  }

  private static String headlines(String name, StoredFigures claims) {
    Paper paper = paper(name);
    StringBuilder rows = new StringBuilder();
    for (String id : paper.headlines()) {
      boolean holds = claims.value(id + " / verdict").equals("held");
      rows.append(
          "| %s | %s | %s | %s | %s | %s |\n"
              .formatted(
                  name,
                  claims.value(id + " / statement"),
                  claims.value(id + " / published"),
                  claims.value(id + " / measured"),
                  claims.value(id + " / verdict"),
                  holds
                      ? ""
                      : ExplainingExperiments.reason(name, id)
                          .replaceAll("\\./syncopate .*", "`$0`")));
    }
    return rows.toString();
  }

  /** How many numbers a page marks. */
  static long numbers(String page) {
    return NUMBER.matcher(page).results().count();
  }

  private String number(MatchResult mark) {
    String name = Objects.requireNonNull(mark.group(2));
    Patience needed =
        switch (Objects.requireNonNull(mark.group(1))) {
          case "=" -> Patience.TEST;
          case "~" -> Patience.SLOWLY;
          default -> Patience.RARELY;
        };
    boolean skipped = patience.compareTo(needed) < 0;
    String value = skipped ? Objects.requireNonNull(mark.group(3)) : value(name);
    return Matcher.quoteReplacement("<!--" + mark.group(1) + name + "-->" + value + "<!--/-->");
  }

  private String value(String name) {
    int colon = name.indexOf(": ");
    if (colon < 0) {
      return Objects.requireNonNull(NUMBERS.get(name), name);
    }
    String member = name.substring(0, colon);
    if (member.endsWith(".csv")) {
      return new StoredFigures(member).value(name.substring(colon + 2));
    }
    String document =
        documents.computeIfAbsent(name.substring(colon + 2), command -> document(command));
    int dot = member.indexOf('.');
    String number =
        dot < 0
            ? "\n  \"" + member + "\": ([0-9.E]+)"
            : "\n  \"%s\": \\{[^{}]*\n    \"%s\": ([0-9.E]+)"
                .formatted(member.substring(0, dot), member.substring(dot + 1));
    Matcher matcher = Pattern.compile(number).matcher(document);
    if (!matcher.find()) {
      throw new AssertionError(name + ": there is no such number in " + document);
    }
    return grouped(new BigDecimal(matcher.group(1)).longValue());
  }

  private static String document(String command) {
    try {
      Path file = Files.createTempFile("syncopate-docs-", ".json");
      List<String> words = new ArrayList<>(Transcript.words(command));
      words.addAll(List.of("--quiet", "--json", file.toString()));
      Shell.Result result = Shell.run(words.toArray(String[]::new));
      String document = Files.readString(file);
      Files.delete(file);
      if (!document.contains("\"ending\": \"done\"")) {
        throw new AssertionError(command + ": " + result);
      }
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String printed(MatchResult mark) {
    String command = Objects.requireNonNull(mark.group(3));
    boolean skipped = patience.compareTo(needed(mark.group(2))) < 0;
    String text =
        skipped || ELSEWHERE.stream().anyMatch(command::startsWith)
            ? Objects.requireNonNull(mark.group(5))
            : withoutAll(mark.group(4), output(command));
    return Matcher.quoteReplacement(mark.group(1) + text);
  }

  private static String output(String command) {
    Shell.Result result = Transcript.run(command);
    if (result.out().isEmpty()) {
      throw new AssertionError(command + " prints nothing; it says: " + result.err());
    }
    return result.out();
  }

  private String measured(MatchResult mark) {
    String previous = Objects.requireNonNull(mark.group(3));
    if (patience != Patience.RARELY) {
      return Matcher.quoteReplacement(mark.group());
    }
    String now = launched(Objects.requireNonNull(mark.group(2)));
    String right = !anew && words(now).equals(words(previous)) ? previous : now;
    return Matcher.quoteReplacement(mark.group(1) + right);
  }

  /** What a measurement prints without its numbers. */
  static String words(String printed) {
    return printed.replaceAll("[0-9][0-9.,]*[kMG]?", "#").replaceAll(" +", " ");
  }

  /** Has the launcher run a command, which chooses the JVM's options. */
  private static String launched(String command) {
    List<String> words = new ArrayList<>(List.of(Checkout.launcher().toString()));
    words.addAll(List.of(command.split(" ")));
    try {
      Process process =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String out = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      if (process.waitFor() != 0) {
        throw new AssertionError(command + " ended with " + process.exitValue() + ": " + out);
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(command, e);
    }
  }

  private static Patience needed(@Nullable String word) {
    return word == null ? Patience.TEST : Patience.valueOf(word.strip().toUpperCase(Locale.ROOT));
  }

  private static String withoutAll(@Nullable String marks, String text) {
    String remaining = text;
    for (String mark : Objects.requireNonNullElse(marks, "").split("; without: ", -1)) {
      remaining = mark.isEmpty() ? remaining : without(mark, remaining);
    }
    return remaining;
  }

  /** Leaves a column out of tables whose columns are two spaces apart. */
  static String without(String heading, String text) {
    StringBuilder result = new StringBuilder();
    int columnStart = -1;
    int columnEnd = -1;
    for (String line : text.lines().toList()) {
      int headingStart = line.indexOf("  " + heading);
      if (headingStart >= 0) {
        columnStart = headingStart + 2;
        Matcher next = Pattern.compile(" {2,}\\S").matcher(line);
        columnEnd = next.find(columnStart + heading.length()) ? next.end() - 1 : line.length();
      }
      boolean row =
          columnStart >= 0 && line.length() > columnStart && line.startsWith("  ", columnStart - 2);
      String shorter =
          row
              ? line.substring(0, columnStart) + line.substring(Math.min(columnEnd, line.length()))
              : line;
      result.append(shorter.stripTrailing()).append('\n');
    }
    return result.toString();
  }
}
