package dev.syncopate.machine.space;

import dev.syncopate.machine.space.Allocations.Range;
import dev.syncopate.machine.space.PointerNames.Name;
import org.jspecify.annotations.Nullable;

/**
 * Names of device memory addresses for people. Nothing is looked up but for a report or a fault.
 *
 * @param allocations of the host
 * @param pointers what the launch calls these
 */
public record AddressNames(Allocations allocations, PointerNames pointers) {
  /** An address so far from an allocation is no slip of an index into it. */
  private static final long NEAR = 4096;

  /**
   * The name of an element, for example {@code argument 1[3]}, {@code variable flags[0]}, or {@code
   * buffer 2[7], past its end}; null when nothing is near.
   *
   * @param bytes size of an element, which counts the index
   */
  public @Nullable String name(long address, int bytes) {
    Range near = allocations.nearest(address);
    if (near == null || near.distance(address) > NEAR) {
      return null;
    }
    Name name = name(near);
    boolean wholeObject =
        name.object() && address == near.start() && near.end() - near.start() == bytes;
    return (wholeObject ? name.text() : element(name, address, bytes))
        + (address < near.start()
            ? ", before its start"
            : address >= near.end() ? ", past its end" : "");
  }

  private Name name(Range range) {
    Name name = pointers.of(range);
    return name == null ? new Name(range.name(), range.start(), true) : name;
  }

  private static String element(Name name, long address, int bytes) {
    long offset = address - name.start();
    return offset % bytes == 0
        ? "%s[%d]".formatted(name.text(), offset / bytes)
        : "byte %d of %s".formatted(offset, name.text());
  }

  /**
   * Null if all the bytes are in one allocation, else what is wrong, for a person; the allocation
   * is called as the host calls it.
   */
  @Nullable String stray(long address, int bytes) {
    Range near = allocations.nearest(address);
    String description = "address 0x%x is in no allocation".formatted(address);
    if (near != null && address >= near.start() && address + bytes <= near.end()) {
      return null;
    }
    Range removed = allocations.removed(address);
    if (removed != null) {
      return "address 0x%x was byte %d of %s, which has been freed"
          .formatted(address, address - removed.start(), removed.name());
    }
    if (near == null) {
      return description;
    }
    return "%s: the access to %s %s of %s (%d bytes at 0x%x)"
        .formatted(
            description,
            bytes(bytes),
            address < near.start()
                ? "begins " + bytes(near.start() - address) + " before the start"
                : past(near, address, bytes),
            near.name(),
            near.end() - near.start(),
            near.start());
  }

  private static String past(Range near, long address, int bytes) {
    return address < near.end()
        ? "ends " + bytes(address + bytes - near.end()) + " past the end"
        : "begins " + bytes(address - near.end()) + " past the end";
  }

  private static String bytes(long count) {
    return count == 1 ? "1 byte" : count + " bytes";
  }
}
