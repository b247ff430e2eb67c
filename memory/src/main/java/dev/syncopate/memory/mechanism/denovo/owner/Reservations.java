package dev.syncopate.memory.mechanism.denovo.owner;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines that have an entry among the owned and no owner yet, as their registrations wait for room
 * elsewhere; and those that want their places, which have to let them have their turn.
 */
public final class Reservations {
  private static final class Reservation {
    final long line;
    final List<Long> successors = new ArrayList<>();

    Reservation(long line) {
      this.line = line;
    }
  }

  /** Few. */
  private final List<Reservation> reservations = new ArrayList<>();

  /** Another line wants the place of one. */
  public void want(long line, long successor) {
    for (Reservation reservation : reservations) {
      if (reservation.line == line) {
        reservation.successors.add(successor);
        return;
      }
    }
    Reservation first = new Reservation(line);
    first.successors.add(successor);
    reservations.add(first);
  }

  /** A line has its owner: who wants its place, which is forgotten. */
  public List<Long> used(long line) {
    for (Reservation reservation : reservations) {
      if (reservation.line == line) {
        reservations.remove(reservation);
        return reservation.successors;
      }
    }
    return List.of();
  }

  public boolean isEmpty() {
    return reservations.isEmpty();
  }
}
