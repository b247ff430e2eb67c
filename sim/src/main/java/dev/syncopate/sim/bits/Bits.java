package dev.syncopate.sim.bits;

/**
 * Positions of set bits. {@link Long#numberOfTrailingZeros} is one instruction in code of the JVM's
 * second compiler alone. In that of the first, which short runs have, it is a call and some
 * branches that are hard to predict: a twentieth of such a run.
 */
public final class Bits {
  /**
   * A de Bruijn sequence: each six bits in a row occur once, so that they tell how far it was
   * shifted.
   */
  private static final long DE_BRUIJN = 0x03f7_9d71_b4cb_0a89L;

  private static final byte[] NUMBERS = new byte[Long.SIZE];

  static {
    for (int i = 0; i < Long.SIZE; i++) {
      NUMBERS[(int) ((DE_BRUIJN << i) >>> 58)] = (byte) i;
    }
  }

  private Bits() {}

  /** The number of the lowest bit that is set, of a word that is not 0. */
  public static int lowest(long word) {
    return NUMBERS[(int) (((word & -word) * DE_BRUIJN) >>> 58)];
  }
}
