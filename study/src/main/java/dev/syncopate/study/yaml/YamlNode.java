package dev.syncopate.study.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Value of a YAML file without aliases, with the position at which it begins. */
public sealed interface YamlNode {
  /**
   * A position.
   *
   * @param line from 1
   * @param column from 1
   */
  record Position(String file, int line, int column) {
    /** An error at this position. */
    public YamlException error(String message) {
      return new YamlException("%s:%d:%d: %s".formatted(file, line, column, message));
    }
  }

  Position position();

  /** A scalar, quotes removed and folded lines joined. */
  record Text(Position position, String text) implements YamlNode {}

  /**
   * Keys with values, in the file's order.
   *
   * @param keys position of each key
   */
  record Mapping(Position position, Map<String, YamlNode> members, Map<String, Position> keys)
      implements YamlNode {}

  /** A list. */
  record Sequence(Position position, List<YamlNode> items) implements YamlNode {}

  /** What the value is, for an error message. */
  default String kind() {
    return switch (this) {
      case Text text -> text.text().isEmpty() ? "nothing" : "'" + text.text() + "'";
      case Mapping _ -> "keys with values";
      case Sequence _ -> "a list";
    };
  }

  /**
   * The tree of a file.
   *
   * @param file its name, for errors
   * @param text its content
   * @throws YamlException if the text is not YAML, has an alias, a key that is no scalar, or a key
   *     twice
   */
  static YamlNode read(String file, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(text).iterator();
      Event event = events.next();
      while (event.getEventId() == Event.ID.StreamStart
          || event.getEventId() == Event.ID.DocumentStart) {
        event = events.next();
      }
      if (event.getEventId() == Event.ID.StreamEnd) {
        throw new Position(file, 1, 1).error("found an empty file, expected keys with values");
      }
      return node(file, event, events);
    } catch (MarkedYamlEngineException e) {
      throw position(file, e.getProblemMark()).error("not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new Position(file, 1, 1).error("not YAML: " + e.getMessage());
    }
  }

  private static Position position(String file, Optional<Mark> mark) {
    return mark.map(at -> new Position(file, at.getLine() + 1, at.getColumn() + 1))
        .orElseGet(() -> new Position(file, 1, 1));
  }

  private static YamlNode node(String file, Event event, Iterator<Event> events) {
    Position position = position(file, event.getStartMark());
    return switch (event.getEventId()) {
      case Scalar -> new Text(position, ((ScalarEvent) event).getValue());
      case SequenceStart -> {
        List<YamlNode> items = new ArrayList<>();
        for (Event item = events.next();
            item.getEventId() != Event.ID.SequenceEnd;
            item = events.next()) {
          items.add(node(file, item, events));
        }
        yield new Sequence(position, List.copyOf(items));
      }
      case MappingStart -> {
        Map<String, YamlNode> members = new LinkedHashMap<>();
        Map<String, Position> keys = new LinkedHashMap<>();
        for (Event key = events.next();
            key.getEventId() != Event.ID.MappingEnd;
            key = events.next()) {
          YamlNode name = node(file, key, events);
          if (!(name instanceof Text scalar)) {
            throw name.position().error("expected a key");
          }
          Position first = keys.putIfAbsent(scalar.text(), name.position());
          if (first != null) {
            throw name.position()
                .error(
                    "found the key %s again, it is in line %d already: expected it once"
                        .formatted(scalar.text(), first.line()));
          }
          members.put(scalar.text(), node(file, events.next(), events));
        }
        yield new Mapping(position, members, keys);
      }
      default -> throw position.error("expected text, a list or keys, found an alias");
    };
  }
}
