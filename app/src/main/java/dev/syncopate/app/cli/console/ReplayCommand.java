package dev.syncopate.app.cli.console;

import java.util.ArrayList;
import java.util.List;

/** The command that runs one of several schedules again, as one types it in a shell. */
final class ReplayCommand {
  private ReplayCommand() {}

  /**
   * @param words of the command that ran several, behind the program's name
   * @param seed of the schedule
   */
  static String of(List<String> words, int seed) {
    List<String> kept = new ArrayList<>(List.of("./syncopate"));
    boolean done = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (done || !(name.equals("--perturb") || name.equals("--perturb-seed"))) {
        if (word.equals("--") && !done) { // what follows are a program's own words
          kept.add("--perturb-seed " + seed);
          done = true;
        }
        kept.add(quoted(word));
      } else if (!word.contains("=")) {
        i++; // its value
      }
    }
    if (!done) {
      kept.add("--perturb-seed " + seed);
    }
    return String.join(" ", kept);
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
