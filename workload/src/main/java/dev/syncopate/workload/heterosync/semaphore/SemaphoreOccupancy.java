package dev.syncopate.workload.heterosync.semaphore;

import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.ResultComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * CTAs inside a semaphore at every moment, from their records in the layout of {@code
 * heterosync_semaphore.cu}, and a check that readers saw whole writes.
 *
 * <p>CTA i is on unit i mod units and has rank i / units there; the one of rank unit mod ctas
 * writes. It uses semaphore i mod semaphores. Visit k of it is number i × iterations + k in the
 * log: the time after its entry, the time before its departure, and the write that its first thread
 * saw or did. Occupancy is counted by these times, not taken from the semaphore's own words. There
 * are never more readers than places, and no other CTA is inside with a writer. A reader must have
 * seen the last write before its entry; each of its threads kept a digest of all words it loaded,
 * which must all be of that write.
 *
 * @param data words after the launch, a region for each semaphore and reader of a unit
 * @param log words of the visits
 * @param digests of each CTA's threads
 * @param places readers that may be inside at once
 */
record SemaphoreOccupancy(
    int[] data,
    int[] log,
    int[] digests,
    UnitGrid grid,
    int semaphores,
    int places,
    int iterations,
    LineLayout layout) {
  static final int VISIT_WORDS = 3;
  private static final int ENTRY = 0;
  private static final int DEPARTURE = 1;
  private static final int WRITE = 2;

  /** An entry or a departure. */
  private record Event(int visit, boolean enters, int time) {}

  /** Whether everything is as it should be; if not, what contradicts it first. */
  ResultComparison check() {
    int[] words = new int[data.length];
    for (int semaphore = 0; semaphore < semaphores; semaphore++) {
      Replay replay = new Replay(semaphore);
      for (Event event : events(semaphore)) {
        String contradiction = replay.next(event);
        if (!contradiction.isEmpty()) {
          return ResultComparison.wrong(contradiction);
        }
      }
      write(words, semaphore, replay.write);
    }
    return ResultComparison.unsigned("data", data, words)
        .and(ResultComparison.unsigned("digest of loads", digests, digestsOfReaders()))
        .saying(
            String.format(
                Locale.ROOT,
                "%,d visits to %,d semaphores: readers never above %,d, writers alone, every read whole",
                grid.active() * iterations,
                semaphores,
                places));
  }

  /** By time; at the same time departures first, since both were inside for less than it says. */
  private List<Event> events(int semaphore) {
    List<Event> events = new ArrayList<>();
    for (int cta = semaphore; cta < grid.active(); cta += semaphores) {
      for (int k = 0; k < iterations; k++) {
        int visit = cta * iterations + k;
        events.add(new Event(visit, true, log[visit * VISIT_WORDS + ENTRY]));
        events.add(new Event(visit, false, log[visit * VISIT_WORDS + DEPARTURE]));
      }
    }
    events.sort(Comparator.comparingInt(Event::time).thenComparing(Event::enters));
    return events;
  }

  private void write(int[] words, int semaphore, int name) {
    int readers = grid.ctas() - 1;
    for (int region = semaphore * readers; region < (semaphore + 1) * readers; region++) {
      for (int thread = 0; thread < layout.block(); thread++) {
        for (int line = 1; line <= layout.accesses(); line++) {
          words[layout.word(region, thread, line)] = name;
        }
      }
    }
  }

  private int[] digestsOfReaders() {
    int[] noted = new int[digests.length];
    for (int cta = 0; cta < grid.active(); cta++) {
      if (writes(cta)) {
        continue;
      }
      int digest = 0;
      for (int k = 0; k < iterations; k++) {
        for (int n = 0; n < layout.accesses(); n++) {
          digest = LineLayout.noted(digest, log[(cta * iterations + k) * VISIT_WORDS + WRITE]);
        }
      }
      Arrays.fill(noted, cta * layout.block(), (cta + 1) * layout.block(), digest);
    }
    return noted;
  }

  private boolean writes(int cta) {
    return cta / grid.units() == grid.unit(cta) % grid.ctas();
  }

  /** Goes through a semaphore's events in their order. */
  private final class Replay {
    private final int semaphore;
    private int readers;
    private int writers;
    private int write;

    Replay(int semaphore) {
      this.semaphore = semaphore;
    }

    /** What is wrong with the next event, or nothing. */
    String next(Event event) {
      int cta = event.visit / iterations;
      int observed = log[event.visit * VISIT_WORDS + WRITE];
      int change = event.enters ? 1 : -1;
      if (writes(cta)) {
        writers += change;
        write = event.enters ? write : observed;
      } else {
        readers += change;
      }
      if (writers > 1 || (writers == 1 && readers > 0) || readers > places) {
        return "%s makes %d readers and %d writers inside semaphore %d of %d places"
            .formatted(name(event), readers, writers, semaphore, places);
      }
      if (event.enters && !writes(cta) && observed != write) {
        return "%s found write %d in semaphore %d, expected %d"
            .formatted(name(event), observed, semaphore, write);
      }
      return "";
    }

    private String name(Event event) {
      int cta = event.visit / iterations;
      return "%s of visit %d of %s %d"
          .formatted(
              event.enters ? "entry" : "departure",
              event.visit % iterations,
              writes(cta) ? "writer" : "reader",
              cta);
    }
  }
}
