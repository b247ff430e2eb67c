package dev.syncopate.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A protobuf message, read by what protobuf.dev says of the encoding and nothing of the writer's.
 *
 * @param fields values by field number, in order: a number for a varint or a fixed64, bytes else
 */
record Wire(Map<Integer, List<Object>> fields) {
  static Wire read(byte[] bytes) {
    Map<Integer, List<Object>> fields = new TreeMap<>();
    int[] position = {0};
    while (position[0] < bytes.length) {
      long key = varint(bytes, position);
      Object value =
          switch ((int) (key & 7)) {
            case 0 -> varint(bytes, position);
            case 1 -> fixed(bytes, position);
            case 2 -> {
              int length = Math.toIntExact(varint(bytes, position));
              assertThat(position[0] + length).isLessThanOrEqualTo(bytes.length);
              position[0] += length;
              yield Arrays.copyOfRange(bytes, position[0] - length, position[0]);
            }
            default ->
                throw new AssertionError("wire type " + (key & 7) + " at byte " + position[0]);
          };
      fields.computeIfAbsent((int) (key >> 3), missing -> new java.util.ArrayList<>()).add(value);
    }
    return new Wire(fields);
  }

  private static long varint(byte[] bytes, int[] position) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[position[0]++];
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private static long fixed(byte[] bytes, int[] position) {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value |= (bytes[position[0]++] & 0xffL) << (8 * i);
    }
    return value;
  }

  boolean has(int field) {
    return fields.containsKey(field);
  }

  long number(int field) {
    return (long) last(field);
  }

  private Object last(int field) {
    List<Object> values = fields.get(field);
    if (values == null) {
      throw new AssertionError("no field " + field + " in " + fields.keySet());
    }
    return values.getLast();
  }

  String text(int field) {
    return new String((byte[]) last(field), StandardCharsets.UTF_8);
  }

  List<Long> numbers(int field) {
    return all(field, value -> (Long) value);
  }

  List<Wire> messages(int field) {
    return all(field, value -> read((byte[]) value));
  }

  Wire message(int field) {
    return messages(field).getLast();
  }

  private <T> List<T> all(int field, Function<Object, T> decoder) {
    return fields.getOrDefault(field, List.of()).stream().map(decoder).toList();
  }
}
