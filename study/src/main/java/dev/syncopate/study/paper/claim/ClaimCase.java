package dev.syncopate.study.paper.claim;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A place at which a statement about several is judged.
 *
 * @param name for people
 * @param value that is judged, NaN if not measured
 */
record ClaimCase(String name, double value, boolean holds) {
  /** More cases than this are not named one by one. */
  private static final int MOST_NAMED = 12;

  boolean measured() {
    return !Double.isNaN(value);
  }

  @Override
  public String toString() {
    return name + " (" + number(value) + ")";
  }

  /** How many hold, the names of those that do not. */
  static String names(List<ClaimCase> cases) {
    List<String> exceptions =
        cases.stream()
            .filter(candidate -> !candidate.holds)
            .map(candidate -> candidate.name)
            .toList();
    return "%d of %d%s"
        .formatted(
            cases.size() - exceptions.size(),
            cases.size(),
            exceptions.isEmpty() ? "" : ", not " + String.join(", ", exceptions));
  }

  /** How many hold, the fewer of those that hold and those that do not, and the range. */
  static String values(List<ClaimCase> cases) {
    long heldCount = cases.stream().filter(ClaimCase::holds).count();
    boolean mostHold = 2 * heldCount > cases.size();
    List<ClaimCase> named =
        cases.stream().filter(candidate -> candidate.holds != mostHold).toList();
    String names =
        named.isEmpty() || named.size() > MOST_NAMED
            ? ""
            : (mostHold ? ", not " : ", only ")
                + named.stream().map(ClaimCase::toString).collect(Collectors.joining(", "));
    double low = cases.stream().mapToDouble(ClaimCase::value).min().orElse(Double.NaN);
    double high = cases.stream().mapToDouble(ClaimCase::value).max().orElse(Double.NaN);
    return "%d of %d%s; %s to %s"
        .formatted(heldCount, cases.size(), names, number(low), number(high));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.2f", value);
  }
}
