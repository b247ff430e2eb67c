package dev.syncopate.app.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The command that runs one of several schedules again, as one types it in a shell. */
public final class ReplayCommand {
  /** Options with a value that one run does not have, or not again. */
  private static final Set<String> OF_SEVERAL_RUNS =
      Set.of("--perturb", "--perturb-seed", "--schedules", "--ignore", "--json");

  private ReplayCommand() {}

  /**
   * @param words of the command that ran several, behind the program's name
   * @param untouched how many of them, at the end, are a CUDA program and its arguments
   * @param seed of the schedule
   */
  static String of(List<String> words, int untouched, int seed) {
    List<String> keptWords = new ArrayList<>(List.of("./syncopate"));
    int ownCount = words.size() - untouched;
    boolean seedAdded = false;
    for (int i = 0; i < ownCount; i++) {
      String word = words.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      boolean several = name.equals("--perturb");
      boolean dropped =
          several
              || name.equals("--perturb-seed")
              || name.equals("--schedules")
              || name.equals("--ignore")
              || comparesSchedules(words, i, ownCount);
      if (several) {
        keptWords.add("--perturb-seed " + seed);
        seedAdded = true;
      }
      if (!dropped) {
        keptWords.add(quoted(word));
      } else if (name.equals(word)) {
        i++; // its value
      }
    }
    if (!seedAdded) {
      keptWords.add(2, "--perturb-seed " + seed); // behind the name of the command
    }
    words.subList(ownCount, words.size()).forEach(word -> keptWords.add(quoted(word)));
    return String.join(" ", keptWords);
  }

  /**
   * The command that runs under a listed schedule, behind the program's name.
   *
   * @param words of the command whose schedules were shrunk, behind the program's name
   * @param untouched how many of them, at the end, are a CUDA program and its arguments
   * @param setting of the schedule
   */
  public static String listed(List<String> words, int untouched, String setting) {
    List<String> keptWords = new ArrayList<>();
    int ownCount = words.size() - untouched;
    for (int i = 0; i < ownCount; i++) {
      String word = words.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      boolean hasValue = name.startsWith("--shrink-") || OF_SEVERAL_RUNS.contains(name);
      if (hasValue || comparesSchedules(words, i, ownCount)) {
        i += name.equals(word) ? 1 : 0;
      } else if (!word.equals("--quiet")) {
        keptWords.add(quoted(word));
      }
    }
    keptWords.add(1, "--set " + quoted(setting)); // behind the name of the command
    words.subList(ownCount, words.size()).forEach(word -> keptWords.add(quoted(word)));
    return String.join(" ", keptWords);
  }

  /** Whether a word is {@code --expect} and it is of several schedules. */
  private static boolean comparesSchedules(List<String> words, int index, int ownCount) {
    String word = words.get(index);
    return word.equals("--expect=same")
        || (word.equals("--expect") && index + 1 < ownCount && words.get(index + 1).equals("same"));
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
