package dev.syncopate.memory.network.mesh;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The mesh by its rules, every router in every cycle, from queues of records: slow and plain. A
 * router decides by what was so when the cycle began.
 */
final class ReferenceMesh {
  /** A message: when it comes to its first router, and when its last flit has left the last one. */
  static final class Traveller {
    final long starts;
    final int source;
    final int destination;
    final int exit;
    final int network;
    final int flits;
    int node;
    int hops;
    long ready;
    long arrived = -1;
    long refused = -1;

    Traveller(long starts, int source, int destination, int exit, int network, int flits) {
      this.starts = starts;
      this.source = source;
      this.destination = destination;
      this.exit = exit;
      this.network = network;
      this.flits = flits;
    }
  }

  private record Move(int node, int input, int output, Traveller traveller) {}

  private final int columns;
  private final int rows;
  private final int locals;
  private final int networks;
  private final MeshTiming timing;

  /** By node, port and network. */
  private final List<List<List<Deque<Traveller>>>> buffers = new ArrayList<>();

  private final long[][] inputBusyUntil;
  private final int[][] inputFlits;
  private final int[][] inputNetwork;
  private final long[][] outputBusyUntil;
  private final int[][] networkTurn;
  private final int[][] inputTurn;
  private final LinkCounters[][] links;

  ReferenceMesh(int columns, int rows, int locals, int networks, MeshTiming timing) {
    this.columns = columns;
    this.rows = rows;
    this.locals = locals;
    this.networks = networks;
    this.timing = timing;
    int nodes = columns * rows;
    for (int node = 0; node < nodes; node++) {
      List<List<Deque<Traveller>>> ports = new ArrayList<>();
      for (int port = 0; port < 4 + locals; port++) {
        List<Deque<Traveller>> byNetwork = new ArrayList<>();
        for (int network = 0; network < networks; network++) {
          byNetwork.add(new ArrayDeque<>());
        }
        ports.add(byNetwork);
      }
      buffers.add(ports);
    }
    inputBusyUntil = new long[nodes][4 + locals];
    inputFlits = new int[nodes][4 + locals];
    inputNetwork = new int[nodes][4 + locals];
    outputBusyUntil = new long[nodes][4 + locals];
    networkTurn = new int[nodes][4 + locals];
    inputTurn = new int[nodes][4 + locals];
    links = new LinkCounters[nodes][4 + locals];
    for (LinkCounters[] ofNode : links) {
      Arrays.setAll(ofNode, port -> new LinkCounters());
    }
  }

  LinkCounters link(int node, int port) {
    return links[node][port];
  }

  /** Runs until all have arrived; those of one entry are given in the order in which they start. */
  void run(List<Traveller> travellers, int[] entries) {
    int remaining = travellers.size();
    for (long now = 0; remaining > 0; now++) {
      List<Move> moves = new ArrayList<>();
      for (int node = 0; node < columns * rows; node++) {
        decide(node, now, moves);
      }
      for (Move move : moves) {
        remaining -= make(move, now) ? 1 : 0;
      }
      for (int i = 0; i < travellers.size(); i++) {
        Traveller traveller = travellers.get(i);
        if (traveller.starts == now) {
          traveller.node = traveller.source;
          traveller.ready = now + 1;
          buffers.get(traveller.source).get(4 + entries[i]).get(traveller.network).add(traveller);
        }
      }
    }
  }

  private void decide(int node, long now, List<Move> moves) {
    int ports = 4 + locals;
    Traveller[] offers = new Traveller[ports];
    for (int input = 0; input < ports; input++) {
      for (int i = 1; i <= networks && offers[input] == null; i++) {
        int network = (networkTurn[node][input] + i) % networks;
        Traveller head = buffers.get(node).get(input).get(network).peek();
        if (head != null && head.ready <= now && inputBusyUntil[node][input] <= now) {
          int output = output(head, node);
          if (outputBusyUntil[node][output] <= now) {
            if (room(head, node, output, now)) {
              offers[input] = head;
            } else if (head.refused < 0) {
              head.refused = now;
            }
          }
        }
      }
    }
    for (int output = 0; output < ports; output++) {
      for (int i = 1; i <= ports; i++) {
        int input = (inputTurn[node][output] + i) % ports;
        if (offers[input] != null && output(offers[input], node) == output) {
          moves.add(new Move(node, input, output, offers[input]));
          break;
        }
      }
    }
  }

  /** Along the row first: east 0, west 1, south 2, north 3, then the local ports. */
  private int output(Traveller traveller, int node) {
    int x = node % columns;
    int y = node / columns;
    int toX = traveller.destination % columns;
    int toY = traveller.destination / columns;
    if (x != toX) {
      return x < toX ? 0 : 1;
    }
    return y < toY ? 2 : y > toY ? 3 : 4 + traveller.exit;
  }

  private int behind(int node, int output) {
    return switch (output) {
      case 0 -> node + 1;
      case 1 -> node - 1;
      case 2 -> node + columns;
      default -> node - columns;
    };
  }

  private static int entrance(int output) {
    return new int[] {1, 0, 3, 2}[output];
  }

  private boolean room(Traveller traveller, int node, int output, long now) {
    if (output >= 4) {
      return true;
    }
    int next = behind(node, output);
    int port = entrance(output);
    int flits = 0;
    for (Traveller queued : buffers.get(next).get(port).get(traveller.network)) {
      flits += queued.flits;
    }
    if (inputBusyUntil[next][port] > now && inputNetwork[next][port] == traveller.network) {
      flits += inputFlits[next][port];
    }
    return flits == 0 || flits + traveller.flits <= timing.bufferFlits();
  }

  private boolean make(Move move, long now) {
    int node = move.node;
    Traveller traveller = move.traveller;
    buffers.get(node).get(move.input).get(traveller.network).remove();
    inputBusyUntil[node][move.input] = now + traveller.flits;
    inputFlits[node][move.input] = traveller.flits;
    inputNetwork[node][move.input] = traveller.network;
    networkTurn[node][move.input] = traveller.network;
    outputBusyUntil[node][move.output] = now + traveller.flits;
    inputTurn[node][move.output] = move.input;
    LinkCounters link = links[node][move.output];
    link.messages++;
    link.flits += traveller.flits;
    link.waitCycles += now - traveller.ready;
    link.creditCycles += traveller.refused < 0 ? 0 : now - traveller.refused;
    traveller.refused = -1;
    if (move.output >= 4) {
      traveller.arrived = now + traveller.flits;
      return true;
    }
    int oldHops = traveller.hops++;
    int diameter = columns + rows - 2;
    traveller.ready =
        now
            + (oldHops + 1) * timing.cornerLatency() / diameter
            - oldHops * timing.cornerLatency() / diameter;
    traveller.node = behind(node, move.output);
    buffers.get(traveller.node).get(entrance(move.output)).get(traveller.network).add(traveller);
    return false;
  }
}
