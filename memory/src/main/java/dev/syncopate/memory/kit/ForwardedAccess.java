package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;

/** Makes the requests by which accesses are performed at the L2. */
public final class ForwardedAccess {
  private ForwardedAccess() {}

  /** The request for an access of a tile. */
  public static MemoryMessage request(LineAccess access, int tile) {
    return switch (access.parent.operation.kind()) {
      case LOAD -> message(LineMessage.LOAD, access, tile);
      case STORE -> store(access, tile);
      case ATOMIC -> atomic(access, tile);
      case FENCE -> throw new IllegalArgumentException("a fence has no lines");
    };
  }

  private static MemoryMessage message(LineMessage type, LineAccess access, int tile) {
    MemoryMessage message = new MemoryMessage(type, access.line, tile);
    message.maskLow = access.maskLow;
    message.maskHigh = access.maskHigh;
    return message;
  }

  private static MemoryMessage store(LineAccess access, int tile) {
    MemoryMessage message = message(LineMessage.WRITE, access, tile);
    message.from = LineBytes.first(access.maskLow, access.maskHigh);
    message.data = new byte[LineBytes.end(access.maskLow, access.maskHigh) - message.from];
    Lanes.store(access, message.data, -message.from);
    message.payloadBytes = Long.bitCount(access.maskLow) + Long.bitCount(access.maskHigh);
    return message;
  }

  private static MemoryMessage atomic(LineAccess access, int tile) {
    boolean wanted = access.parent.operation.resultUsed();
    MemoryMessage message = message(wanted ? LineMessage.ATOMIC : LineMessage.REDUCE, access, tile);
    LaneAtomics atomics = LaneAtomics.of(access);
    message.atomics = atomics;
    message.payloadBytes = atomics.operandBytes();
    return message;
  }
}
