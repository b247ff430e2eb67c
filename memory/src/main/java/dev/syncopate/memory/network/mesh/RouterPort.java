package dev.syncopate.memory.network.mesh;

import org.jspecify.annotations.Nullable;

/**
 * A port of a router, both ways. What a decision looks at lies together here: routers run by turns,
 * and each finds little of itself in the host's caches.
 */
final class RouterPort {
  final Router router;

  /** Its bit among those of the router's ports. */
  final int bit;

  /** What its output has carried. */
  final LinkCounters link;

  /** The port at the other end of a link; none of a local port. */
  @Nullable RouterPort far;

  /** By virtual network. */
  private final InputBuffer[] buffers;

  /** Networks with packets in the input's buffers, a bit each, and whose turn was the last. */
  int filled;

  private int lastNetwork;

  /** When the last packet's last flit has left the input, and whose flits those are. */
  long leftAt;

  private int leaving;
  private int leavingNetwork;

  /** Whether the router before the input waits for room. */
  private boolean awaited;

  /** The packet offered in this cycle. */
  @Nullable Packet offered;

  /** When the output is free, who asks for it, and which input's turn was the last. */
  long freeFrom;

  int asking;
  int lastInput;

  private final int bufferFlits;

  RouterPort(Router router, int number, LinkCounters link, int networks, int bufferFlits) {
    this.router = router;
    this.link = link;
    this.bufferFlits = bufferFlits;
    bit = 1 << number;
    buffers = new InputBuffer[networks];
    for (int network = 0; network < networks; network++) {
      buffers[network] = new InputBuffer();
    }
  }

  /** Puts a packet into its buffer. */
  void put(Packet packet) {
    if (buffers[packet.virtualNetwork].add(packet)) {
      filled |= 1 << packet.virtualNetwork;
    }
  }

  /** The first of some ports or networks, a bit each, behind the one whose turn was the last. */
  static int next(int bits, int last) {
    int following = bits & -2 << last;
    return Integer.numberOfTrailingZeros(following != 0 ? following : bits);
  }

  /** The packet that goes next if its output takes it. */
  @Nullable Packet offer(long now) {
    int last = lastNetwork;
    for (int bits = filled; bits != 0; ) {
      int network = next(bits, last);
      bits &= ~(1 << network);
      last = network;
      Packet packet = buffers[network].head;
      if (packet != null && packet.readyAt <= now) {
        RouterPort output = router.port(packet.output);
        RouterPort next = output.far;
        if (output.freeFrom > now) {
          router.wake(output.freeFrom, now);
        } else if (next == null || next.room(packet, now)) {
          return packet;
        } else {
          packet.refused(now);
        }
      }
    }
    return null;
  }

  /**
   * Whether the input's buffer has room for a packet; a larger one than all waits for all. Where it
   * has not, the router before is woken when there may be more.
   */
  private boolean room(Packet packet, long now) {
    int busy = buffers[packet.virtualNetwork].flitCount;
    boolean leaves = leftAt > now;
    if (leaves && leavingNetwork == packet.virtualNetwork) {
      busy += leaving;
    }
    if (busy == 0 || busy + packet.flits <= bufferFlits) {
      return true;
    }
    awaited = true;
    if (leaves) {
      before().wake(leftAt, now);
    }
    return false;
  }

  /** The router at the other end. */
  private Router before() {
    if (far == null) {
      throw new IllegalStateException("no router waits for room in a local port");
    }
    return far.router;
  }

  /** Takes out the packet that it has offered. */
  void take(Packet packet, long now) {
    lastNetwork = packet.virtualNetwork;
    if (buffers[packet.virtualNetwork].remove(packet)) {
      filled &= ~(1 << packet.virtualNetwork);
    }
    leftAt = now + packet.flits;
    leaving = packet.flits;
    leavingNetwork = packet.virtualNetwork;
    if (filled != 0) {
      router.wake(leftAt, now);
    }
    if (awaited) {
      awaited = false;
      before().wake(leftAt, now);
    }
  }

  /** Packets that wait in its buffers or are on their way to one. */
  int packets() {
    int count = 0;
    for (InputBuffer buffer : buffers) {
      for (Packet packet = buffer.head; packet != null; packet = packet.following) {
        count++;
      }
    }
    return count;
  }
}
