package dev.syncopate.machine.local;

/**
 * An mbarrier object in shared memory (PTX ISA, "mbarrier").
 *
 * <pre>
 *   bits 63..40  number of the current phase
 *   bits 39..20  arrivals expected in each phase
 *   bits 19..0   arrivals still pending in the current one
 * </pre>
 */
public final class Mbarrier {
  public static final int BYTES = 8;

  /** The largest count there is. */
  public static final int MOST = (1 << 20) - 1;

  private static final int EXPECTED_SHIFT = 20;
  private static final int PHASE_SHIFT = 40;

  private Mbarrier() {}

  public static void initialise(SharedMemory shared, int at, int count) {
    write(shared, at, 0, count, count);
  }

  public static void invalidate(SharedMemory shared, int at) {
    shared.put(at, BYTES, 0);
  }

  /** Counts arrivals; the last one begins the next phase. Returns the state before. */
  public static long arrive(SharedMemory shared, int at, int count) {
    long state = shared.get(at, BYTES);
    complete(shared, at, state, expected(state), pending(state) - count);
    return state;
  }

  /**
   * Counts arrivals of threads that will not take part in later phases. Returns the state before.
   */
  public static long arriveAndDrop(SharedMemory shared, int at, int count) {
    long state = shared.get(at, BYTES);
    complete(shared, at, state, expected(state) - count, pending(state) - count);
    return state;
  }

  public static void expectOneMore(SharedMemory shared, int at) {
    long state = shared.get(at, BYTES);
    write(shared, at, phase(state), expected(state), pending(state) + 1);
  }

  /** Whether the phase in which {@code state} was read is over. */
  public static boolean isOver(SharedMemory shared, int at, long state) {
    return phase(shared.get(at, BYTES)) != phase(state);
  }

  /** Whether the current or the preceding phase, whichever has this parity, is over. */
  public static boolean isParityOver(SharedMemory shared, int at, long parity) {
    return (phase(shared.get(at, BYTES)) & 1) != (parity & 1);
  }

  public static int pending(long state) {
    return (int) state & MOST;
  }

  static int expected(long state) {
    return (int) (state >>> EXPECTED_SHIFT) & MOST;
  }

  private static long phase(long state) {
    return state >>> PHASE_SHIFT;
  }

  private static void complete(SharedMemory shared, int at, long state, int expected, int pending) {
    if (pending <= 0) {
      write(shared, at, phase(state) + 1, expected, expected);
    } else {
      write(shared, at, phase(state), expected, pending);
    }
  }

  private static void write(SharedMemory shared, int at, long phase, int expected, int pending) {
    shared.put(
        at,
        BYTES,
        phase << PHASE_SHIFT | (long) (expected & MOST) << EXPECTED_SHIFT | (pending & MOST));
  }
}
