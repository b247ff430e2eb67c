package dev.syncopate.check.race;

import dev.syncopate.check.order.OrderListener;
import org.jspecify.annotations.Nullable;

/**
 * Hears the results of a check while a launch runs: which reads have seen releases, and which
 * accesses conflict. It observes the launch as the check does, and hears of each event before the
 * check does: calls here are about its last event.
 */
public interface Listener extends OrderListener {
  /** What the access at hand is to be known by to those who read what it writes. */
  Object source();

  /**
   * A lane of the access at hand has made a strong read of what another thread has written, or of
   * what stands for all that it may have read.
   *
   * @param source of the write, as {@link #source} gave it
   * @param sourceLane which of its lanes wrote it
   * @param releases whether the write carries a release that the read may acquire, then or by a
   *     fence
   */
  void read(int lane, Object source, int sourceLane, boolean releases);

  /** A race between instructions of which none was told before. */
  void raced(Race race);

  /** A hand-over without order, between instructions of which none was told before. */
  void handedOver(HandOver handOver);

  /**
   * Two accesses conflict, and are ordered by synchronisation.
   *
   * @param address of a byte that both touch: a device address, or an offset in shared memory
   */
  void ordered(boolean shared, long address, RaceSide earlier, RaceSide later);

  /** Whether {@link #ordered} is to be told of two instructions. */
  boolean asks(int earlier, int later);

  /** What one who does not listen gives for a source. */
  static @Nullable Object sourceOf(@Nullable Listener listener) {
    return listener == null ? null : listener.source();
  }
}
