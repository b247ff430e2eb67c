package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accesses that wait to be offered to the L1, in order. A cache step is a line access without
 * lanes.
 */
final class RequestFifo {
  @Nullable LineAccess head;
  private @Nullable LineAccess tail;
  int size;

  void append(LineAccess line) {
    line.next = null;
    if (tail == null) {
      head = line;
    } else {
      tail.next = line;
    }
    tail = line;
    size++;
  }

  void pushFront(LineAccess line) {
    line.next = head;
    head = line;
    if (tail == null) {
      tail = line;
    }
    size++;
  }

  LineAccess pop() {
    LineAccess first = head;
    if (first == null) {
      throw new IllegalStateException("the request FIFO is empty");
    }
    head = first.next;
    if (head == null) {
      tail = null;
    }
    first.next = null;
    size--;
    return first;
  }

  /** The accesses behind the head, in order: one for each of their lines. */
  List<WarpAccess> behind() {
    List<WarpAccess> accesses = new ArrayList<>();
    LineAccess first = head;
    for (LineAccess access = first == null ? null : first.next;
        access != null;
        access = access.next) {
      accesses.add(access.parent);
    }
    return accesses;
  }

  /** Drops all but the head; the accesses become what they were before they were issued. */
  void dropBehind() {
    LineAccess first = head;
    if (first == null) {
      return;
    }
    LineAccess access = first.next;
    first.next = null;
    tail = first;
    size = 1;
    while (access != null) {
      LineAccess next = access.next;
      access.next = null;
      notIssued(access.parent);
      access = next;
    }
  }

  private static void notIssued(WarpAccess access) {
    if (access.steps.length != 1 || access.alternative != 0) {
      throw new IllegalStateException("an access that blocks nothing has several steps");
    }
    access.outstanding = 0;
    access.steps = WarpAccess.NO_STEPS;
    access.alternatives = WarpAccess.NO_ALTERNATIVES;
  }
}
