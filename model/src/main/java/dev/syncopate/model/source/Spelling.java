package dev.syncopate.model.source;

import java.util.Collection;
import java.util.Locale;

/** Guesses which name was meant. */
public final class Spelling {
  private Spelling() {}

  /** What a message adds about a name that is none; empty where no name is like it. */
  public static String suggestion(String foundName, Collection<String> names) {
    int allowed = foundName.length() < 4 ? 1 : 2;
    String best = "";
    int smallest = allowed + 1;
    for (String name : names) {
      int distance =
          name.equalsIgnoreCase(foundName)
              ? 0
              : distance(foundName.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (distance < smallest) {
        smallest = distance;
        best = name;
      }
    }
    return best.isEmpty() ? "" : "; is `" + best + "` meant?";
  }

  /** How many letters to put in, take out or change. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
