package dev.syncopate.study.paper;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A place at which a statement about several is looked at.
 *
 * @param name for people
 * @param value that is judged, NaN if not measured
 */
public record Case(String name, double value) {
  /** More cases than this are not named one by one. */
  private static final int MOST_NAMED = 12;

  @Override
  public String toString() {
    return name + " (" + number(value) + ")";
  }

  /** How many, the fewer of those that hold and those that do not, and the range. */
  static String words(List<Case> there, List<Case> held) {
    String count = "%d of %d".formatted(held.size(), there.size());
    boolean mostHold = 2 * held.size() > there.size();
    List<Case> named =
        mostHold ? there.stream().filter(each -> !held.contains(each)).toList() : held;
    String names =
        named.isEmpty() || named.size() > MOST_NAMED
            ? ""
            : (mostHold ? ", not " : ", only ")
                + named.stream().map(Case::toString).collect(Collectors.joining(", "));
    double low = there.stream().mapToDouble(Case::value).min().orElse(Double.NaN);
    double high = there.stream().mapToDouble(Case::value).max().orElse(Double.NaN);
    return "%s%s; %s to %s".formatted(count, names, number(low), number(high));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }
}
