package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;

/**
 * What the memory side of several GPUs has their L2s do for a remote access of system scope, after
 * the L1s have answered and before it performs the access (srsp §4.8; docs/hierarchical.md): what
 * L1s have flushed is in L2s then, and goes on to the memory side; and what other GPUs have written
 * there is to be seen in place of what an L2 still has.
 */
final class L2Rounds {
  /** Rounds, each after all answers of the one before. */
  static final int COUNT = 2;

  private final int bank;
  private final MemoryConfig config;
  private final L2Environment environment;

  /**
   * @param bank of the memory side; the banks of GPUs have the same numbers
   */
  L2Rounds(int bank, MemoryConfig config, L2Environment environment) {
    this.bank = bank;
    this.config = config;
    this.environment = environment;
  }

  /**
   * Begins a round: in the first one all L2s surrender the line and hold it, and those write their
   * dirty bytes that may have some to be acquired; in the second one those drop their other bytes
   * from which stale ones could be read.
   *
   * @return answers to await
   */
  int begin(int round, RemoteRequest request) {
    int own = config.gpu(request.tile);
    SystemPromotion promotion = SystemPromotion.of(request.kind);
    SystemPromotion.Gpus asked = round == 0 ? promotion.flush() : promotion.invalidate();
    int sent = 0;
    for (int gpu = 0; gpu < config.system().gpus(); gpu++) {
      if (round == 0) {
        send(SystemMessage.HOLD, request, gpu, bank);
        sent++;
      }
      if (asked.include(gpu == own)) {
        for (int i = 0; i < config.l2().banks(); i++) {
          send(round == 0 ? SystemMessage.FLUSH : SystemMessage.INVALIDATE, request, gpu, i);
        }
        sent += config.l2().banks();
      }
    }
    return sent;
  }

  /** The access has been performed. */
  void end(RemoteRequest request) {
    for (int gpu = 0; gpu < config.system().gpus(); gpu++) {
      send(SystemMessage.RESUME, request, gpu, bank);
    }
  }

  private void send(SystemMessage type, RemoteRequest request, int gpu, int to) {
    int number = MemoryMessage.bankNumber(gpu * config.l2().banks() + to);
    environment.reply(new MemoryMessage(type, request.line, number));
  }
}
