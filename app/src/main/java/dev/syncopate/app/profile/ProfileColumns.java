package dev.syncopate.app.profile;

import dev.syncopate.check.profile.LineProfile;
import dev.syncopate.check.profile.MeasureCounts;
import dev.syncopate.check.profile.ProfileMeasure;
import dev.syncopate.check.profile.SourceLine;
import dev.syncopate.check.profile.lock.LockFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The columns of a profile's tables, the same on a terminal and on a page. */
final class ProfileColumns {
  private static final int CAUSES = 2;
  private static final double NEGLIGIBLE = 0.05;

  static final List<String> LINE_HEADER =
      List.of(
          "share",
          "warp-cycles",
          "issued",
          "threads",
          "waits for",
          "lines",
          "bytes",
          "L1 hits",
          "misses",
          "flushes",
          "inval.");

  static final List<String> LOCK_HEADER =
      List.of(
          "lock",
          "acquired",
          "attempts",
          "wait",
          "longest",
          "hold",
          "same CTA",
          "same unit",
          "other unit",
          "fairness");

  private ProfileColumns() {}

  /** A line's, without where it is. */
  static List<String> of(MeasureCounts counts, MeasureCounts total) {
    return List.of(
        share(counts.warpCycles(), total.warpCycles()),
        number(counts.warpCycles()),
        number(counts.of(ProfileMeasure.WARP_INSTRUCTIONS)),
        number(counts.of(ProfileMeasure.THREAD_INSTRUCTIONS)),
        causes(counts),
        number(counts.of(ProfileMeasure.LINES)),
        number(counts.of(ProfileMeasure.BYTES) + counts.of(ProfileMeasure.SHARED_BYTES)),
        number(counts.of(ProfileMeasure.L1_HITS)),
        number(counts.of(ProfileMeasure.L1_MISSES)),
        number(counts.of(ProfileMeasure.FLUSHES)),
        number(counts.of(ProfileMeasure.INVALIDATIONS)));
  }

  /** Times are means of an acquisition. */
  static List<String> of(LockFigures lock) {
    String name = lock.name();
    return List.of(
        name == null ? "0x" + Long.toHexString(lock.address()) : name,
        number(lock.acquisitions()),
        number(lock.attempts()),
        mean(lock.waited(), lock.acquisitions()),
        number(lock.longestWait()),
        mean(lock.holdCycles(), lock.acquisitions() - lock.heldAtEnd()),
        Long.toString(lock.sameCta()),
        Long.toString(lock.sameUnit()),
        Long.toString(lock.otherUnit()),
        String.format(Locale.ROOT, "%.2f", lock.fairness()));
  }

  /** What warps have waited for to issue it, the greatest shares of its warp-cycles. */
  static String causes(MeasureCounts counts) {
    List<ProfileMeasure> stalls = new ArrayList<>(ProfileMeasure.stalls());
    stalls.sort(Comparator.comparingLong((ProfileMeasure stall) -> counts.of(stall)).reversed());
    StringBuilder text = new StringBuilder();
    for (ProfileMeasure stall : stalls.subList(0, CAUSES)) {
      double part = (double) counts.of(stall) / Math.max(1, counts.warpCycles());
      if (part >= NEGLIGIBLE) {
        String name = stall.counter().substring(stall.counter().indexOf('.') + 1);
        text.append(text.isEmpty() ? "" : ", ").append(name);
        text.append(String.format(Locale.ROOT, " %.0f%%", 100 * part));
      }
    }
    return text.toString();
  }

  /** The line in the source if it is known, and those of the PTX. */
  static String where(LineProfile line) {
    SourceLine source = line.source();
    String ptx = line.ptxName() + ":" + ranges(line.ptx());
    return source == null ? ptx : source + "  " + ptx;
  }

  /** Ascending numbers, as in {@code 3-5,8}. */
  static String ranges(List<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < numbers.size(); ) {
      int j = i;
      while (j + 1 < numbers.size() && numbers.get(j + 1) == numbers.get(j) + 1) {
        j++;
      }
      text.append(text.isEmpty() ? "" : ",").append(numbers.get(i));
      text.append(j == i ? "" : "-" + numbers.get(j));
      i = j + 1;
    }
    return text.toString();
  }

  static String share(long part, long total) {
    return String.format(Locale.ROOT, "%.1f%%", total == 0 ? 0.0 : 100.0 * part / total);
  }

  static String number(long count) {
    return count == 0 ? "" : String.format(Locale.ROOT, "%,d", count);
  }

  private static String mean(long sum, long count) {
    return count == 0 ? "" : String.format(Locale.ROOT, "%,.0f", (double) sum / count);
  }
}
