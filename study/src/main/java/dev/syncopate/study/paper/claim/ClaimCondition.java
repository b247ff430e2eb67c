package dev.syncopate.study.paper.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Condition under which a number agrees with a paper's statement. A condition is parsed from the
 * words that are printed, so that the two cannot differ.
 *
 * @param words for example {@code below 1 and at least 0.9}
 */
record ClaimCondition(String words, Test test) {
  /** Test of a number among all measured numbers of the claim. */
  @FunctionalInterface
  interface Test {
    boolean holds(double value, List<Double> allValues);
  }

  boolean holds(double value, List<Double> allValues) {
    return test.holds(value, allValues);
  }

  private static final String NUMBER = "(-?[0-9]+(?:\\.[0-9]+)?)";

  /** Conditions as the table in docs/study/studies.md lists them; each takes one or two numbers. */
  private enum Form {
    ABOVE_BY("above N by more than N%") {
      @Override
      Test of(double limit, double percent) {
        return (value, _) -> value > limit + percent / 100;
      }
    },
    BELOW_BY("below N by more than N%") {
      @Override
      Test of(double limit, double percent) {
        return (value, _) -> value < limit - percent / 100;
      }
    },
    ABOVE("above N") {
      @Override
      Test of(double limit, double unused) {
        return (value, _) -> value > limit;
      }
    },
    BELOW("below N") {
      @Override
      Test of(double limit, double unused) {
        return (value, _) -> value < limit;
      }
    },
    AT_LEAST("at least N") {
      @Override
      Test of(double limit, double unused) {
        return (value, _) -> value >= limit;
      }
    },
    AT_MOST("at most N") {
      @Override
      Test of(double limit, double unused) {
        return (value, _) -> value <= limit;
      }
    },
    BETWEEN("between N and N") {
      @Override
      Test of(double low, double high) {
        return (value, _) -> value >= low && value <= high;
      }
    },
    WITHIN("within N% of N") {
      @Override
      Test of(double percent, double middle) {
        return (value, _) -> Math.abs(value - middle) <= percent / 100;
      }
    },
    EXACTLY("exactly N") {
      @Override
      Test of(double number, double unused) {
        return (value, _) -> value == number;
      }
    },
    BOTH_SIDES("on both sides of N") {
      @Override
      Test of(double middle, double unused) {
        return (_, allValues) ->
            allValues.stream().anyMatch(element -> element > middle)
                && allValues.stream().anyMatch(element -> element < middle);
      }
    };

    private final String words;
    private final Pattern pattern;

    Form(String words) {
      this.words = words;
      pattern = Pattern.compile(words.replace("N", NUMBER));
    }

    abstract Test of(double first, double second);
  }

  /**
   * The condition that some words state: one form, or several joined by {@code and}.
   *
   * @throws IllegalArgumentException naming the forms that there are
   */
  static ClaimCondition of(String words) {
    Test combined = null;
    int position = 0;
    while (position < words.length()) {
      Matcher match = null;
      for (Form form : Form.values()) {
        Matcher matcher = form.pattern.matcher(words).region(position, words.length());
        if (matcher.lookingAt()) {
          match = matcher;
          double first = Double.parseDouble(matcher.group(1));
          double second = matcher.groupCount() > 1 ? Double.parseDouble(matcher.group(2)) : 0;
          Test parsed = form.of(first, second);
          combined = combined == null ? parsed : both(combined, parsed);
          break;
        }
      }
      if (match == null) {
        break;
      }
      position = match.end();
      if (words.startsWith(" and ", position)) {
        position += " and ".length();
      } else {
        break;
      }
    }
    if (combined == null || position != words.length()) {
      throw new IllegalArgumentException(
          "found the condition '%s', expected %s, or several of them joined by 'and'"
              .formatted(words, String.join(", ", forms())));
    }
    return new ClaimCondition(words, combined);
  }

  private static Test both(Test first, Test second) {
    return (value, allValues) -> first.holds(value, allValues) && second.holds(value, allValues);
  }

  static List<String> forms() {
    List<String> forms = new ArrayList<>();
    for (Form form : Form.values()) {
      forms.add(form.words);
    }
    return forms;
  }
}
