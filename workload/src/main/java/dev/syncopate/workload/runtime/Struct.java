package dev.syncopate.workload.runtime;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * A structure passed by value as one kernel argument. Its members lie as C lays them out: each at
 * the next multiple of its size (of its alignment, for a nested structure), the whole padded to a
 * multiple of the largest of these. An array of n elements is n members; packed or over-aligned
 * structures are spelt with {@code byte[]} members, which are aligned to 1.
 */
public final class Struct {
  private final byte[] bytes;
  private final int alignment;
  private final String layout;
  private final List<Object> members;

  private Struct(byte[] bytes, int alignment, String layout, List<Object> members) {
    this.members = members;
    this.bytes = bytes;
    this.alignment = alignment;
    this.layout = layout;
  }

  /**
   * @param members boxed numbers, {@link Buffer}s for pointers, {@code byte[]} for bytes as they
   *     are, and nested structures; at least one
   * @throws LaunchException if a member is nothing of these
   */
  public static Struct of(Object... members) {
    if (members.length == 0) {
      throw new LaunchException("a structure needs at least one member");
    }
    List<Field> fields = Stream.of(members).map(Struct::field).toList();
    int[] places = new int[members.length];
    int alignment = 1;
    int end = 0;
    for (int i = 0; i < places.length; i++) {
      Field field = fields.get(i);
      places[i] = align(end, field.alignment());
      end = Math.addExact(places[i], field.bytes().length);
      alignment = Math.max(alignment, field.alignment());
    }
    byte[] image = new byte[align(end, alignment)];
    StringJoiner layout = new StringJoiner(", ");
    for (int i = 0; i < places.length; i++) {
      Field field = fields.get(i);
      System.arraycopy(field.bytes(), 0, image, places[i], field.bytes().length);
      layout.add(field.type() + " at " + places[i]);
    }
    return new Struct(image, alignment, layout.toString(), List.of(members));
  }

  /** What it was made of. */
  List<Object> members() {
    return members;
  }

  /** Its bytes, padding zero; a copy. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  byte[] bytes() {
    return bytes;
  }

  /** What its address is a multiple of. */
  int alignment() {
    return alignment;
  }

  /** Size and members with their places, for messages. */
  String describe() {
    return "a structure of %d bytes aligned to %d (%s)".formatted(bytes.length, alignment, layout);
  }

  private static int align(int offset, int alignment) {
    return Math.addExact(offset, alignment - 1) & -alignment;
  }

  /**
   * A member.
   *
   * @param type its name in C, for messages
   */
  private record Field(String type, byte[] bytes, int alignment) {}

  private static Field field(Object member) {
    return switch (member) {
      case Byte value -> field("char", 1, value);
      case Short value -> field("short", 2, value);
      case Integer value -> field("int", 4, value);
      case Long value -> field("long", 8, value);
      case Float value -> field("float", 4, Float.floatToRawIntBits(value));
      case Double value -> field("double", 8, Double.doubleToRawLongBits(value));
      case Buffer buffer -> field("pointer", 8, buffer.address());
      case byte[] raw -> new Field("char[" + raw.length + "]", raw, 1);
      case Struct nested ->
          new Field("struct[" + nested.bytes.length + "]", nested.bytes, nested.alignment);
      default ->
          throw new LaunchException(
              "a structure cannot have a member of " + member.getClass().getName());
    };
  }

  /** A number of {@code size} bytes, little-endian. */
  private static Field field(String type, int size, long bits) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (bits >>> (8 * i));
    }
    return new Field(type, bytes, size);
  }
}
