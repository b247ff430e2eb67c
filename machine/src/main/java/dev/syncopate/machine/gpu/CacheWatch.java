package dev.syncopate.machine.gpu;

import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.system.L1Effect;
import dev.syncopate.memory.system.L1Watcher;

/** Reports L1 events and their instructions to the observers of a launch. */
final class CacheWatch implements L1Watcher {
  private static final int NO_INSTRUCTION = -1;

  private final LaunchObserver observer;

  CacheWatch(LaunchObserver observer) {
    this.observer = observer;
  }

  @Override
  public void offered(int tile, WarpAccess access, L1Effect effect) {
    if (access.token instanceof AccessCompletion issued) {
      observer.inSlot(tile, access.warp).offered(tile, issued.pc(), effect);
    } else {
      observer.offered(tile, NO_INSTRUCTION, effect);
    }
  }

  @Override
  public void received(int tile, MemoryMessage message, L1Effect effect, long busy) {
    observer.received(tile, message.line, message.type.name(), effect, busy);
  }
}
