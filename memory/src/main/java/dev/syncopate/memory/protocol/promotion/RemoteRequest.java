package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.protocol.MemoryMessage;

/** Asks a home bank to perform an access with promotion. */
public final class RemoteRequest extends MemoryMessage {
  /** The access as an ordinary request, which is what is answered. */
  public final MemoryMessage operation;

  public final Kind kind;

  /** Whether it has the promotion lock, where there is one. */
  public boolean granted;

  public RemoteRequest(MemoryMessage operation, Kind kind) {
    super(PromotionMessage.REMOTE, operation.line, operation.node);
    this.operation = operation;
    this.kind = kind;
    payloadBytes = operation.payloadBytes;
    maskLow = operation.maskLow;
    maskHigh = operation.maskHigh;
  }
}
