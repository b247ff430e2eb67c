package dev.syncopate.sim.trace;

import java.util.HashMap;
import java.util.Map;

/** Strings that a trace says once, and refers to by number from then on. */
final class TraceStrings {
  private final int field;
  private final Map<String, Integer> ids = new HashMap<>();
  private final WireBuffer entry = new WireBuffer();

  /**
   * @param field of InternedData in which they are said
   */
  TraceStrings(int field) {
    this.field = field;
  }

  /**
   * A string's number.
   *
   * @param news where the string is said if it is new
   */
  int id(String text, WireBuffer news) {
    Integer existingId = ids.get(text);
    if (existingId != null) {
      return existingId;
    }
    int id = ids.size() + 1;
    ids.put(text, id);
    entry.clear();
    entry.number(TraceFormat.ENTRY_ID, id);
    entry.text(TraceFormat.ENTRY_TEXT, text);
    news.message(field, entry);
    return id;
  }
}
