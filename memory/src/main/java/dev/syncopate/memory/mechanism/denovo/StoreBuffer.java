package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The lines of an L1 that have stored words for which nobody has asked, oldest first, where words
 * are registered at the release ({@code denovo.register}). The bytes are in each line's {@link
 * Registration}.
 */
class StoreBuffer {
  private final ArrayDeque<Registration> lines = new ArrayDeque<>();

  /** A line has such words now. */
  final void add(Registration at) {
    if (!at.buffered) {
      at.buffered = true;
      lines.add(at);
    }
  }

  /** Words of a line have been asked for. */
  final void asked(Registration at) {
    if (at.buffered && at.unasked() == 0) {
      at.buffered = false;
      lines.remove(at);
    }
  }

  /** The lines to be asked for when there is no room for another. */
  List<Registration> overflow() {
    return lines();
  }

  /** The lines to be asked for when a release wants its words registered. */
  List<Registration> release(WarpAccess access) {
    return lines();
  }

  /** Words that are not owned are dropped; those stored to are not among them. */
  void acquire() {}

  final List<Registration> lines() {
    return lines.isEmpty() ? List.of() : List.copyOf(lines);
  }
}
