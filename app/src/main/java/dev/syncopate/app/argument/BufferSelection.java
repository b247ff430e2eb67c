package dev.syncopate.app.argument;

import dev.syncopate.sim.config.NearestName;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads options that name a buffer by its argument's number: {@code 2}, {@code 2:10}, {@code
 * 2=file.bin}; a structure's members are numbered after a dot, {@code 2.0}. A variable that {@code
 * --var} names goes by its name.
 */
public final class BufferSelection {
  /** Elements {@code --print K} shows unless told. */
  public static final int PRINTED = 16;

  private BufferSelection() {}

  /** Values that options may name. */
  public record Choice(List<KernelArgument> arguments, List<VariableArgument> variables) {}

  /**
   * A buffer among the arguments, or a variable.
   *
   * @param place its number, or numbers with dots between them, as {@link #place} makes them; of a
   *     variable its name
   */
  public record Target(String place, KernelArgument.Memory memory) {
    /** {@code argument 2}, {@code variable x}. */
    public String description() {
      return (VariableArgument.isName(place) ? "variable " : "argument ") + place;
    }
  }

  /**
   * Elements to print.
   *
   * @param count at most this many
   */
  public record Print(Target target, int count) {}

  /** A buffer to write to a file. */
  public record Save(Target target, Path file) {}

  /** The place of member {@code number} of a structure; arguments have their bare number. */
  public static String place(String structure, int number) {
    return structure + "." + number;
  }

  /** Reads {@code K} or {@code K:N}. */
  public static Print print(String text, Choice among) throws ArgumentSyntaxException {
    int colon = text.indexOf(':');
    Target target = buffer(text, colon < 0 ? text.length() : colon, among);
    if (colon < 0) {
      return new Print(target, PRINTED);
    }
    String count = text.substring(colon + 1);
    if (!count.matches("\\d{1,9}")) {
      throw new ArgumentSyntaxException(
          text, colon + 1, "expected how many elements to print, found '" + count + "'");
    }
    return new Print(target, Integer.parseInt(count));
  }

  /** Reads {@code K=FILE}. */
  public static Save save(String text, Choice among) throws ArgumentSyntaxException {
    int equals = equals(text, "file.bin");
    Target target = buffer(text, equals, among);
    if (equals + 1 == text.length()) {
      throw new ArgumentSyntaxException(text, equals + 1, "expected the name of a file");
    }
    return new Save(target, Path.of(text.substring(equals + 1)));
  }

  /** The buffer that {@code K} names. */
  public static Target whole(String text, Choice among) throws ArgumentSyntaxException {
    return buffer(text, text.length(), among);
  }

  private static int equals(String text, String example) throws ArgumentSyntaxException {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new ArgumentSyntaxException(text, text.length(), "expected '=', as in 0=" + example);
    }
    return equals;
  }

  private static Target buffer(String text, int end, Choice choice) throws ArgumentSyntaxException {
    return buffer(text, 0, end, choice);
  }

  /** The buffer that is named from index {@code begin} of a text up to {@code end}. */
  static Target buffer(String text, int begin, int end, Choice choice)
      throws ArgumentSyntaxException {
    int start = begin;
    List<KernelArgument> among = choice.arguments();
    if (VariableArgument.isName(text.substring(begin, end))) {
      return variable(text, begin, text.substring(begin, end), choice.variables());
    }
    while (true) {
      int dot = text.indexOf('.', start);
      int numberEnd = dot < 0 || dot > end ? end : dot;
      KernelArgument argument = among.get(number(text, begin, start, numberEnd, among));
      if (numberEnd == end) {
        return target(text, begin, start, end, argument);
      }
      if (!(argument instanceof KernelArgument.Structure structure)) {
        throw new ArgumentSyntaxException(
            text,
            start,
            "argument %s (%s) is no structure"
                .formatted(text.substring(begin, numberEnd), argument.text()));
      }
      among = structure.members();
      start = numberEnd + 1;
    }
  }

  private static Target variable(
      String text, int position, String name, List<VariableArgument> variables)
      throws ArgumentSyntaxException {
    for (VariableArgument variable : variables) {
      if (variable.name().equals(name)) {
        KernelArgument.Memory memory = variable.memory();
        if (memory == null) {
          throw new ArgumentSyntaxException(
              text,
              position,
              "variable %s is given as a structure, not as an array".formatted(name));
        }
        return new Target(name, memory);
      }
    }
    List<String> names = variables.stream().map(VariableArgument::name).toList();
    throw new ArgumentSyntaxException(
        text,
        position,
        "expected the number of an argument or a variable that --var names%s, found '%s'%s"
            .formatted(
                names.isEmpty() ? ", as in --var " + name + "=u32[4]" : "",
                name,
                NearestName.hint(name, names)));
  }

  private static int number(String text, int begin, int start, int end, List<KernelArgument> among)
      throws ArgumentSyntaxException {
    String digits = text.substring(start, end);
    int number = digits.matches("0|[1-9]\\d{0,3}") ? Integer.parseInt(digits) : -1;
    if (number < 0 || number >= among.size()) {
      throw new ArgumentSyntaxException(
          text,
          start,
          among.isEmpty()
              ? "there are no arguments"
              : "expected the number of %s from 0 to %d, found '%s'"
                  .formatted(
                      start == begin ? "an argument" : "a member", among.size() - 1, digits));
    }
    return number;
  }

  private static Target target(String text, int begin, int start, int end, KernelArgument argument)
      throws ArgumentSyntaxException {
    String place = text.substring(begin, end);
    return switch (argument) {
      case KernelArgument.Memory memory -> new Target(place, memory);
      case KernelArgument.Structure structure ->
          throw new ArgumentSyntaxException(
              text,
              start,
              "argument %s is a structure; name a buffer among its members, as in %s"
                  .formatted(place, place(place, firstBuffer(structure))));
      case KernelArgument.Scalar _, KernelArgument.Raw _, KernelArgument.Map _ ->
          throw new ArgumentSyntaxException(
              text,
              start,
              "argument %s (%s) is %s, not a buffer"
                  .formatted(
                      place,
                      argument.text(),
                      argument instanceof KernelArgument.Scalar ? "a scalar" : "passed by value"));
    };
  }

  private static int firstBuffer(KernelArgument.Structure structure) {
    for (int i = 0; i < structure.members().size(); i++) {
      if (structure.members().get(i) instanceof KernelArgument.Memory) {
        return i;
      }
    }
    return 0;
  }
}
