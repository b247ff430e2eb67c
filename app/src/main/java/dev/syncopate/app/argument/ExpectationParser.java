package dev.syncopate.app.argument;

import dev.syncopate.app.argument.BufferExpectation.Elements;
import dev.syncopate.app.argument.BufferExpectation.Measure;
import dev.syncopate.app.argument.BufferExpectation.Sorted;
import dev.syncopate.app.argument.BufferExpectation.Total;
import dev.syncopate.app.argument.BufferSelection.Choice;
import dev.syncopate.app.argument.BufferSelection.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Reads the language of expectations:
 *
 * <pre>
 *   expectation = range "=" contents               these elements, bit for bit
 *               | range "=" NUMBER                 each element is this
 *               | measure "(" range ")=" NUMBER    what all of them come to
 *               | "sorted(" range ")"              none is less than the one before it
 *               | "permutation(" range ")=" contents    these elements in any order
 *   measure     = "sum" | "min" | "max"
 *   range       = BUFFER | BUFFER "[" INDEX "]" | BUFFER "[" INDEX ".." INDEX "]"    the last included
 *   contents    = as of an argument
 * </pre>
 */
public final class ExpectationParser {
  private static final String SORTED = "sorted";
  private static final String PERMUTATION = "permutation";

  private final String text;
  private final Choice among;

  private ExpectationParser(String text, Choice among) {
    this.text = text;
    this.among = among;
  }

  /** Reads one, and the file that it names. */
  public static BufferExpectation parse(String text, Choice among) throws ArgumentSyntaxException {
    return new ExpectationParser(text, among).expectation();
  }

  private BufferExpectation expectation() throws ArgumentSyntaxException {
    int open = text.indexOf('(');
    int equals = text.indexOf('=');
    if (open < 0 || (equals >= 0 && equals < open)) {
      if (equals < 0) {
        throw error(
            text.length(), "expected '=', as in 0=@file.bin, 0[3]=7 or sum(0)=12, or sorted(0)");
      }
      BufferRegion region = region(0, equals);
      return new Elements(region, bytes(region, equals + 1, true));
    }
    String word = text.substring(0, open);
    int close = text.indexOf(')', open);
    if (close < 0) {
      throw error(text.length(), "expected ')'");
    }
    List<String> words = words();
    if (!words.contains(word)) {
      throw error(
          0, "expected a buffer or one of " + String.join(", ", words) + ", found '" + word + "'");
    }
    BufferRegion region = region(open + 1, close);
    if (word.equals(SORTED)) {
      if (close + 1 != text.length()) {
        throw error(close + 1, "expected the end: sorted(...) is no number");
      }
      return new Sorted(region);
    }
    if (close + 1 == text.length() || text.charAt(close + 1) != '=') {
      throw error(close + 1, "expected '='");
    }
    int position = close + 2;
    return word.equals(PERMUTATION)
        ? new BufferExpectation.Permutation(region, bytes(region, position, false))
        : new Total(
            region, Measure.valueOf(word.toUpperCase(Locale.ROOT)), total(region, position));
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(Stream.of(Measure.values()).map(Measure::word).toList());
    words.add(SORTED);
    words.add(PERMUTATION);
    return words;
  }

  private BufferRegion region(int start, int end) throws ArgumentSyntaxException {
    int bracket = text.indexOf('[', start);
    boolean isWhole = bracket < 0 || bracket >= end;
    Target target = target(start, isWhole ? end : bracket);
    if (isWhole) {
      return BufferRegion.all(target);
    }
    if (text.charAt(end - 1) != ']') {
      throw error(end, "expected ']'");
    }
    int count = target.memory().count();
    int dots = text.indexOf("..", bracket);
    if (dots < 0 || dots >= end) {
      int index = index(bracket + 1, end - 1, 0, count);
      return new BufferRegion(target, index, index + 1);
    }
    int first = index(bracket + 1, dots, 0, count);
    return new BufferRegion(target, first, index(dots + 2, end - 1, first, count) + 1);
  }

  /** A buffer; where it does not begin the text its mistakes are those of the whole text. */
  private Target target(int start, int end) throws ArgumentSyntaxException {
    return BufferSelection.buffer(text, start, end, among);
  }

  private int index(int start, int end, int minimum, int count) throws ArgumentSyntaxException {
    String digits = text.substring(start, end);
    long index = digits.matches("\\d{1,10}") ? Long.parseLong(digits) : -1;
    if (index < minimum || index >= count) {
      throw error(
          start,
          "expected the number of an element from %d to %d, found '%s'"
              .formatted(minimum, count - 1, digits));
    }
    return (int) index;
  }

  /**
   * What elements are to be.
   *
   * @param number whether it may be one number for all
   */
  private byte[] bytes(BufferRegion region, int position, boolean number)
      throws ArgumentSyntaxException {
    ElementType type = region.type();
    String rest = text.substring(position);
    BufferContents.Source source =
        number && rest.matches("[-+.0-9].*|nan|inf")
            ? new BufferContents.Fill(ArgumentParser.number(text, position, text.length(), type))
            : ArgumentParser.contents(text, position, type);
    if (source instanceof BufferContents.Unwritten) {
      throw error(position, "expected what the buffer should hold; uninit is for --arg");
    }
    return BufferContents.make(source, type, region.count(), 0);
  }

  /** A number that many elements come to, which may be more than one of them can be. */
  private String total(BufferRegion region, int position) throws ArgumentSyntaxException {
    String number = text.substring(position);
    boolean real = region.type().isReal();
    if (!number.matches(real ? "[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?" : "-?\\d+")) {
      throw error(
          position,
          "expected a %s number, found '%s'".formatted(real ? "decimal" : "whole", number));
    }
    return number;
  }

  private ArgumentSyntaxException error(int position, String problem) {
    return new ArgumentSyntaxException(text, position, problem);
  }
}
