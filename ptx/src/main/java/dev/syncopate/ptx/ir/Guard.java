package dev.syncopate.ptx.ir;

/**
 * The predicate under which an instruction acts ({@code @p}, {@code @!p}).
 *
 * @param predicate number of the predicate register, or {@link #NONE}
 * @param negated whether lanes act where the predicate is false
 */
public record Guard(int predicate, boolean negated) {
  public static final int NO_PREDICATE = -1;

  /** Every active lane acts. */
  public static final Guard NONE = new Guard(NO_PREDICATE, false);

  public boolean always() {
    return predicate == NO_PREDICATE;
  }
}
