package dev.syncopate.check.order;

import dev.syncopate.machine.observer.LaunchObserver;
import org.jspecify.annotations.Nullable;

/**
 * Watches a launch, and hears of each strong access to global memory what it writes and what it has
 * read. Of an access that is issued, {@link #issued} is told first, then each write; of an access
 * that is complete {@link #completed} is told first, then each read, then {@link #answered}. Lanes
 * come in ascending order, and elements within a lane.
 */
public interface OrderListener extends LaunchObserver {
  /**
   * Whether a word is to be followed from a lane's strong write on. Asked of words that are not
   * followed; a word is followed if any listener wants it, and all hear of it.
   */
  boolean follows(IssuedAccess issue, int lane);

  /** Whether {@link #follows} is asked of weak stores as well. */
  default boolean followsWeakStores() {
    return false;
  }

  /** A lane issues a strong load of a word that is followed. */
  default void loads(IssuedAccess issue, int lane, FollowedWord word) {}

  /**
   * A lane writes to a word that is followed, or issues a read-modify-write; also a weak store.
   *
   * @param previous the write behind which it is issued; null for none
   */
  void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous);

  /**
   * A lane's strong read of an element is complete. The value of a read-modify-write's own write is
   * not known yet.
   *
   * @param word null where it is not followed: the read has returned no write that is
   */
  void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source);

  /**
   * A read-modify-write of a word that is followed has written, and its value is known; or it has
   * written nothing. Told after its {@link #read}.
   */
  default void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {}

  /** All reads of an access, or a fence, have been told. */
  default void answered(IssuedAccess issue) {}
}
