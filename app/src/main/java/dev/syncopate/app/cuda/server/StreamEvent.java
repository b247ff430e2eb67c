package dev.syncopate.app.cuda.server;

import org.jspecify.annotations.Nullable;

/** Kind of an {@code ORDER} request: streams, events, waits and accesses of the host. */
enum StreamEvent {
  CREATED(1),
  BEGIN(2),
  TOUCH(3),
  END(4),
  RECORD(5),
  AWAIT(6),
  HOST_STREAM(7),
  HOST_EVENT(8),
  HOST_ALL(9),
  HOST_TOUCHES(10),
  BOTH_SIDES(11);

  final int number;

  StreamEvent(int number) {
    this.number = number;
  }

  static @Nullable StreamEvent of(long number) {
    for (StreamEvent event : values()) {
      if (event.number == number) {
        return event;
      }
    }
    return null;
  }
}
