package dev.syncopate.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A trace as a reader understands it, by Perfetto's .proto files: events of each track sorted by
 * time, those of one time in the order of the file. Reading fails where the trace is malformed.
 * Examples are a track or a string without a definition, a slice that ends before it begins or
 * never, overlapping slices, and a flow with one end.
 */
final class DecodedTrace {
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int INSTANT = 3;
  private static final int COUNTER = 4;

  /** A track; the parent's number is 0 for none. */
  record Row(long uuid, long parent, String name, @Nullable String unit) {}

  /** An event as it stands in the file. */
  record Event(
      long time,
      int type,
      Row row,
      String name,
      Map<String, Object> notes,
      List<Long> flows,
      List<Long> ends,
      double value) {}

  /** A slice; depth 0 for one in no other. */
  record Slice(Row row, String name, long start, long end, int depth, Map<String, Object> notes) {
    long length() {
      return end - start;
    }
  }

  /** A flow between two events. */
  record Flow(Event source, Event target) {}

  final Map<Long, Row> rows = new TreeMap<>();
  private final Set<String> paths = new HashSet<>();
  final List<Event> events = new ArrayList<>();
  final List<Slice> slices = new ArrayList<>();
  final List<Flow> flows = new ArrayList<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, String> keys = new HashMap<>();
  private final Map<Long, String> texts = new HashMap<>();

  DecodedTrace(byte[] file) {
    List<Wire> packets = Wire.read(file).messages(1);
    assertThat(Wire.read(file).fields().keySet()).containsExactly(1);
    for (int i = 0; i < packets.size(); i++) {
      Wire packet = packets.get(i);
      assertThat(packet.number(10)).as("sequence").isEqualTo(1);
      assertThat(packet.number(13)).as("flags").isEqualTo(i == 0 ? 3 : 2);
      assertThat(packet.has(87)).isEqualTo(i == 0);
      packet.messages(12).forEach(this::learn);
      packet.messages(60).forEach(this::declare);
      packet.messages(11).forEach(event -> events.add(event(packet.number(8), event)));
    }
    Map<Row, List<Event>> byRow = new HashMap<>();
    for (Event event : events) {
      byRow.computeIfAbsent(event.row, missing -> new ArrayList<>()).add(event);
    }
    for (Row row : rows.values()) {
      nest(row, byRow.getOrDefault(row, List.of()));
    }
    connect();
  }

  private void learn(Wire interned) {
    learn(interned.messages(2), names);
    learn(interned.messages(3), keys);
    learn(interned.messages(29), texts);
  }

  private static void learn(List<Wire> entries, Map<Long, String> target) {
    for (Wire entry : entries) {
      assertThat(target.put(entry.number(1), entry.text(2))).as("said twice").isNull();
    }
  }

  private static String known(Map<Long, String> strings, long id) {
    String text = strings.get(id);
    if (text == null) {
      throw new AssertionError("nothing was said to be string " + id);
    }
    return text;
  }

  private void declare(Wire track) {
    String unit = track.has(8) ? track.message(8).text(6) : null;
    long parent = track.has(5) ? track.number(5) : 0;
    Row row = new Row(track.number(1), parent, track.text(2), unit);
    assertThat(rows.put(row.uuid, row)).as("declared twice").isNull();
    assertThat(parent == 0 || rows.containsKey(parent)).as("parent of " + row).isTrue();
    assertThat(paths.add(path(row))).as("a viewer merges rows of one name: " + row).isTrue();
  }

  private Event event(long time, Wire event) {
    Row row = rows.get(event.number(11));
    if (row == null) {
      throw new AssertionError("nothing was said of track " + event.number(11));
    }
    int type = (int) event.number(9);
    String name =
        event.has(10) ? known(names, event.number(10)) : event.has(23) ? event.text(23) : "";
    Map<String, Object> notes = new TreeMap<>();
    for (Wire note : event.messages(4)) {
      Object value = note.has(4) ? (Object) note.number(4) : known(texts, note.number(17));
      notes.put(known(keys, note.number(1)), value);
    }
    double value = event.has(44) ? Double.longBitsToDouble(event.number(44)) : Double.NaN;
    assertThat(row.unit != null).as("counter").isEqualTo(type == COUNTER);
    return new Event(time, type, row, name, notes, event.numbers(47), event.numbers(48), value);
  }

  private void nest(Row row, List<Event> ofRow) {
    long last = 0;
    for (Event event : ofRow) {
      boolean sends = !event.flows.isEmpty(); // known when it is received
      assertThat(event.time).as("%s", event).isGreaterThanOrEqualTo(sends ? 0 : last);
      last = Math.max(last, event.time);
    }
    ArrayDeque<Event> open = new ArrayDeque<>();
    List<Event> sorted = new ArrayList<>(ofRow);
    sorted.sort(Comparator.comparingLong(Event::time));
    for (Event event : sorted) {
      if (event.type == BEGIN) {
        open.push(event);
      } else if (event.type == END) {
        assertThat(open).as("an end without a beginning: " + event).isNotEmpty();
        Event begin = open.pop();
        slices.add(new Slice(row, begin.name, begin.time, event.time, open.size(), begin.notes));
      }
    }
    assertThat(open).as("slices without an end").isEmpty();
  }

  private void connect() {
    Map<Long, Event> sent = new HashMap<>();
    for (Event event : events) {
      for (long id : event.flows) {
        assertThat(event.type).isEqualTo(INSTANT);
        assertThat(sent.put(id, event)).as("flow " + id).isNull();
      }
    }
    for (Event event : events) {
      for (long id : event.ends) {
        Event source = sent.remove(id);
        if (source == null) {
          throw new AssertionError("flow " + id + " has no beginning: " + event);
        }
        assertThat(source.time).isLessThanOrEqualTo(event.time);
        flows.add(new Flow(source, event));
      }
    }
    assertThat(sent).as("flows without an end").isEmpty();
  }

  /** The track's name with those of its groups before it. */
  String path(Row row) {
    Row parent = rows.get(row.parent);
    return parent == null ? row.name : path(parent) + "/" + row.name;
  }

  List<Slice> slicesOn(String track) {
    return slices.stream().filter(slice -> slice.row.name.startsWith(track)).toList();
  }

  List<Event> instantsOn(String track) {
    return events.stream()
        .filter(event -> event.type == INSTANT && event.row.name.startsWith(track))
        .toList();
  }
}
