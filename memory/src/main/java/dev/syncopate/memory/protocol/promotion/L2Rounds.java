package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;

/**
 * What the memory side of several GPUs has their L2s do for a remote access of system scope, after
 * the L1s have answered and before it performs the access (srsp §4.8; docs/hierarchical.md): what
 * L1s have flushed is in L2s then, and goes on to the memory side; and what other GPUs have written
 * there is to be seen in place of what an L2 still has.
 */
final class L2Rounds {
  /** Rounds, each after all answers of the one before. */
  static final int COUNT = 2;

  private final L2Environment environment;
  private final Topology topology;

  /**
   * @param environment of a bank of the memory side
   */
  L2Rounds(L2Environment environment) {
    this.environment = environment;
    topology = environment.topology();
  }

  /**
   * Begins a round: in the first one all L2s surrender the line and hold it, and those write their
   * dirty bytes that may have some to be acquired; in the second one those drop their other bytes
   * from which stale ones could be read.
   *
   * @return answers to await
   */
  int begin(int round, RemoteRequest request) {
    int own = request.node.gpu();
    SystemPromotion promotion = SystemPromotion.of(request.kind);
    SystemPromotion.Gpus asked = round == 0 ? promotion.flush() : promotion.invalidate();
    int sent = 0;
    for (int gpu = 0; gpu < topology.gpus(); gpu++) {
      if (round == 0) {
        send(SystemMessage.HOLD, request, home(gpu));
        sent++;
      }
      if (asked.include(gpu == own)) {
        for (Node bank : topology.banks(gpu)) {
          send(round == 0 ? SystemMessage.FLUSH : SystemMessage.INVALIDATE, request, bank);
          sent++;
        }
      }
    }
    return sent;
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

  private void send(SystemMessage type, RemoteRequest request, Node to) {
    environment.send(to, new MemoryMessage(type, request.line, environment.node()));
  }
}
