package dev.syncopate.model.explore.machine;

import java.util.List;

/**
 * Step of a schedule, as people read it.
 *
 * @param part where it happens: the number of a part
 * @param text what happens
 * @param delivered the message that arrives, or 0
 * @param sent messages that are sent, numbered from 1 through the whole schedule
 */
public record ScheduleStep(int part, String text, int delivered, List<Message> sent) {
  /**
   * A message on its way.
   *
   * @param number of the message
   * @param sender the part that sends it
   * @param receiver the part it goes to
   * @param text what it says
   */
  public record Message(int number, int sender, int receiver, String text) {}
}
