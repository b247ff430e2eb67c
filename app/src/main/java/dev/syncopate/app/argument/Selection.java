package dev.syncopate.app.argument;

import java.nio.file.Path;
import java.util.List;

/**
 * Reads options that name an argument by its number: {@code 2}, {@code 2:10}, {@code 2=file.bin}.
 */
public final class Selection {
  /** Elements {@code --print K} shows unless told. */
  public static final int PRINTED = 16;

  private Selection() {}

  /**
   * Elements to print.
   *
   * @param argument number of a buffer among the arguments
   * @param count at most this many
   */
  public record Print(int argument, int count) {}

  /** A buffer to write to a file. */
  public record Save(int argument, Path file) {}

  /** A buffer to compare with what it should hold. */
  public record Expect(int argument, Contents.Source expected) {}

  /** Reads {@code K} or {@code K:N}. */
  public static Print print(String text, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    int colon = text.indexOf(':');
    int number = buffer(text, colon < 0 ? text.length() : colon, arguments);
    if (colon < 0) {
      return new Print(number, PRINTED);
    }
    String count = text.substring(colon + 1);
    if (!count.matches("\\d{1,9}")) {
      throw new ArgumentSyntaxException(
          text, colon + 1, "expected how many elements to print, found '" + count + "'");
    }
    return new Print(number, Integer.parseInt(count));
  }

  /** Reads {@code K=FILE}. */
  public static Save save(String text, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    int equals = equals(text, "file.bin");
    int number = buffer(text, equals, arguments);
    if (equals + 1 == text.length()) {
      throw new ArgumentSyntaxException(text, equals + 1, "expected the name of a file");
    }
    return new Save(number, Path.of(text.substring(equals + 1)));
  }

  /** Reads {@code K=@FILE} or {@code K=contents}. */
  public static Expect expect(String text, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    int equals = equals(text, "@file.bin");
    int number = buffer(text, equals, arguments);
    return new Expect(
        number, ArgumentParser.contents(text, equals + 1, arguments.get(number).type()));
  }

  private static int equals(String text, String example) throws ArgumentSyntaxException {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new ArgumentSyntaxException(text, text.length(), "expected '=', as in 0=" + example);
    }
    return equals;
  }

  private static int buffer(String text, int end, List<KernelArgument> arguments)
      throws ArgumentSyntaxException {
    String digits = text.substring(0, end);
    int number = digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : -1;
    if (number < 0 || number >= arguments.size()) {
      throw new ArgumentSyntaxException(
          text,
          0,
          arguments.isEmpty()
              ? "there are no arguments"
              : "expected the number of an argument from 0 to %d, found '%s'"
                  .formatted(arguments.size() - 1, digits));
    }
    if (!(arguments.get(number) instanceof KernelArgument.Memory)) {
      throw new ArgumentSyntaxException(
          text,
          0,
          "argument %d (%s) is a scalar, not a buffer"
              .formatted(number, arguments.get(number).text()));
    }
    return number;
  }
}
