package dev.syncopate.model.explore.report;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.ScheduleStep;
import java.util.ArrayList;
import java.util.List;

/** A schedule as lines: who does what in each step, and which messages that sends. */
public final class ScheduleText {
  private ScheduleText() {}

  /** For example {@code 3 bank 0: takes WRITE x=1, sends ACK x to tile 0}. */
  public static List<String> of(ExploredSchedule schedule) {
    List<String> lines = new ArrayList<>();
    int width = Integer.toString(schedule.steps().size()).length();
    int number = 0;
    for (ScheduleStep step : schedule.steps()) {
      StringBuilder line = new StringBuilder();
      line.append(("%" + width + "d  ").formatted(++number));
      line.append(schedule.parts().get(step.part())).append(": ").append(step.text());
      for (int i = 0; i < step.sent().size(); i++) {
        ScheduleStep.Message message = step.sent().get(i);
        line.append(i == 0 ? ", sends " : ", ").append(message.text()).append(" to ");
        line.append(schedule.parts().get(message.receiver()));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
