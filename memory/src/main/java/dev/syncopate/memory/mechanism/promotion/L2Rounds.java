package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.List;

/**
 * What the memory side of several GPUs has their L2s do for a remote access of system scope, after
 * the L1s have answered and before it performs the access (srsp §4.8;
 * docs/protocols/hierarchical.md): what L1s have flushed is in L2s then, and goes on to the memory
 * side; and what other GPUs have written there is to be seen in place of what an L2 still has.
 */
final class L2Rounds {
  private final L2Environment environment;
  private final Topology topology;

  /**
   * @param environment of a bank of the memory side
   */
  L2Rounds(L2Environment environment) {
    this.environment = environment;
    topology = environment.topology();
  }

  /** How many there are for a request, each after all answers of the one before. */
  static int count(RemoteRequest request) {
    return flushRound(request) + 2;
  }

  /**
   * What acquires has the line held before anything is written back. Else a release of the line
   * within a GPU could come between: it would be acquired, and what it released be in the L2 still.
   */
  private static int flushRound(RemoteRequest request) {
    return request.kind == Kind.STORE ? 0 : 1;
  }

  /**
   * Begins a round: in the first one all L2s surrender the line and hold it; then those write their
   * dirty bytes that may have some to be acquired; in the last one those drop their other bytes
   * from which stale ones could be read.
   *
   * @return answers to await
   */
  int begin(int round, RemoteRequest request) {
    int requesterGpu = request.node.gpu();
    SystemPromotion promotion = SystemPromotion.of(request.kind);
    int flush = flushRound(request);
    int sent = 0;
    for (int gpu = 0; gpu < topology.gpus(); gpu++) {
      if (round == 0) {
        send(SystemMessage.HOLD, request, home(gpu));
        sent++;
      }
      if (round == flush && promotion.flush().include(gpu == requesterGpu)) {
        sent += sendAll(SystemMessage.FLUSH, request, gpu);
      } else if (round == flush + 1 && promotion.invalidate().include(gpu == requesterGpu)) {
        sent += sendAll(SystemMessage.INVALIDATE, request, gpu);
      }
    }
    return sent;
  }

  private int sendAll(SystemMessage type, RemoteRequest request, int gpu) {
    List<Node> banks = topology.banks(gpu);
    banks.forEach(bank -> send(type, request, bank));
    return banks.size();
  }

  /** The access has been performed. */
  void end(RemoteRequest request) {
    for (int gpu = 0; gpu < topology.gpus(); gpu++) {
      send(SystemMessage.RESUME, request, home(gpu));
    }
  }

  /** The bank of a GPU that is home to the same lines. */
  private Node home(int gpu) {
    return topology.alike(environment.node(), gpu);
  }

  private void send(SystemMessage type, RemoteRequest request, Node receiver) {
    environment.send(receiver, new MemoryMessage(type, request.line, environment.node()));
  }
}
