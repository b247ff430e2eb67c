package dev.syncopate.sim.config;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the most similar known name for a mistyped one. */
public final class NearestName {
  private NearestName() {}

  /**
   * @return the candidate that differs least from {@code name}, case aside, or null when all differ
   *     in more than a third of their letters; of several the first
   */
  public static @Nullable String of(String name, Collection<String> candidates) {
    String nearest = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int allowed = Math.max(2, Math.max(name.length(), candidate.length()) / 3);
      if (Math.abs(name.length() - candidate.length()) <= allowed) {
        int distance = distance(lower(name), lower(candidate));
        if (distance <= allowed && distance < bestDistance && distance < candidate.length()) {
          nearest = candidate;
          bestDistance = distance;
        }
      }
    }
    return nearest;
  }

  /** {@code "; did you mean X?"}, or nothing. */
  public static String hint(String name, Collection<String> candidates) {
    String nearest = of(name, candidates);
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }

  private static String lower(String text) {
    return text.toLowerCase(java.util.Locale.ROOT);
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  static int distance(String a, String b) {
    int[] twoBack = new int[b.length() + 1];
    int[] previousRow = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previousRow[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previousRow[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(previousRow[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], twoBack[j - 2] + 1);
        }
      }
      int[] free = twoBack;
      twoBack = previousRow;
      previousRow = row;
      row = free;
    }
    return previousRow[b.length()];
  }
}
