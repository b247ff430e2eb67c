package dev.syncopate.memory.dram;

import org.jspecify.annotations.Nullable;

/**
 * The requests of a channel in order of arrival: a doubly linked list from which any one leaves at
 * no cost. Those that have left are used again, so that nothing is allocated once the list has
 * grown to the run's need.
 */
final class RequestList {
  private @Nullable Request first;
  private @Nullable Request last;

  /** Unused ones, linked by {@link Request#next}. */
  private @Nullable Request free;

  private int size;
  private long added;

  /** The oldest, or null. */
  @Nullable Request first() {
    return first;
  }

  int size() {
    return size;
  }

  /** Appends a request whose other fields the caller sets. */
  Request add() {
    Request request = free;
    if (request == null) {
      request = new Request();
    } else {
      free = request.next;
      request.next = null;
    }
    Request before = last;
    request.previous = before;
    if (before == null) {
      first = request;
    } else {
      before.next = request;
    }
    last = request;
    request.order = added++;
    size++;
    return request;
  }

  void remove(Request request) {
    Request before = request.previous;
    Request after = request.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    request.done = null;
    request.previous = null;
    request.next = free;
    free = request;
    size--;
  }
}
