package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Accesses whose answers an L1 awaits, by number. Numbers are allocated per warp, the least free
 * one first. They are therefore independent of the order in which accesses of different warps leave
 * and return.
 *
 * <pre>
 *   number = place among the warp's * 128 + warp
 * </pre>
 */
final class OutstandingAccesses {
  private static final int WARP_BITS = 7;
  private static final int WARP_MASK = (1 << WARP_BITS) - 1;

  /** By warp and place. */
  private @Nullable LineAccess[][] accesses = {};

  /** By warp: all places before this one are taken. */
  private int[] usedPlaces = {};

  private int count;

  /** Takes an access in; its number. */
  int add(LineAccess access) {
    int warp = access.parent.warp;
    if (warp >= accesses.length) {
      grow(warp + 1);
    }
    @Nullable LineAccess[] row = accesses[warp];
    int place = usedPlaces[warp];
    while (place < row.length && row[place] != null) {
      place++;
    }
    if (place == row.length) {
      row = Arrays.copyOf(row, Math.max(1, 2 * place));
      accesses[warp] = row;
    }
    row[place] = access;
    usedPlaces[warp] = place + 1;
    count++;
    return place << WARP_BITS | warp;
  }

  private void grow(int warps) {
    int oldLength = accesses.length;
    accesses = Arrays.copyOf(accesses, warps);
    Arrays.fill(accesses, oldLength, warps, new LineAccess[0]);
    usedPlaces = Arrays.copyOf(usedPlaces, warps);
  }

  /** The access of a number, or null. */
  @Nullable LineAccess get(int number) {
    int warp = number & WARP_MASK;
    int place = number >> WARP_BITS;
    return warp < accesses.length && place < accesses[warp].length ? accesses[warp][place] : null;
  }

  /** Takes the access of a number out; null when there is none. */
  @Nullable LineAccess remove(int number) {
    LineAccess access = get(number);
    if (access != null) {
      int warp = number & WARP_MASK;
      int place = number >> WARP_BITS;
      accesses[warp][place] = null;
      usedPlaces[warp] = Math.min(usedPlaces[warp], place);
      count--;
    }
    return access;
  }

  int count() {
    return count;
  }

  /**
   * As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}: no room but what is used.
   */
  void canonicalize() {
    int warps = 0;
    for (int warp = 0; warp < accesses.length; warp++) {
      @Nullable LineAccess[] row = accesses[warp];
      int places = row.length;
      while (places > 0 && row[places - 1] == null) {
        places--;
      }
      if (places < row.length) {
        accesses[warp] = Arrays.copyOf(row, places);
      }
      while (usedPlaces[warp] < places && row[usedPlaces[warp]] != null) {
        usedPlaces[warp]++;
      }
      warps = places == 0 ? warps : warp + 1;
    }
    if (warps < accesses.length) {
      accesses = Arrays.copyOf(accesses, warps);
      usedPlaces = Arrays.copyOf(usedPlaces, warps);
    }
  }
}
