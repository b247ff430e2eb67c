package dev.syncopate.model.explore.machine;

/**
 * Next event of a machine: one part's own event, or the arrival of a message.
 *
 * @param part to which
 * @param event what happens of itself, when no message arrives
 * @param channel by which a message arrives, or -1
 */
public record ScheduleChoice(int part, int event, int channel) {
  /** Something happens without a message. */
  public static ScheduleChoice event(int part, int event) {
    return new ScheduleChoice(part, event, -1);
  }

  /** A message arrives. */
  public static ScheduleChoice delivery(int part, int channel) {
    return new ScheduleChoice(part, 0, channel);
  }

  /** Whether a message arrives. */
  public boolean delivers() {
    return channel >= 0;
  }
}
