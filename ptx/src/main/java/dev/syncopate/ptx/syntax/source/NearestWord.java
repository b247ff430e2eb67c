package dev.syncopate.ptx.syntax.source;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the word that a mistyped one was probably meant to be. */
public final class NearestWord {
  private static final int LONGEST = 200;

  private NearestWord() {}

  /**
   * The known word with the fewest single-letter changes, the first in the alphabet among equals;
   * null when none is near enough to be worth saying.
   */
  public static @Nullable String to(String word, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      if (Math.abs(candidate.length() - word.length()) > bestDistance
          || candidate.length() > LONGEST
          || word.length() > LONGEST) {
        continue;
      }
      int distance = distance(word, candidate);
      if (distance == Math.max(word.length(), candidate.length())) {
        continue;
      }
      if (distance < bestDistance
          || (distance == bestDistance && best != null && candidate.compareTo(best) < 0)) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** Insertions, deletions and replacements that turn one word into the other. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length()];
  }
}
