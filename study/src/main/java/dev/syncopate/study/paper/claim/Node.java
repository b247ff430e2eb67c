package dev.syncopate.study.paper.claim;

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

/** A value of a claims file, which is YAML without aliases, with the position where it begins. */
sealed interface Node {
  /**
   * A position.
   *
   * @param line from 1
   * @param column from 1
   */
  record Position(String file, int line, int column) {
    ClaimFileException error(String message) {
      return new ClaimFileException("%s:%d:%d: %s".formatted(file, line, column, message));
    }
  }

  Position position();

  /** A scalar, quotes removed and folded lines joined. */
  record Text(Position position, String text) implements Node {}

  /** Keys with values, in the file's order. */
  record Mapping(Position position, Map<String, Node> members) implements Node {}

  /** A list. */
  record Sequence(Position position, List<Node> items) implements Node {}

  /**
   * The tree of a file.
   *
   * @throws ClaimFileException if the text is not YAML, has an alias, a key that is no scalar, or a
   *     key twice
   */
  static Node read(String file, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      Iterator<Event> events = new Parse(settings).parseString(text).iterator();
      Event event = events.next();
      while (event.getEventId() == Event.ID.StreamStart
          || event.getEventId() == Event.ID.DocumentStart) {
        event = events.next();
      }
      if (event.getEventId() == Event.ID.StreamEnd) {
        throw new Position(file, 1, 1).error("found an empty file, expected claims");
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

  private static Node node(String file, Event event, Iterator<Event> events) {
    Position position = position(file, event.getStartMark());
    return switch (event.getEventId()) {
      case Scalar -> new Text(position, ((ScalarEvent) event).getValue());
      case SequenceStart -> {
        List<Node> items = new ArrayList<>();
        for (Event item = events.next();
            item.getEventId() != Event.ID.SequenceEnd;
            item = events.next()) {
          items.add(node(file, item, events));
        }
        yield new Sequence(position, List.copyOf(items));
      }
      case MappingStart -> {
        Map<String, Node> members = new LinkedHashMap<>();
        for (Event key = events.next();
            key.getEventId() != Event.ID.MappingEnd;
            key = events.next()) {
          Node name = node(file, key, events);
          if (!(name instanceof Text scalar)) {
            throw name.position().error("expected a key");
          }
          if (members.putIfAbsent(scalar.text(), node(file, events.next(), events)) != null) {
            throw name.position().error("found the key %s again".formatted(scalar.text()));
          }
        }
        yield new Mapping(position, members);
      }
      default -> throw position.error("expected text, a list or keys, found an alias");
    };
  }
}
