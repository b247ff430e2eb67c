package dev.syncopate.app.cli.launch;

import dev.syncopate.app.argument.ArgumentSyntaxException;
import dev.syncopate.app.argument.Contents;
import dev.syncopate.app.argument.Difference;
import dev.syncopate.app.argument.ElementType;
import dev.syncopate.app.argument.KernelArgument;
import dev.syncopate.app.argument.Selection;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.Outputs;
import dev.syncopate.app.cli.console.UserErrorException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is done with buffers once a kernel has ended: {@code --print}, {@code --save}, {@code
 * --expect}.
 */
final class BufferChecks {
  private static final int WIDTH = 80;

  private final List<Selection.Print> prints = new ArrayList<>();
  private final List<Selection.Save> saves = new ArrayList<>();
  private final List<Selection.Expect> expects = new ArrayList<>();
  private final List<byte[]> expected = new ArrayList<>();
  private String message = "";

  private BufferChecks() {}

  /** Reads the options, and the files to compare with, so that a mistake costs no simulation. */
  static BufferChecks parse(
      Selection.Choice among, List<String> prints, List<String> saves, List<String> expects) {
    BufferChecks checks = new BufferChecks();
    String option = "--print";
    try {
      for (String text : prints) {
        checks.prints.add(Selection.print(text, among));
      }
      option = "--save";
      for (String text : saves) {
        Selection.Save save = Selection.save(text, among);
        OutputFile.check(option, save.file());
        checks.saves.add(save);
      }
      option = "--expect";
      for (String text : expects) {
        Selection.Expect expect = Selection.expect(text, among);
        checks.expects.add(expect);
        KernelArgument.Memory memory = expect.target().memory();
        checks.expected.add(Contents.make(expect.expected(), memory.type(), memory.count(), 0));
      }
    } catch (ArgumentSyntaxException e) {
      throw new UserErrorException(option + " " + e.getMessage());
    }
    return checks;
  }

  /**
   * Prints and saves.
   *
   * @param done whether the launch has ended by itself; else buffers are as the L2 has them
   */
  void show(DeviceArguments values, PrintWriter out, boolean done, Outputs outputs) {
    for (Selection.Print print : prints) {
      print(print, values.read(print.target()), out, done);
    }
    for (Selection.Save save : saves) {
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
    for (int i = 0; i < expects.size(); i++) {
      Selection.Target target = expects.get(i).target();
      String difference =
          Difference.describe(target.memory().type(), values.read(target), expected.get(i));
      if (!difference.isEmpty()) {
        wrong++;
        out.println(target.description() + " is not as expected:");
        out.print(difference);
        out.flush();
      }
    }
    String buffers = expects.size() == 1 ? "1 buffer" : expects.size() + " buffers";
    message =
        wrong == 0
            ? buffers + " as expected"
            : "%d of %s not as expected".formatted(wrong, buffers);
    return wrong == 0;
  }

  /** Result of the comparison, for the summary. */
  String message() {
    return message;
  }

  private void print(Selection.Print print, byte[] bytes, PrintWriter out, boolean done) {
    ElementType type = print.target().memory().type();
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count = Math.min(print.count(), bytes.length / type.bytes());
    StringBuilder line =
        new StringBuilder(
            "%s, %s%s:"
                .formatted(
                    print.target().description(),
                    print.target().memory().text(),
                    done ? "" : ", as the L2 has it"));
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
