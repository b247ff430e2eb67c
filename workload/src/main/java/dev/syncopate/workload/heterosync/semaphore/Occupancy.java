package dev.syncopate.workload.heterosync.semaphore;

import dev.syncopate.workload.host.Comparison;
import java.util.Arrays;
import java.util.Locale;

/**
 * Who was inside a semaphore at every moment, by what CTAs noted in the layout of {@code
 * heterosync_semaphore.cu}, and whether readers saw whole writes.
 *
 * <p>CTA i is on unit i mod units and has rank i / units there; rank 0 writes. It uses semaphore i
 * mod semaphores. Visit k of it is number i × iterations + k in the log. Entries and departures of
 * a semaphore are numbered under its mutex, so that all visits together tell every moment's
 * occupancy: it is counted here, not taken from the semaphore's own words. There are never more
 * readers than places, and nobody beside a writer. A reader must have seen the number of writes
 * before its entry, and every word it loaded as that write left it.
 *
 * @param data words after the launch, those of each semaphore in one piece
 * @param log words of the visits
 * @param places readers that may be inside at once
 */
record Occupancy(int[] data, int[] log, int semaphores, int units, int places, int iterations) {
  static final int VISIT_BYTES = 16;

  private static final int VISIT_WORDS = VISIT_BYTES / Integer.BYTES;
  private static final int DEPARTURE = 1;
  private static final int WRITE = 2;
  private static final int TORN = 3;

  /** Data as write 0, which nobody did, would have left it. */
  static int[] freshData(int semaphores, int words) {
    int[] data = new int[semaphores * words];
    for (int i = 0; i < data.length; i++) {
      data[i] = word(0, i % words);
    }
    return data;
  }

  private static int word(int write, int index) {
    return (write * 0x9E37_79B1) ^ (index * 0x85EB_CA77);
  }

  /** Whether everything is as it should be; if not, what contradicts it first. */
  Comparison check() {
    int ctas = log.length / VISIT_WORDS / iterations;
    int words = data.length / semaphores;
    int[] expected = new int[data.length];
    for (int semaphore = 0; semaphore < semaphores; semaphore++) {
      int[] events = new int[2 * (ctas / semaphores) * iterations];
      Arrays.fill(events, -1);
      for (int cta = semaphore; cta < ctas; cta += semaphores) {
        Comparison noted = note(cta, events);
        if (!noted.equal()) {
          return noted;
        }
      }
      Replay replay = new Replay(semaphore);
      for (int event : events) {
        String contradiction = replay.next(event);
        if (!contradiction.isEmpty()) {
          return Comparison.wrong(contradiction);
        }
      }
      for (int i = 0; i < words; i++) {
        expected[semaphore * words + i] = word(replay.writes, i);
      }
    }
    Comparison left = Comparison.unsigned("data", data, expected);
    return left.equal()
        ? new Comparison(
            true,
            String.format(
                Locale.ROOT,
                "%,d visits to %,d semaphores: readers never above %,d, writers alone, every read whole",
                ctas * iterations,
                semaphores,
                places))
        : left;
  }

  /** Puts a CTA's entries and departures (visit × 2, + 1) at their numbers. */
  private Comparison note(int cta, int[] events) {
    int before = -1;
    for (int k = 0; k < iterations; k++) {
      int visit = cta * iterations + k;
      for (int end = 0; end <= DEPARTURE; end++) {
        int number = log[visit * VISIT_WORDS + end];
        if (number <= before || number >= events.length) {
          return Comparison.wrong(
              "%s has number %d of %d after number %d"
                  .formatted(name(2 * visit + end), number, events.length, before));
        }
        if (events[number] >= 0) {
          return Comparison.wrong(
              "%s and %s have the same number %d: their mutex admitted both, or one read stale data"
                  .formatted(name(events[number]), name(2 * visit + end), number));
        }
        events[number] = 2 * visit + end;
        before = number;
      }
    }
    return new Comparison(true, "");
  }

  /** Goes through a semaphore's events in their order. */
  private final class Replay {
    private final int semaphore;
    private int readers;
    private int writers;
    private int writes;

    Replay(int semaphore) {
      this.semaphore = semaphore;
    }

    /** What is wrong with the next event, or nothing. */
    String next(int event) {
      int visit = event / 2;
      boolean writer = visit / iterations / units == 0;
      boolean enters = event % 2 == 0;
      int change = enters ? 1 : -1;
      if (writer) {
        writers += change;
        writes += enters ? 0 : 1;
      } else {
        readers += change;
      }
      if (writers > 1 || (writers == 1 && readers > 0) || readers > places) {
        return "%s makes %d readers and %d writers inside semaphore %d of %d places"
            .formatted(name(event), readers, writers, semaphore, places);
      }
      int seen = log[visit * VISIT_WORDS + WRITE];
      int expected = writer ? writes + 1 : writes;
      if (enters && seen != expected) {
        return "%s found write %d in semaphore %d, expected %d"
            .formatted(name(event), seen, semaphore, expected);
      }
      if (enters && log[visit * VISIT_WORDS + TORN] != 0) {
        return "%s loaded words that write %d did not store".formatted(name(event), seen);
      }
      return "";
    }
  }

  private String name(int event) {
    int visit = event / 2;
    int cta = visit / iterations;
    return "%s of visit %d of %s %d"
        .formatted(
            event % 2 == 0 ? "entry" : "departure",
            visit % iterations,
            cta / units == 0 ? "writer" : "reader",
            cta);
  }
}
