package dev.syncopate.machine.fusion;

import java.util.List;

/**
 * Accesses of a stretch whose addresses have constant distances: to one space, from the same value
 * of the same register. One check serves all of them.
 *
 * @param first of them, in the order of the code
 * @param lowest offset of them all
 * @param span bytes from there to the end of the last one
 * @param alignment of the lowest address if all are aligned: a power of two
 */
record AccessGroup(FusibleAccess first, long lowest, int span, int alignment) {
  /** Distances from the first access of a group up to which others join it. */
  private static final long MOST_DISTANCE = 4096;

  /** A group of one access. */
  static AccessGroup of(FusibleAccess access) {
    return new AccessGroup(access, access.offset(), access.bytes(), access.bytes());
  }

  /** The group of all accesses of a list, which is not empty. */
  static AccessGroup of(List<FusibleAccess> accesses) {
    long lowest = accesses.stream().mapToLong(FusibleAccess::offset).min().orElseThrow();
    long end =
        accesses.stream().mapToLong(access -> access.offset() + access.bytes()).max().orElseThrow();
    int alignment = accesses.stream().mapToInt(FusibleAccess::bytes).max().orElseThrow();
    return new AccessGroup(accesses.getFirst(), lowest, (int) (end - lowest), alignment);
  }

  /**
   * Whether an access from the same value of the same register can join some that are a group: it
   * is near, and all are aligned together or not at all.
   */
  static boolean joins(FusibleAccess access, List<FusibleAccess> accesses) {
    FusibleAccess first = accesses.getFirst();
    return access.space() == first.space()
        && access.writes() == first.writes()
        && Math.abs(access.offset() - first.offset()) <= MOST_DISTANCE
        && accesses.stream()
            .allMatch(member ->
                (access.offset() - member.offset()) % Math.min(access.bytes(), member.bytes())
                    == 0);
  }
}
