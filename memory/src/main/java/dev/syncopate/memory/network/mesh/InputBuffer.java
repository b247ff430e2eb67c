package dev.syncopate.memory.network.mesh;

import org.jspecify.annotations.Nullable;

/** The first-in first-out buffer of an input port for one virtual network. */
final class InputBuffer {
  @Nullable Packet head;
  private @Nullable Packet tail;

  /** Flits of the packets in it. */
  int flitCount;

  /** Whether it was empty. */
  boolean add(Packet packet) {
    packet.following = null;
    flitCount += packet.flits;
    Packet last = tail;
    tail = packet;
    if (last == null) {
      head = packet;
      return true;
    }
    last.following = packet;
    return false;
  }

  /** Takes its first packet out; whether it is empty now. */
  boolean remove(Packet first) {
    flitCount -= first.flits;
    head = first.following;
    if (first.following == null) {
      tail = null;
      return true;
    }
    return false;
  }
}
