package dev.syncopate.model.explore.computation;

import java.util.Arrays;

/**
 * Instructions that a thread computes in a row without an access. A computation never ends if it
 * returns to an instruction with the same registers (Brent's cycle detection). Termination cannot
 * be decided, so a computation of too many instructions is refused.
 */
public final class Computation {
  /** Instructions from which on it is worth looking. */
  private static final int SHORT = 1_024;

  /** More are refused. */
  private static final int MOST = 10_000_000;

  private static final long[] NONE = {};

  private int count;
  private int place;
  private long[] registers = NONE;

  /**
   * Counts an instruction.
   *
   * @param name of the thread
   * @param newPlace where it stands
   * @param now its registers
   * @throws IllegalArgumentException when it computes for ever, or for too long to be waited for
   */
  public void goesOn(String name, int newPlace, long[] now) {
    if (++count < SHORT) {
      return;
    }
    if (newPlace == place && Arrays.equals(now, registers)) {
      throw new IllegalArgumentException(
          name + " never ends: it computes without an access and comes back to the same registers");
    }
    if (count > MOST) {
      throw new IllegalArgumentException(
          "%s computes %,d instructions without an access: too many to wait for its end"
              .formatted(name, MOST));
    }
    if (Integer.bitCount(count) == 1) {
      place = newPlace;
      registers = now.clone();
    }
  }
}
