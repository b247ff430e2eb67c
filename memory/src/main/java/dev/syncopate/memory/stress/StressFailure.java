package dev.syncopate.memory.stress;

import java.util.List;

/**
 * A program that goes wrong.
 *
 * @param seed of the program, of memory's first values and of the machine
 * @param trouble what went wrong first
 * @param program that did
 * @param smallest the smallest program found that goes wrong
 * @param smallestTrouble what goes wrong with it
 * @param history what happened to the line concerned in its run, oldest first; empty when no line
 *     is concerned or the machine keeps no journal
 */
public record StressFailure(
    long seed,
    DetectedFault trouble,
    RaceFreeProgram program,
    RaceFreeProgram smallest,
    DetectedFault smallestTrouble,
    List<String> history) {
  private static final int SHOWN = 60;

  /** All of it but the end of the history only. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed).append(": ").append(trouble);
    text.append("\nshrunk from ")
        .append(program.size())
        .append(" to ")
        .append(smallest.size())
        .append(" accesses, failing with ")
        .append(smallestTrouble)
        .append('\n')
        .append(smallest);
    if (!history.isEmpty()) {
      int first = Math.max(0, history.size() - SHOWN);
      text.append("the line's history")
          .append(first > 0 ? ", its last " + SHOWN + " entries of " + history.size() : "")
          .append(":\n");
      history
          .subList(first, history.size())
          .forEach(entry -> text.append("  ").append(entry).append('\n'));
    }
    return text.toString();
  }
}
