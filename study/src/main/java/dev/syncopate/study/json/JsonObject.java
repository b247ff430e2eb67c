package dev.syncopate.study.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, asked for by name and kind. Asking for what is not there throws a
 * {@link JsonException} that names the place.
 */
public final class JsonObject {
  private final String place;
  private final Map<?, ?> members;

  JsonObject(String place, Map<?, ?> members) {
    this.place = place;
    this.members = members;
  }

  /** The names of all members, in order. */
  public List<String> names() {
    return members.keySet().stream().map(String::valueOf).toList();
  }

  /** Whether there is a member of that name that is not null. */
  public boolean has(String name) {
    return members.get(name) != null;
  }

  public String string(String name) {
    return get(name, String.class, "a string");
  }

  /** A whole number. */
  public long whole(String name) {
    return get(name, Long.class, "a whole number");
  }

  /** Any number. */
  public double real(String name) {
    return get(name, Number.class, "a number").doubleValue();
  }

  public boolean truth(String name) {
    return get(name, Boolean.class, "true or false");
  }

  public JsonObject object(String name) {
    return new JsonObject(place + "." + name, get(name, Map.class, "an object"));
  }

  /** Objects in a list. */
  public List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (Object element : list(name)) {
      if (!(element instanceof Map<?, ?> map)) {
        throw wrong(name, "a list of objects", element);
      }
      objects.add(new JsonObject(place + "." + name + "[" + objects.size() + "]", map));
    }
    return objects;
  }

  /** Strings in a list. */
  public List<String> strings(String name) {
    List<String> strings = new ArrayList<>();
    for (Object element : list(name)) {
      if (!(element instanceof String text)) {
        throw wrong(name, "a list of strings", element);
      }
      strings.add(text);
    }
    return strings;
  }

  /** Whole numbers in a list. */
  public long[] wholes(String name) {
    List<?> list = list(name);
    long[] wholes = new long[list.size()];
    for (int i = 0; i < wholes.length; i++) {
      if (!(list.get(i) instanceof Long number)) {
        throw wrong(name, "a list of whole numbers", list.get(i));
      }
      wholes[i] = number;
    }
    return wholes;
  }

  /** Numbers in a list. */
  public List<Double> reals(String name) {
    List<Double> reals = new ArrayList<>();
    for (Object element : list(name)) {
      if (!(element instanceof Number number)) {
        throw wrong(name, "a list of numbers", element);
      }
      reals.add(number.doubleValue());
    }
    return reals;
  }

  /** Members that are all strings. */
  public Map<String, String> stringMembers() {
    Map<String, String> strings = new LinkedHashMap<>();
    names().forEach(name -> strings.put(name, string(name)));
    return strings;
  }

  /** Members that are all whole numbers. */
  public Map<String, Long> wholeMembers() {
    Map<String, Long> wholes = new LinkedHashMap<>();
    names().forEach(name -> wholes.put(name, whole(name)));
    return wholes;
  }

  /** The object as maps and lists. */
  public Map<?, ?> asMap() {
    return members;
  }

  private List<?> list(String name) {
    return get(name, List.class, "a list");
  }

  private <T> T get(String name, Class<T> type, String expected) {
    Object value = members.get(name);
    if (!type.isInstance(value)) {
      throw wrong(name, expected, value);
    }
    return type.cast(value);
  }

  private JsonException wrong(String name, String expected, @Nullable Object found) {
    String what = members.containsKey(name) ? String.valueOf(found) : "nothing";
    return new JsonException(
        "%s.%s: expected %s, found %s"
            .formatted(
                place, name, expected, what.length() > 60 ? what.substring(0, 60) + "..." : what));
  }
}
