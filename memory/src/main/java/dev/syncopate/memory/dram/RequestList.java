package dev.syncopate.memory.dram;

import org.jspecify.annotations.Nullable;

/**
 * The requests of a channel in order of arrival: a doubly linked list from which any one leaves at
 * no cost. Those that have left are used again, so that nothing is allocated once the list has
 * grown to the run's need.
 */
final class RequestList {
  private @Nullable DramRequest first;
  private @Nullable DramRequest last;

  /** Unused ones, linked by {@link DramRequest#next}. */
  private @Nullable DramRequest free;

  private int size;
  private long added;

  /** The oldest, or null. */
  @Nullable DramRequest first() {
    return first;
  }

  int size() {
    return size;
  }

  /** Appends a request whose other fields the caller sets. */
  DramRequest add() {
    DramRequest request = free;
    if (request == null) {
      request = new DramRequest();
    } else {
      free = request.next;
      request.next = null;
    }
    DramRequest predecessor = last;
    request.previous = predecessor;
    if (predecessor == null) {
      first = request;
    } else {
      predecessor.next = request;
    }
    last = request;
    request.order = added++;
    size++;
    return request;
  }

  void remove(DramRequest request) {
    DramRequest predecessor = request.previous;
    DramRequest successor = request.next;
    if (predecessor == null) {
      first = successor;
    } else {
      predecessor.next = successor;
    }
    if (successor == null) {
      last = predecessor;
    } else {
      successor.previous = predecessor;
    }
    request.completionEvent = null;
    request.previous = null;
    request.next = free;
    free = request;
    size--;
  }
}
