package dev.syncopate.app.extract;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A litmus test of what a run has shown.
 *
 * @param test it asks whether the outcome exists for a race, whether none does for a hand-over
 * @param race whether it is of a race
 * @param comment what stands below its first line
 * @param way the lines that hand on
 * @param lines of the program that take part: {@code file:line} of source and of PTX
 */
public record Extraction(
    LitmusTest test, boolean race, String comment, List<String> way, SortedSet<String> lines) {
  /** Keeps copies. */
  public Extraction {
    way = List.copyOf(way);
    lines = Collections.unmodifiableSortedSet(new TreeSet<>(lines));
  }

  /** The contents of its file. */
  public String text() {
    String text = LitmusWriter.text(test);
    int line = text.indexOf('\n') + 1;
    return text.substring(0, line)
        + '"'
        + comment.replace('{', '(')
        + "\"\n"
        + text.substring(line);
  }
}
