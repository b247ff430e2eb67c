package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.List;

/**
 * Rounds in which the memory side of several GPUs flushes and invalidates their L2s for a remote
 * access of system scope (srsp §4.8; docs/protocols/hierarchical.md). They run after the L1s have
 * answered and before the access is performed. Bytes that the L1s have flushed are in the L2s then
 * and are written to the memory side; stale bytes of the L2s are dropped.
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
    return request.kind == AccessKind.STORE ? 0 : 1;
  }

  /**
   * Begins a round. In the first one all L2s surrender the line and hold it. In the next the L2s
   * that may hold released bytes write back their dirty bytes. In the last the L2s from which stale
   * bytes could be read drop their other bytes.
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
