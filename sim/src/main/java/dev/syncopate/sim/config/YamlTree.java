package dev.syncopate.sim.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Makes a tree of a YAML file's events. The library's own composer is not used: it exhausts the
 * stack on deeply nested input, and resolves types by patterns, which a typed record does not need.
 */
final class YamlTree {
  /** Many times the depth of any configuration. */
  private static final int MAX_DEPTH = 50;

  private final ConfigSource source;
  private final Iterator<Event> events;

  private YamlTree(ConfigSource source, Iterator<Event> events) {
    this.source = source;
    this.events = events;
  }

  /**
   * The value of a file, or null when the file is empty.
   *
   * @throws ConfigException when it is not YAML, or YAML beyond what configurations need
   */
  static @Nullable ConfigNode read(ConfigSource source) {
    LoadSettings settings = LoadSettings.builder().setLabel(source.fileName()).build();
    try {
      return new YamlTree(source, new Parse(settings).parseString(source.text()).iterator())
          .document();
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
      String context = e.getContext() == null ? "" : e.getContext().strip() + ", ";
      throw new ConfigException(
          place(source, mark).error("not YAML: " + context + oneLine(e.getProblem())));
    } catch (ReaderException e) {
      String codePoint = String.format("U+%04X", e.getCodePoint());
      throw new ConfigException(
          at(source, e.getPosition())
              .error("found the character " + codePoint + ", expected text"));
    } catch (YamlEngineException | NumberFormatException e) {
      // The library's scanner lets the exception of a malformed escape through.
      throw new ConfigException(source.fileName() + ": not YAML: " + oneLine(e.getMessage()));
    }
  }

  private static String oneLine(@Nullable String text) {
    return text == null ? "unreadable" : text.strip().replace('\n', ' ');
  }

  private @Nullable ConfigNode document() {
    ConfigNode root = null;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd -> {}
        case DocumentStart -> {
          if (root != null) {
            throw new ConfigException(
                place(event).error("found a second document, expected one in a file"));
          }
        }
        default -> root = node(event, 0);
      }
    }
    return root;
  }

  private ConfigNode node(Event event, int depth) {
    ValueOrigin place = place(event);
    if (depth > MAX_DEPTH) {
      throw new ConfigException(place.error("found more than " + MAX_DEPTH + " levels of nesting"));
    }
    return switch (event.getEventId()) {
      case Scalar -> new ConfigNode.Scalar(place, ((ScalarEvent) event).getValue());
      case MappingStart -> mapping(place, depth);
      case SequenceStart -> sequence(place, depth);
      case Alias -> throw new ConfigException(place.error("found an alias, expected a value"));
      default -> throw new ConfigException(place.error("found " + event.getEventId()));
    };
  }

  private ConfigNode mapping(ValueOrigin place, int depth) {
    List<ConfigNode.Entry> entries = new ArrayList<>();
    for (Event key = events.next(); key.getEventId() != Event.ID.MappingEnd; key = events.next()) {
      ConfigNode keyNode = node(key, depth + 1);
      entries.add(new ConfigNode.Entry(keyNode, node(events.next(), depth + 1)));
    }
    return new ConfigNode.Mapping(place, entries);
  }

  private ConfigNode sequence(ValueOrigin place, int depth) {
    for (Event item = events.next();
        item.getEventId() != Event.ID.SequenceEnd;
        item = events.next()) {
      node(item, depth + 1);
    }
    return new ConfigNode.Sequence(place);
  }

  private ValueOrigin place(Event event) {
    return place(source, event.getStartMark());
  }

  private static ValueOrigin place(ConfigSource source, Optional<Mark> mark) {
    return mark.isPresent()
        ? new ValueOrigin.Position(source, mark.get().getLine(), mark.get().getColumn())
        : new ValueOrigin.Position(source, 0, 0);
  }

  /** The place of a code point of the text. */
  private static ValueOrigin at(ConfigSource source, int position) {
    int line = 0;
    int column = 0;
    int index = 0;
    for (int i = 0; i < position && index < source.text().length(); i++) {
      int codePoint = source.text().codePointAt(index);
      index += Character.charCount(codePoint);
      column = codePoint == '\n' ? 0 : column + 1;
      line += codePoint == '\n' ? 1 : 0;
    }
    return new ValueOrigin.Position(source, line, column);
  }
}
