package dev.syncopate.machine.diagnose;

/** Sets of lanes as people write them. */
final class LaneRanges {
  private LaneRanges() {}

  /** The lanes and what they do, for example {@code lane 3 waits} or {@code lanes 0-15 wait}. */
  static String doing(long lanes, String singular, String several) {
    return describe(lanes) + ' ' + (Long.bitCount(lanes) == 1 ? singular : several);
  }

  /** For example {@code lane 3} or {@code lanes 0-15,20}. */
  static String describe(long lanes) {
    StringBuilder text = new StringBuilder(Long.bitCount(lanes) == 1 ? "lane " : "lanes ");
    boolean first = true;
    for (int lane = 0; lane < 64; lane++) {
      if ((lanes >>> lane & 1) == 0) {
        continue;
      }
      int last = lane;
      while (last + 1 < 64 && (lanes >>> (last + 1) & 1) != 0) {
        last++;
      }
      text.append(first ? "" : ",").append(lane).append(last > lane ? "-" + last : "");
      first = false;
      lane = last;
    }
    return text.toString();
  }
}
