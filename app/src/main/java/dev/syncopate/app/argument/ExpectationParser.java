package dev.syncopate.app.argument;

import dev.syncopate.app.argument.Expectation.Elements;
import dev.syncopate.app.argument.Expectation.Measure;
import dev.syncopate.app.argument.Expectation.Permutation;
import dev.syncopate.app.argument.Expectation.Sorted;
import dev.syncopate.app.argument.Expectation.Total;
import dev.syncopate.app.argument.Selection.Choice;
import dev.syncopate.app.argument.Selection.Target;
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
  public static Expectation parse(String text, Choice among) throws ArgumentSyntaxException {
    return new ExpectationParser(text, among).expectation();
  }

  private Expectation expectation() throws ArgumentSyntaxException {
    int open = text.indexOf('(');
    int equals = text.indexOf('=');
    if (open < 0 || (equals >= 0 && equals < open)) {
      if (equals < 0) {
        throw error(
            text.length(), "expected '=', as in 0=@file.bin, 0[3]=7 or sum(0)=12, or sorted(0)");
      }
      Region region = region(0, equals);
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
    Region region = region(open + 1, close);
    if (word.equals(SORTED)) {
      if (close + 1 != text.length()) {
        throw error(close + 1, "expected the end: sorted(...) is no number");
      }
      return new Sorted(region);
    }
    if (close + 1 == text.length() || text.charAt(close + 1) != '=') {
      throw error(close + 1, "expected '='");
    }
    int at = close + 2;
    return word.equals(PERMUTATION)
        ? new Permutation(region, bytes(region, at, false))
        : new Total(region, Measure.valueOf(word.toUpperCase(Locale.ROOT)), total(region, at));
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(Stream.of(Measure.values()).map(Measure::word).toList());
    words.add(SORTED);
    words.add(PERMUTATION);
    return words;
  }

  private Region region(int from, int to) throws ArgumentSyntaxException {
    int bracket = text.indexOf('[', from);
    boolean whole = bracket < 0 || bracket >= to;
    Target target = target(from, whole ? to : bracket);
    if (whole) {
      return Region.all(target);
    }
    if (text.charAt(to - 1) != ']') {
      throw error(to, "expected ']'");
    }
    int count = target.memory().count();
    int dots = text.indexOf("..", bracket);
    if (dots < 0 || dots >= to) {
      int index = index(bracket + 1, to - 1, 0, count);
      return new Region(target, index, index + 1);
    }
    int first = index(bracket + 1, dots, 0, count);
    return new Region(target, first, index(dots + 2, to - 1, first, count) + 1);
  }

  /** A buffer; where it does not begin the text its mistakes are those of the whole text. */
  private Target target(int from, int to) throws ArgumentSyntaxException {
    return Selection.buffer(text, from, to, among);
  }

  private int index(int from, int to, int least, int count) throws ArgumentSyntaxException {
    String digits = text.substring(from, to);
    long index = digits.matches("\\d{1,10}") ? Long.parseLong(digits) : -1;
    if (index < least || index >= count) {
      throw error(
          from,
          "expected the number of an element from %d to %d, found '%s'"
              .formatted(least, count - 1, digits));
    }
    return (int) index;
  }

  /**
   * What elements are to be.
   *
   * @param number whether it may be one number for all
   */
  private byte[] bytes(Region region, int at, boolean number) throws ArgumentSyntaxException {
    ElementType type = region.type();
    String rest = text.substring(at);
    Contents.Source source =
        number && rest.matches("[-+.0-9].*|nan|inf")
            ? new Contents.Fill(ArgumentParser.number(text, at, text.length(), type))
            : ArgumentParser.contents(text, at, type);
    if (source instanceof Contents.Unwritten) {
      throw error(at, "expected what the buffer should hold; uninit is for --arg");
    }
    return Contents.make(source, type, region.count(), 0);
  }

  /** A number that many elements come to, which may be more than one of them can be. */
  private String total(Region region, int at) throws ArgumentSyntaxException {
    String number = text.substring(at);
    boolean real = region.type().isReal();
    if (!number.matches(real ? "[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?" : "-?\\d+")) {
      throw error(
          at, "expected a %s number, found '%s'".formatted(real ? "decimal" : "whole", number));
    }
    return number;
  }

  private ArgumentSyntaxException error(int at, String problem) {
    return new ArgumentSyntaxException(text, at, problem);
  }
}
