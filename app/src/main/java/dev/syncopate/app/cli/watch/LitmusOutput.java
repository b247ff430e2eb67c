package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.extract.Extraction;
import dev.syncopate.app.extract.Extractions;
import dev.syncopate.app.extract.Extractions.OfFinding;
import dev.syncopate.check.Checker;
import dev.syncopate.sim.text.FileName;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Litmus tests of what a run has shown: in a folder, or one on standard output. */
public final class LitmusOutput {
  private static final int LISTED = 20;

  private final LitmusOptions options;
  private final Extractions extractions;

  /**
   * @param checker that has watched and recorded a run
   */
  public LitmusOutput(Checker checker, LitmusOptions options) {
    this.options = options;
    this.extractions = new Extractions(checker);
  }

  /** Writes a file that an option asks for. */
  @FunctionalInterface
  public interface Writer {
    /**
     * @param option for a message where it cannot be written
     */
    void write(String option, Path file, byte[] contents);
  }

  /**
   * Writes tests in a folder, or prints one, as was asked for.
   *
   * @param streams where it is said which, and the one is printed
   * @throws UserErrorException if the one is not there, with why
   */
  public void write(Streams streams, Writer files) {
    write(streams.people(), files);
    print(streams.document(), files);
  }

  /**
   * Writes tests in the folder that was asked for.
   *
   * @param people where it is said which
   */
  private void write(PrintWriter people, Writer files) {
    Path folder = options.folder();
    if (folder == null) {
      return;
    }
    String place = options.at();
    List<OfFinding> races = extractions.races();
    int number = 0;
    int written = 0;
    for (OfFinding race : races) {
      number++;
      Extraction test = race.test();
      if (test == null) {
        people.printf("no litmus test of finding %d: %s%n", number, race.problem());
      } else if (place == null || takesPart(place, test)) {
        people.printf("litmus test of finding %d: %s%n", number, write(folder, test, files));
        written++;
      }
    }
    boolean ordered = races.stream().noneMatch(race -> race.finding().counts());
    if (ordered || place != null) {
      for (Extraction test : extractions.handOvers()) {
        if (place == null || takesPart(place, test)) {
          people.printf("litmus test of a hand-over: %s%n", write(folder, test, files));
          written++;
        }
      }
    }
    if (written == 0 && races.isEmpty()) {
      people.println(
          place == null
              ? "no litmus test: no accesses conflicted, or it was not seen what ordered them"
              : nothingAt(place));
    }
    people.flush();
  }

  private static Path write(Path folder, Extraction test, Writer files) {
    Path file = folder.resolve(FileName.of(test.test().name()) + ".litmus");
    files.write("--litmus", file, test.text().getBytes(StandardCharsets.UTF_8));
    return file;
  }

  private static boolean takesPart(String place, Extraction test) {
    return test.lines().stream().anyMatch(line -> isLine(place, line));
  }

  /** Whether a line is meant, whose file may be named with folders. */
  private static boolean isLine(String place, String line) {
    return place.equals(line) || place.endsWith("/" + line) || line.endsWith("/" + place);
  }

  /**
   * Prints the one test that is to be printed, or writes it to a file.
   *
   * @throws UserErrorException if there is none, with why
   */
  private void print(PrintWriter out, Writer files) {
    String selector = options.printed();
    if (selector == null) {
      return;
    }
    boolean number = LitmusOptions.isNumber(selector);
    String text = number ? ofFinding(Integer.parseInt(selector)) : ofLine(selector);
    Path file = options.file();
    if (file == null) {
      out.print(text);
      out.flush();
    } else {
      files.write("--output", file, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String ofFinding(int number) {
    List<OfFinding> races = extractions.races();
    if (number > races.size()) {
      throw new UserErrorException(
          "there is no finding %d: the run has %s%s"
              .formatted(
                  number,
                  races.isEmpty() ? "no races" : races.size() == 1 ? "1" : "" + races.size(),
                  races.isEmpty() ? "; name a line to see what ordered its accesses" : ""));
    }
    OfFinding race = races.get(number - 1);
    @Nullable Extraction test = race.test();
    if (test == null) {
      throw new UserErrorException(
          "finding %d, %s, has no litmus test: %s"
              .formatted(number, race.finding().title(), race.problem()));
    }
    return test.text();
  }

  private String ofLine(String place) {
    return tests().stream()
        .filter(test -> takesPart(place, test))
        .findFirst()
        .orElseThrow(() -> new UserErrorException(nothingAt(place)))
        .text();
  }

  private List<Extraction> tests() {
    List<Extraction> tests = new ArrayList<>();
    for (OfFinding race : extractions.races()) {
      Extraction test = race.test();
      if (test != null) {
        tests.add(test);
      }
    }
    tests.addAll(extractions.handOvers());
    return tests;
  }

  private String nothingAt(String place) {
    SortedSet<String> lines = new TreeSet<>();
    tests().forEach(test -> lines.addAll(test.lines()));
    return "no race and no hand-over has a part at %s; %s"
        .formatted(
            place,
            lines.isEmpty()
                ? "there are none in this run"
                : "there are some at "
                    + String.join(", ", lines.stream().limit(LISTED).toList())
                    + (lines.size() > LISTED ? " and others" : ""));
  }
}
