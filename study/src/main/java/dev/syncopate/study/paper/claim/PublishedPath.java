package dev.syncopate.study.paper.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Path to a value in a paper's part of {@code published-results.json}: members divided by slashes,
 * each followed by what selects one element of a list, in brackets, if the member is a list.
 *
 * <ul>
 *   <li>{@code mean_reduction/time}: a member of a member;
 *   <li>{@code points[bench=SC,cus=4]/statement}: the one element that has these members;
 *   <li>{@code shape[reduce L2 accesses]}: the one text with these words;
 *   <li>{@code table/SSSP-1[2]}: an element by its index;
 *   <li>{@code … percent 2}: the second percentage in a text, as a fraction.
 * </ul>
 */
final class PublishedPath {
  private static final Pattern SEGMENT = Pattern.compile("([^/\\[\\]]+)(?:\\[([^\\]]+)\\])?");
  private static final Pattern NTH = Pattern.compile("(.+) percent ([1-9])");
  private static final Pattern PERCENT = Pattern.compile("([0-9]+)%");

  private PublishedPath() {}

  /**
   * A number.
   *
   * @throws IllegalArgumentException if there is none at the path
   */
  static double number(JsonNode published, String path) {
    Matcher nth = NTH.matcher(path);
    if (nth.matches()) {
      List<MatchResult> percentages =
          PERCENT.matcher(text(published, nth.group(1))).results().toList();
      int index = Integer.parseInt(nth.group(2));
      if (index > percentages.size()) {
        throw new IllegalArgumentException(
            "found %d percentages at %s, expected %d"
                .formatted(percentages.size(), nth.group(1), index));
      }
      return Integer.parseInt(percentages.get(index - 1).group(1)) / 100.0;
    }
    JsonNode value = at(published, path);
    if (!value.isNumber()) {
      throw new IllegalArgumentException("found no published number at " + path);
    }
    return value.doubleValue();
  }

  /**
   * A text.
   *
   * @throws IllegalArgumentException if there is none at the path
   */
  static String text(JsonNode published, String path) {
    JsonNode value = at(published, path);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("found no published text at " + path);
    }
    return value.textValue();
  }

  private static JsonNode at(JsonNode published, String path) {
    JsonNode value = published;
    Matcher segment = SEGMENT.matcher(path);
    while (segment.find()) {
      value = value.path(segment.group(1));
      if (segment.group(2) != null) {
        value = select(value, segment.group(2), path);
      }
    }
    return value;
  }

  private static JsonNode select(JsonNode list, String selector, String path) {
    if (selector.matches("[0-9]+")) {
      return list.path(Integer.parseInt(selector));
    }
    List<JsonNode> matching = new ArrayList<>();
    for (JsonNode element : list) {
      if (selector.contains("=")
          ? hasMembers(element, selector)
          : element.asText().contains(selector)) {
        matching.add(element);
      }
    }
    if (matching.size() != 1) {
      throw new IllegalArgumentException(
          "found %d elements for [%s] in %s, expected one"
              .formatted(matching.size(), selector, path));
    }
    return matching.getFirst();
  }

  private static boolean hasMembers(JsonNode element, String members) {
    for (String member : members.split(",", -1)) {
      int equals = member.indexOf('=');
      if (!element
          .path(member.substring(0, equals))
          .asText()
          .equals(member.substring(equals + 1))) {
        return false;
      }
    }
    return true;
  }
}
