package dev.syncopate.app.argument;

import dev.syncopate.app.argument.BufferContents.Contained;
import dev.syncopate.app.argument.BufferContents.Fill;
import dev.syncopate.app.argument.BufferContents.Iota;
import dev.syncopate.app.argument.BufferContents.Random;
import dev.syncopate.app.argument.BufferContents.RunRandom;
import dev.syncopate.app.argument.BufferContents.Source;
import dev.syncopate.app.argument.BufferContents.Unwritten;
import dev.syncopate.app.argument.BufferContents.Zero;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Reads the language of kernel arguments:
 *
 * <pre>
 *   argument = TYPE "=" NUMBER                    a scalar
 *            | TYPE "[" COUNT "]=" contents       a buffer
 *            | TYPE "[]=@" FILE                   a buffer of the file's size
 *            | "struct{" argument { "," argument } "}"
 *            | "bytes[" COUNT "]=" contents       bytes by value
 *            | "bytes[]=@" FILE                   as many as the file has
 *            | "map=" ARGUMENT ":" TYPE "[" SIZES "]/" SIZES { "," option }    a tensor map
 *   contents = "zero" | "iota" | "fill(" NUMBER ")" | "random" [ "(" SEED ")" ] | "uninit" | "@" FILE
 *   SIZES    = DIGITS { "x" DIGITS }              of the tensor and of the box, innermost first
 *   option   = "swizzle=32" | "swizzle=64" | "swizzle=128" | "nan"
 *   COUNT    = DIGITS [ "K" | "M" | "G" ]         powers of 1024
 * </pre>
 */
public final class ArgumentParser {
  private static final String CONTENTS =
      "zero, iota, fill(VALUE), random, random(SEED), uninit or @FILE";

  /** What befalls a structure that is not quoted; for the end of a message. */
  public static final String QUOTING =
      "; a shell takes braces apart unless they are quoted: 'struct{s32=1,s32=2}'";

  private static final String BYTES = "bytes";

  /** The most that PTX lets a kernel's parameters have together. */
  private static final int MOST_BY_VALUE = 32_764;

  /** What the user wrote; {@code text} begins at index {@code origin} of it. */
  private final String fullText;

  private final int origin;
  private final String text;

  private ArgumentParser(String fullText, int origin, String text) {
    this.fullText = fullText;
    this.origin = origin;
    this.text = text;
  }

  private ArgumentParser(String text) {
    this(text, 0, text);
  }

  /** Reads one argument; files are looked at for their size only. */
  public static KernelArgument parse(String text) throws ArgumentSyntaxException {
    return new ArgumentParser(text).argument();
  }

  /**
   * Reads the argument from index {@code position} of a text to its end.
   *
   * @param valued whether it has a value; else it is a type, perhaps with a count
   */
  static KernelArgument within(String text, int position, boolean valued)
      throws ArgumentSyntaxException {
    ArgumentParser parser = new ArgumentParser(text, position, text.substring(position));
    return valued ? parser.argument() : parser.declaration();
  }

  /** {@code TYPE} or {@code TYPE[COUNT]}. */
  private KernelArgument declaration() throws ArgumentSyntaxException {
    int bracket = text.indexOf('[');
    String spelling = bracket < 0 ? text : text.substring(0, bracket);
    ElementType type =
        spelling.equals(BYTES)
            ? ElementType.U8
            : ElementType.of(spelling).orElseThrow(() -> unknownType(spelling));
    if (bracket < 0) {
      return new KernelArgument.Memory(text, type, 1, new Zero());
    }
    if (!text.endsWith("]") || text.length() - bracket < 3) {
      throw error(text.length(), "expected a number of elements and ']', as in u32[16]");
    }
    int count =
        count(
            bracket + 1,
            text.substring(bracket + 1, text.length() - 1),
            (Integer.MAX_VALUE - 8) / type.bytes());
    return new KernelArgument.Memory(text, type, count, new Zero());
  }

  /** Reads contents from index {@code position} of a text, for elements of {@code type}. */
  static Source contents(String text, int position, ElementType type)
      throws ArgumentSyntaxException {
    return new ArgumentParser(text).contents(position, type);
  }

  /** Reads a number of {@code type} from index {@code start} up to {@code end} of a text. */
  static long number(String text, int start, int end, ElementType type)
      throws ArgumentSyntaxException {
    return new ArgumentParser(text).number(start, end, type);
  }

  /** Reads the argument from index {@code start} up to {@code end} of this one. */
  KernelArgument part(int start, int end) throws ArgumentSyntaxException {
    return new ArgumentParser(fullText, origin + start, text.substring(start, end)).argument();
  }

