package dev.syncopate.app.argument;

import dev.syncopate.workload.runtime.TensorMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a tensor map: {@code map=1:f32[64x32]/16x8,swizzle=64}. */
final class TensorMapParser {
  static final String SPELLING = "map";

  private static final String EXAMPLE = "as in map=1:f32[64x32]/16x8,swizzle=64";
  private static final Pattern SHAPE =
      Pattern.compile("(\\d+(?:\\.\\d+)*):(\\w+)\\[([\\dx]+)]/([\\dx]+)");

  private final ArgumentParser parser;
  private final String text;
  private final int start;

  /**
   * @param parser places errors
   * @param start where the value begins
   */
  TensorMapParser(ArgumentParser parser, String text, int start) {
    this.parser = parser;
    this.text = text;
    this.start = start;
  }

  KernelArgument.Map map() throws ArgumentSyntaxException {
    int comma = text.indexOf(',', start);
    int end = comma < 0 ? text.length() : comma;
    Matcher shape = SHAPE.matcher(text.substring(start, end));
    if (!shape.matches()) {
      throw parser.error(
          start, "expected ARGUMENT:TYPE[SIZES]/BOX with sizes such as 64x32, " + EXAMPLE);
    }
    List<Long> sizes = sizes(shape.group(3), start + shape.start(3), 1L << 32);
    List<Integer> box =
        sizes(shape.group(4), start + shape.start(4), 256).stream().map(Long::intValue).toList();
    if (box.size() != sizes.size()) {
      throw parser.error(
          start + shape.start(4),
          "expected %d sides of the box, as many as the tensor has".formatted(sizes.size()));
    }
    TensorMap.Element type = type(shape.group(2), start + shape.start(2));
    int swizzle = 0;
    boolean nan = false;
    while (comma >= 0) {
      int next = text.indexOf(',', comma + 1);
      switch (text.substring(comma + 1, next < 0 ? text.length() : next)) {
        case "swizzle=32" -> swizzle = 32;
        case "swizzle=64" -> swizzle = 64;
        case "swizzle=128" -> swizzle = 128;
        case "nan" -> nan = true;
        default ->
            throw parser.error(
                comma + 1, "expected swizzle=32, swizzle=64, swizzle=128 or nan, " + EXAMPLE);
      }
      comma = next;
    }
    return new KernelArgument.Map(text, shape.group(1), type, sizes, box, swizzle, nan);
  }

  private TensorMap.Element type(String spelling, int position) throws ArgumentSyntaxException {
    for (TensorMap.Element type : TensorMap.Element.values()) {
      if (spelling(type).equals(spelling)) {
        return type;
      }
    }
    throw parser.error(
        position,
        "expected an element type (%s), found '%s'"
            .formatted(
                Stream.of(TensorMap.Element.values())
                    .map(TensorMapParser::spelling)
                    .collect(Collectors.joining(", ")),
                spelling));
  }

  private static String spelling(TensorMap.Element type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private List<Long> sizes(String list, int position, long limit) throws ArgumentSyntaxException {
    List<Long> sizes = new ArrayList<>();
    int begin = 0;
    while (begin <= list.length()) {
      int x = list.indexOf('x', begin);
      int end = begin > list.length() || x < begin ? list.length() : x;
      String digits = list.substring(begin, end);
      long size = digits.isEmpty() || digits.length() > 10 ? 0 : Long.parseLong(digits);
      if (size < 1 || size > limit) {
        throw parser.error(position + begin, "expected a size from 1 to " + limit);
      }
      sizes.add(size);
      begin = end + 1;
    }
    if (sizes.size() > 5) {
      throw parser.error(position, "expected one to five dimensions");
    }
    return sizes;
  }
}
