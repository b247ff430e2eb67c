package dev.syncopate.sim.perturb;

/**
 * Kind of a perturbed schedule. Consecutive seeds take them in this order, so that a few seeds show
 * mistakes of each kind.
 */
public enum PerturbationStyle {
  /**
   * Every store takes long to reach memory, and all other timing is the machine's: a load behind a
   * store comes first, in all threads at once (store buffering).
   */
  LATE_STORES,

  /** The same on half of the ways only: two stores of one thread change places. */
  LATE_WAYS,

  /**
   * Few long delays of warps: most warps begin at different times and stand still at up to two
   * accesses each. These are the change points of probabilistic concurrency testing (Burckhardt,
   * Kothari, Musuvathi, Nagarakatte, ASPLOS 2010). They are applied as delays of a schedule that is
   * otherwise the machine's (Emmi, Qadeer, Rakamarić, POPL 2011). Lanes of a warp do not run
   * together.
   */
  CHANGE_POINTS,

  /** Many delays of any length, of messages and of warps. */
  ANY;

  private static final PerturbationStyle[] ALL = values();

  /** Of the schedule that a seed, at least 1, draws. */
  static PerturbationStyle of(int seed) {
    return ALL[(seed - 1) % ALL.length];
  }

  /** How many schedules of its style come before that of a seed. */
  static int round(int seed) {
    return (seed - 1) / ALL.length;
  }

  /** Whether stores, and not messages of any kind, are delayed. */
  public boolean delaysStores() {
    return this == LATE_STORES || this == LATE_WAYS;
  }
}
