package dev.syncopate.model.progress;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Units that a scheduler starts and guarantees as a whole, in the order of their numbers on each
 * GPU. Each GPU schedules the blocks of one grid. A thread of the CPU is a unit of the operating
 * system, which is fair.
 */
public final class ProgressUnits {
  private static final int MOST = Long.SIZE;

  private final int[] unitOfThread;
  private final int[] gpus;

  /** What is scheduled as a whole. */
  public enum Granularity {
    /** A block, with all its threads. */
    BLOCK("block"),
    /** A thread, as in tests that write each block as one thread. */
    THREAD("thread");

    private final String text;

    Granularity(String text) {
      this.text = text;
    }

    /** As the user writes it. */
    public String text() {
      return text;
    }
  }

  private record Place(int gpu, int number) {}

  private ProgressUnits(int[] unitOfThread, int[] gpus) {
    this.unitOfThread = unitOfThread;
    this.gpus = gpus;
  }

  /**
   * The units of a test.
   *
   * @throws IllegalArgumentException for more than 64
   */
  public static ProgressUnits of(LitmusTest test, Granularity granularity) {
    List<Place> places = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      boolean isAlone = granularity == Granularity.THREAD || thread.isOnCpu();
      places.add(new Place(thread.gpu(), isAlone ? thread.id() : thread.cta()));
    }
    List<Place> units =
        places.stream()
            .distinct()
            .sorted(Comparator.comparingInt(Place::gpu).thenComparingInt(Place::number))
            .toList();
    if (units.size() > MOST) {
      throw new IllegalArgumentException(
          "its threads are in %d blocks, of which there may be %d".formatted(units.size(), MOST));
    }
    return new ProgressUnits(
        places.stream().mapToInt(units::indexOf).toArray(),
        units.stream().mapToInt(Place::gpu).toArray());
  }

  /** How many there are. */
  public int count() {
    return gpus.length;
  }

  /** The unit of a thread, an index into the test's threads. */
  public int of(int thread) {
    return unitOfThread[thread];
  }

  /** The units in which every thread is among some, as bits. */
  public long whole(boolean[] threads) {
    long units = all();
    for (int thread = 0; thread < threads.length; thread++) {
      if (!threads[thread]) {
        units &= ~(1L << unitOfThread[thread]);
      }
    }
    return units;
  }

  private long all() {
    return gpus.length == MOST ? -1 : (1L << gpus.length) - 1;
  }

  /**
   * The units whose threads the scheduler must let step, as bits.
   *
   * @param started those of which a thread has taken a step
   * @param ended those of which every thread has ended
   */
  public long guaranteed(Fairness fairness, long started, long ended) {
    if (fairness == Fairness.WEAK || fairness == Fairness.STRONG) {
      return all();
    }
    long guaranteed = 0;
    for (int unit = 0; unit < gpus.length; unit++) {
      boolean isGuaranteed =
          gpus[unit] == LitmusThread.CPU
              || switch (fairness) {
                case NONE -> false;
                case WEAK, STRONG -> true;
                case HSA -> isLowest(unit, ended);
                case OBE -> has(started, unit);
                case HSA_OBE -> isLowest(unit, ended) || has(started, unit);
                case LOBE -> isLowest(unit, ended) || hasStartedFrom(unit, started);
              };
      guaranteed |= isGuaranteed ? 1L << unit : 0;
    }
    return guaranteed;
  }

  /**
   * The units that may not all be left waiting: under occupancy-bound execution those of a GPU on
   * which no block has started or all that have started have ended. One of them then becomes
   * resident.
   *
   * @return the units of each such GPU, as bits
   */
  List<Long> someGuaranteed(Fairness fairness, long started, long ended) {
    List<Long> groups = new ArrayList<>();
    if (fairness != Fairness.OBE) {
      return groups;
    }
    for (int unit = 0; unit < gpus.length; unit++) {
      boolean first = unit == 0 || gpus[unit - 1] != gpus[unit];
      long group = unitsOf(gpus[unit]) & ~ended;
      if (first && gpus[unit] != LitmusThread.CPU && group != 0 && (group & started) == 0) {
        groups.add(group);
      }
    }
    return groups;
  }

  /** Whether a scheduler may leave some units' threads waiting forever while others step. */
  public boolean mayStarve(
      Fairness fairness, long starved, long stepping, long started, long ended) {
    return (starved & guaranteed(fairness, started, ended)) == 0
        && someGuaranteed(fairness, started, ended).stream()
            .allMatch(group -> (group & stepping) != 0 || (group & starved) == 0);
  }

  private long unitsOf(int gpu) {
    long units = 0;
    for (int unit = 0; unit < gpus.length; unit++) {
      units |= gpus[unit] == gpu ? 1L << unit : 0;
    }
    return units;
  }

  private static boolean has(long units, int unit) {
    return (units >>> unit & 1) != 0;
  }

  private boolean isLowest(int unit, long ended) {
    long unfinished = unitsOf(gpus[unit]) & ~ended;
    return unfinished != 0 && Long.numberOfTrailingZeros(unfinished) == unit;
  }

  private boolean hasStartedFrom(int unit, long started) {
    return (unitsOf(gpus[unit]) & started) >>> unit != 0;
  }
}
