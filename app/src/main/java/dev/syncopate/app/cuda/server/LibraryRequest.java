package dev.syncopate.app.cuda.server;

import org.jspecify.annotations.Nullable;

/** Requests of a program's libraries. */
enum LibraryRequest {
  HELLO(1),
  LOAD(2),
  FUNCTION(3),
  VARIABLE(4),
  ALLOCATE(5),
  RELEASE(6),
  WRITE(7),
  READ(8),
  COPY(9),
  FILL(10),
  LAUNCH(11),
  OCCUPANCY(12),
  NOTE(13),
  CHANGES(14),
  RESET(15),
  RANGE(16),
  KERNELS(17),
  FREE_MEMORY(18),
  LINK(19),
  EXITING(20),
  REFUSED(21),
  ORDER(22),
  CLUSTERS(23),
  TENSOR_MAP(24),
  SETTLE(25),
  STACK(30);

  final int number;

  LibraryRequest(int number) {
    this.number = number;
  }

  static @Nullable LibraryRequest of(int number) {
    for (LibraryRequest operation : values()) {
      if (operation.number == number) {
        return operation;
      }
    }
    return null;
  }
}
