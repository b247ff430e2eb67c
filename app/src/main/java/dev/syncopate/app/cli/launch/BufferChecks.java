package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.argument.BufferExpectation;
import dev.syncopate.app.argument.BufferExpectation.Elements;
import dev.syncopate.app.argument.BufferRegion;
import dev.syncopate.app.argument.BufferSelection;
import dev.syncopate.app.argument.ElementType;
import dev.syncopate.app.argument.ExpectationParser;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.console.UserErrorException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Actions on buffers after a kernel: {@code --print}, {@code --save}, {@code --expect}. */
final class BufferChecks {
  private static final int WIDTH = 80;
  private static final String SAME = "same";

  private final List<BufferSelection.Print> prints = new ArrayList<>();
  private final List<BufferSelection.Save> saves = new ArrayList<>();
  private final List<BufferExpectation> expects = new ArrayList<>();
  private final Set<String> ignored = new TreeSet<>();
  private boolean expectsSame;
  private String message = "";

  private BufferChecks() {}

  /** Reads the options, and the files to compare with, so that a mistake costs no simulation. */
  static BufferChecks parse(
      BufferSelection.Choice among,
      List<String> prints,
      List<String> saves,
      List<String> expects,
      List<String> ignores) {
    BufferChecks checks = new BufferChecks();
    String option = "--print";
    try {
      for (String text : prints) {
        checks.prints.add(BufferSelection.print(text, among));
      }
      option = "--save";
      for (String text : saves) {
        BufferSelection.Save save = BufferSelection.save(text, among);
        OutputFile.check(option, save.file());
        checks.saves.add(save);
      }
      option = "--expect";
      for (String text : expects) {
        if (text.equals(SAME)) {
          checks.expectsSame = true;
        } else {
          checks.expects.add(ExpectationParser.parse(text, among));
        }
      }
      option = "--ignore";
      for (String text : ignores) {
        checks.ignored.add(BufferSelection.whole(text, among).place());
      }
    } catch (ArgumentSyntaxException e) {
      throw new UserErrorException(option + " " + e.getMessage());
    }
    if (!ignores.isEmpty() && !checks.expectsSame) {
      throw new UserErrorException(
          "--ignore leaves a buffer out of --expect same, and there is no --expect same");
    }
    return checks;
  }

  /** Whether every schedule is to leave the same in the buffers. */
  boolean same() {
    return expectsSame;
  }

  /** The places of buffers of which that does not matter. */
  Set<String> ignored() {
    return ignored;
  }

  /**
   * Prints and saves.
   *
   * @param completed whether the launch has ended by itself; else buffers are as the L2 has them
   */
  void show(DeviceArguments values, PrintWriter out, boolean completed, OutputFiles outputs) {
    for (BufferSelection.Print print : prints) {
      print(print, values.read(print.target()), out, completed);
    }
    for (BufferSelection.Save save : saves) {
      outputs.write("--save", save.file(), values.read(save.target()));
    }
  }

  /**
   * Compares.
   *
   * @return whether everything was as expected; null if nothing was
   */
  @Nullable Boolean compare(DeviceArguments values, PrintWriter out) {
    if (expects.isEmpty()) {
      return null;
    }
    int wrong = 0;
    for (BufferExpectation expect : expects) {
      BufferRegion region = expect.region();
      String difference = expect.violation(values.read(region.target()));
      if (!difference.isEmpty()) {
        wrong++;
        out.println(region.description() + " is not as expected:");
        out.print(difference);
        out.flush();
      }
    }
    boolean allWhole =
        expects.stream()
            .allMatch(
                expectation -> expectation instanceof Elements && expectation.region().isWhole());
    String noun = allWhole ? "buffer" : "expectation";
    String buffers = expects.size() == 1 ? "1 " + noun : expects.size() + " " + noun + "s";
    message =
        wrong == 0
            ? buffers + (allWhole ? " as expected" : " met")
            : "%d of %s not %s".formatted(wrong, buffers, allWhole ? "as expected" : "met");
    return wrong == 0;
  }

  /** Result of the comparison, for the summary. */
  String message() {
    return message;
  }

  private void print(
      BufferSelection.Print print, byte[] bytes, PrintWriter out, boolean completed) {
    ElementType type = print.target().memory().type();
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count = Math.min(print.count(), bytes.length / type.bytes());
    StringBuilder line =
        new StringBuilder(
            "%s, %s%s:"
                .formatted(
                    print.target().description(),
                    print.target().memory().text(),
                    completed ? "" : ", as in the L2"));
    for (int i = 0; i < count; i++) {
      String element = type.format(type.get(view, i));
      if (line.length() + 1 + element.length() > WIDTH) {
        out.println(line);
        line = new StringBuilder(" ");
      }
      line.append(' ').append(element);
    }
    out.println(line);
    out.flush();
  }
}
