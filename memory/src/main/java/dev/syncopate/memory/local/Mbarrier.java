package dev.syncopate.memory.local;

/**
 * An mbarrier object in shared memory (PTX ISA, "mbarrier").
 *
 * <pre>
 *   bits 63..61  number of the current phase, modulo 8
 *   bits 60..40  bytes of asynchronous transactions that the current phase still waits for, signed
 *   bits 39..20  arrivals expected in each phase
 *   bits 19..0   arrivals still pending in the current one
 * </pre>
 */
public final class Mbarrier {
  public static final int BYTES = 8;

  /** The largest count there is. */
  public static final int MOST = (1 << 20) - 1;

  /** How many phases are told apart. */
  public static final int PHASES = 8;

  private static final int EXPECTED_SHIFT = 20;
  private static final int TRANSACTIONS_SHIFT = 40;
  private static final int PHASE_SHIFT = 61;

  /** Bits above those of the transactions. */
  private static final int ABOVE_TRANSACTIONS = 3;

  private static final long TRANSACTIONS_MASK = (1L << 21) - 1;

  private Mbarrier() {}

  public static void initialise(LocalStore store, int warp, int lane, int offset, int count) {
    write(store, warp, lane, offset, 0, 0, count, count);
  }

  public static void invalidate(LocalStore store, int warp, int lane, int offset) {
    store.put(warp, lane, offset, BYTES, 0);
  }

  /** Counts arrivals; the last one begins the next phase. Returns the state before. */
  public static long arrive(LocalStore store, int warp, int lane, int offset, int count) {
    long state = store.get(warp, lane, offset, BYTES);
    int pending = pending(state) - count;
    complete(store, warp, lane, offset, state, transactions(state), expected(state), pending);
    return state;
  }

  /**
   * Counts arrivals of threads that will not take part in later phases. Returns the state before.
   */
  public static long arriveAndDrop(LocalStore store, int warp, int lane, int offset, int count) {
    long state = store.get(warp, lane, offset, BYTES);
    int pending = pending(state) - count;
    complete(
        store, warp, lane, offset, state, transactions(state), expected(state) - count, pending);
    return state;
  }

  public static void expectOneMore(LocalStore store, int warp, int lane, int offset) {
    long state = store.get(warp, lane, offset, BYTES);
    int pending = pending(state) + 1;
    write(store, warp, lane, offset, phase(state), transactions(state), expected(state), pending);
  }

  /**
   * Changes what the current phase waits for by bytes of transactions: expects them, or has them.
   */
  public static void transact(LocalStore store, int warp, int lane, int offset, int bytes) {
    long state = store.get(warp, lane, offset, BYTES);
    int transactions = transactions(state) + bytes;
    if (bytes >= 0) {
      write(store, warp, lane, offset, phase(state), transactions, expected(state), pending(state));
    } else {
      complete(store, warp, lane, offset, state, transactions, expected(state), pending(state));
    }
  }

  /** Expects bytes of transactions, then counts one arrival. Returns the state before. */
  public static long expectAndArrive(LocalStore store, int warp, int lane, int offset, int bytes) {
    transact(store, warp, lane, offset, bytes);
    return arrive(store, warp, lane, offset, 1);
  }

  /** The same of a thread that will not take part in later phases. */
  public static long expectAndDrop(LocalStore store, int warp, int lane, int offset, int bytes) {
    transact(store, warp, lane, offset, bytes);
    return arriveAndDrop(store, warp, lane, offset, 1);
  }

  /** Whether the phase in which {@code state} was read is over. */
  public static boolean isOver(LocalStore store, int warp, int lane, int offset, long state) {
    return phase(store.get(warp, lane, offset, BYTES)) != phase(state);
  }

  /** Whether the current or the preceding phase, whichever has this parity, is over. */
  public static boolean isParityOver(
      LocalStore store, int warp, int lane, int offset, long parity) {
    return (phase(store.get(warp, lane, offset, BYTES)) & 1) != (parity & 1)
        || store.mutant() == AsyncMutant.WAIT_IS_ALWAYS_OVER;
  }

  /** Arrivals that the current phase still waits for. */
  public static int pending(long state) {
    return (int) state & MOST;
  }

  /** Arrivals that each phase takes. */
  public static int expected(long state) {
    return (int) (state >>> EXPECTED_SHIFT) & MOST;
  }

  /** Bytes of transactions that the current phase still waits for. */
  public static int transactions(long state) {
    return (int) (state << ABOVE_TRANSACTIONS >> (TRANSACTIONS_SHIFT + ABOVE_TRANSACTIONS));
  }

  /** Number of the current phase, modulo {@link #PHASES}. */
  public static int phase(long state) {
    return (int) (state >>> PHASE_SHIFT);
  }

  /** Whether an operation that has changed one state into another has ended a phase. */
  public static boolean endsPhase(long oldState, long newState) {
    return phase(oldState) != phase(newState);
  }

  private static void complete(
      LocalStore store,
      int warp,
      int lane,
      int offset,
      long state,
      int transactions,
      int expected,
      int pending) {
    AsyncMutant mutant = store.mutant();
    int spared = mutant == AsyncMutant.PHASE_ENDS_EARLY ? 1 : 0;
    if (pending <= spared && (transactions == 0 || mutant == AsyncMutant.PHASE_IGNORES_BYTES)) {
      write(store, warp, lane, offset, phase(state) + 1, 0, expected, expected);
    } else {
      write(store, warp, lane, offset, phase(state), transactions, expected, Math.max(pending, 0));
    }
  }

  private static void write(
      LocalStore store,
      int warp,
      int lane,
      int offset,
      int phase,
      int transactions,
      int expected,
      int pending) {
    store.put(
        warp,
        lane,
        offset,
        BYTES,
        (long) phase << PHASE_SHIFT
            | (transactions & TRANSACTIONS_MASK) << TRANSACTIONS_SHIFT
            | (long) (expected & MOST) << EXPECTED_SHIFT
            | (pending & MOST));
  }
}
