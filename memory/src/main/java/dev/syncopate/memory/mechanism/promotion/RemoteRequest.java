package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.protocol.MemoryMessage;

/** Asks a home bank to perform an access with promotion. */
public final class RemoteRequest extends MemoryMessage {
  /** The access as an ordinary request, which is what is answered. */
  public final MemoryMessage operation;

  public final AccessKind kind;

  /** Whether it has the promotion lock, where there is one. */
  public final boolean granted;

  /**
   * @param system whether of system scope on a machine with several GPUs
   */
  public RemoteRequest(MemoryMessage operation, AccessKind kind, boolean system) {
    this(operation, kind, system, false);
  }

  private RemoteRequest(MemoryMessage operation, AccessKind kind, boolean system, boolean granted) {
    super(
        new Builder(PromotionMessage.REMOTE, operation.line, operation.node)
            .mask(operation.maskLow, operation.maskHigh)
            .system(system)
            .payload(operation.payloadBytes()));
    this.operation = operation;
    this.kind = kind;
    this.granted = granted;
  }

  /** The same with the promotion lock. */
  public RemoteRequest withLock() {
    return new RemoteRequest(operation, kind, system, true);
  }
}
