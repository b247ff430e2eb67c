package dev.syncopate.model.explore.transaction;

import java.util.ArrayList;
import java.util.List;

/** Takes down what happens in a step, for people; or nothing, while states are looked for. */
class StepLog {
  /** Takes down nothing. */
  static final StepLog NONE = new StepLog();

  /** Some lanes are about to take a step. */
  void lanes(LaneStep step, UnitRun run) {}

  void reads(String lane, String value) {}

  void conflict(String lane, String rival) {}

  void rolledBack(String lane) {}

  void goesBack(String lane) {}

  void add(String text) {}

  /** Takes down one step after the other. */
  static final class Text extends StepLog {
    private String actor = "";
    private final List<String> read = new ArrayList<>();
    private final List<String> conflicts = new ArrayList<>();
    private final List<String> rolledBack = new ArrayList<>();
    private final List<String> again = new ArrayList<>();
    private final List<String> extraParts = new ArrayList<>();

    @Override
    void lanes(LaneStep step, UnitRun run) {
      List<String> laneTexts = new ArrayList<>();
      String last = "";
      for (long rest = step.lanes(); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        String text =
            step.kind() == LaneStep.Kind.STOP
                ? " stops"
                : " `%s`".formatted(run.text(step.warp(), lane));
        String name = run.name(step.warp(), lane);
        if (text.equals(last)) {
          int end = laneTexts.size() - 1;
          laneTexts.set(end, laneTexts.get(end).replace(last, " and " + name + last));
        } else {
          laneTexts.add(name + text);
        }
        last = text;
      }
      actor = String.join(", ", laneTexts);
    }

    @Override
    void reads(String lane, String value) {
      read.add(lane + " reads " + value);
    }

    @Override
    void conflict(String lane, String rival) {
      conflicts.add(rival.isEmpty() ? lane + " conflicts" : lane + " conflicts with " + rival);
    }

    @Override
    void rolledBack(String lane) {
      rolledBack.add(lane);
    }

    @Override
    void goesBack(String lane) {
      again.add(lane);
    }

    @Override
    void add(String text) {
      extraParts.add(text);
    }

    /** The line of the last step. */
    String take() {
      List<String> parts = new ArrayList<>(read);
      parts.addAll(extraParts);
      parts.addAll(conflicts);
      if (!rolledBack.isEmpty()) {
        parts.add(String.join(" and ", rolledBack) + " rolled back");
      }
      if (!again.isEmpty()) {
        parts.add(String.join(" and ", again) + " back to tx.begin");
      }
      String line = actor + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
      List.of(read, extraParts, conflicts, rolledBack, again).forEach(List::clear);
      return line;
    }
  }
}
