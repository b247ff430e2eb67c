package dev.syncopate.memory.area;

/**
 * A table, cache or set of registers that is there once in each of its places.
 *
 * @param name as people call it
 * @param place where it is
 * @param entries of it
 * @param bits of an entry
 * @param holds what an entry's bits are
 */
public record Structure(String name, Place place, long entries, long bits, String holds) {
  /** Bits of a physical address. Decided: 48, as the presets' papers do not say. */
  public static final int ADDRESS_BITS = 48;

  /** Place of a structure. */
  public enum Place {
    L1("each L1"),
    BANK("each L2 bank"),
    GPU("each GPU");

    private final String label;

    Place(String label) {
      this.label = label;
    }

    /** As people say it. */
    public String label() {
      return label;
    }
  }

  /** Bits of one. */
  public long each() {
    return entries * bits;
  }

  /** Bits that name a line of so many bytes. */
  public static int lineBits(int line) {
    return ADDRESS_BITS - Integer.numberOfTrailingZeros(line);
  }

  /** Bits that tell so many things apart. */
  public static int bitsOf(long things) {
    return things <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(things - 1);
  }
}