  private KernelArgument argument() throws ArgumentSyntaxException {
    if (text.startsWith(StructureParser.OPENING)) {
      return new StructureParser(this, text).structure();
    }
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw error(text.length(), "expected '=' and a value, as in u32=5 or f32[1024]=zero");
    }
    int bracket = text.indexOf('[');
    int typeEnd = bracket >= 0 && bracket < equals ? bracket : equals;
    String spelling = text.substring(0, typeEnd);
    if (spelling.equals(TensorMapParser.SPELLING)) {
      return new TensorMapParser(this, text, equals + 1).map();
    }
    if (spelling.equals(BYTES)) {
      KernelArgument.Memory bytes = memory(ElementType.U8, MOST_BY_VALUE, typeEnd, equals);
      if (bytes.contents() instanceof Unwritten) {
        throw error(equals + 1, "expected the contents of a value; only a buffer may be uninit");
      }
      return new KernelArgument.Raw(text, bytes.count(), bytes.contents());
    }
    ElementType type = ElementType.of(spelling).orElseThrow(() -> unknownType(spelling));
    if (typeEnd == equals) {
      return new KernelArgument.Scalar(text, type, number(equals + 1, text.length(), type));
    }
    return memory(type, (Integer.MAX_VALUE - 8) / type.bytes(), bracket, equals);
  }

  private ArgumentSyntaxException unknownType(String spelling) {
    return error(
        0,
        "expected a type (%s, struct{...}, bytes[N]), found '%s'%s"
            .formatted(
                ElementType.spellings(), spelling, spelling.startsWith("struct") ? QUOTING : ""));
  }

  private KernelArgument.Memory memory(ElementType type, int maxCount, int bracket, int equals)
      throws ArgumentSyntaxException {
    if (bracket == equals) {
      throw error(bracket, "expected '[', as in bytes[16]=zero");
    }
    if (text.charAt(equals - 1) != ']') {
      throw error(equals, "expected ']' before '='");
    }
    Source contents = contents(equals + 1, type);
    String count = text.substring(bracket + 1, equals - 1);
    if (!count.isEmpty()) {
      return new KernelArgument.Memory(text, type, count(bracket + 1, count, maxCount), contents);
    }
    if (contents instanceof Contained contained) {
      return new KernelArgument.Memory(
          text, type, BufferContents.count(contained.file(), type), contents);
    }
    throw error(
        bracket + 1, "expected a number of elements; only a buffer from a file may leave it out");
  }

  private int count(int position, String digits, int maxCount) throws ArgumentSyntaxException {
    char last = Character.toUpperCase(digits.charAt(digits.length() - 1));
    int power = "KMG".indexOf(last) + 1;
    String plain = power == 0 ? digits : digits.substring(0, digits.length() - 1);
    if (plain.matches("\\d{1,12}")) {
      long value = Long.parseLong(plain) << (10 * power);
      if (value >= 1 && value <= maxCount) {
        return (int) value;
      }
    }
    throw error(
        position,
        "expected a number of elements from 1 to %d, such as 4096 or 64K, found '%s'"
            .formatted(maxCount, digits));
  }

  private Source contents(int position, ElementType type) throws ArgumentSyntaxException {
    String rest = text.substring(position);
    if (rest.startsWith("@")) {
      return new Contained(file(position + 1));
    }
    int open = rest.indexOf('(');
    if (open < 0) {
      return switch (rest) {
        case "zero" -> new Zero();
        case "iota" -> new Iota();
        case "random" -> new RunRandom();
        case "uninit" -> new Unwritten();
        default -> throw error(position, "expected " + CONTENTS + ", found '" + rest + "'");
      };
    }
    if (!rest.endsWith(")")) {
      throw error(text.length(), "expected ')'");
    }
    int start = position + open + 1;
    return switch (rest.substring(0, open)) {
      case "fill" -> new Fill(number(start, text.length() - 1, type));
      case "random" -> new Random(number(start, text.length() - 1, ElementType.S64));
      default -> throw error(position, "expected " + CONTENTS + ", found '" + rest + "'");
    };
  }

  private Path file(int position) throws ArgumentSyntaxException {
    try {
      if (position < text.length()) {
        return Path.of(text.substring(position));
      }
    } catch (InvalidPathException e) {
      throw error(position, "no file can have this name");
    }
    throw error(position, "expected the name of a file after '@'");
  }

  private long number(int start, int end, ElementType type) throws ArgumentSyntaxException {
    String number = text.substring(start, end);
    try {
      return type.parse(number);
    } catch (NumberFormatException e) {
      throw error(start, "expected " + type.expectation() + ", found '" + number + "'");
    }
  }

  ArgumentSyntaxException error(int position, String problem) {
    return new ArgumentSyntaxException(fullText, origin + position, problem);
  }
}
