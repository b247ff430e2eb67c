package dev.syncopate.app.report;

import dev.syncopate.check.race.RaceCheckExtent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Amount of work that the race check has examined.
 *
 * @param schedules that were run
 * @param extent how much there was to find in the one with most
 * @param why there are no more schedules, for people; empty where nothing is to be said
 */
public record RaceCheckSummary(int schedules, RaceCheckExtent extent, String why) {
  /** One run. */
  static RaceCheckSummary once(RaceCheckExtent extent) {
    return new RaceCheckSummary(1, extent, "");
  }

  /** With other schedules as well. */
  RaceCheckSummary and(RaceCheckSummary second) {
    return new RaceCheckSummary(
        schedules + second.schedules, extent.max(second.extent), why + second.why);
  }

  /** The same, and why no other schedules were run. */
  public RaceCheckSummary because(String reason) {
    return new RaceCheckSummary(schedules, extent, reason);
  }

  /** Behind "nothing found". */
  String text() {
    String scheduleText =
        schedules == 1
            ? "under 1 schedule"
            : String.format(Locale.ROOT, "under %,d schedules", schedules);
    return scheduleText
        + "; "
        + count(extent.words(), "word", "words")
        + " went from thread to thread, threads synchronised "
        + count(extent.synchronisations(), "time", "times")
        + (why.isEmpty() ? "" : "\n" + why);
  }

  private static String count(long number, String singular, String several) {
    return number == 1 ? "1 " + singular : String.format(Locale.ROOT, "%,d %s", number, several);
  }

  /** Members of the JSON document. */
  Map<String, Object> json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("schedules", schedules);
    members.put("wordsHandedOver", extent.words());
    members.put("synchronisations", extent.synchronisations());
    return members;
  }
}
