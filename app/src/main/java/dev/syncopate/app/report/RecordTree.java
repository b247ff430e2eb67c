package dev.syncopate.app.report;

import dev.syncopate.sim.config.OpenSection;
import dev.syncopate.sim.config.TextSetting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Turns a configuration record into nested maps for {@link dev.syncopate.study.json.Json}:
 * components in order, enums in lower case.
 */
public final class RecordTree {
  private RecordTree() {}

  /** Numbers stay in the unit of their setting. */
  public static Map<String, Object> of(Record record) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      tree.put(component.getName(), value(read(component, record)));
    }
    return tree;
  }

  private static Object value(Object value) {
    return switch (value) {
      case Record inner -> of(inner);
      case OpenSection section -> {
        Map<String, Object> members = new LinkedHashMap<>();
        section.members().forEach((name, member) -> members.put(name, of(member)));
        yield members;
      }
      case TextSetting text -> text.toString();
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
      default -> value;
    };
  }

  private static Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
