package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;

/** Makes the requests by which accesses are performed at the L2. */
public final class ForwardedAccess {
  private ForwardedAccess() {}

  /** The request for an access, for a node. */
  public static MemoryMessage request(LineAccess access, Node node) {
    return switch (access.parent.operation.kind()) {
      case LOAD -> message(LineMessage.LOAD, access, node);
      case STORE -> store(access, node);
      case ATOMIC -> atomic(access, node);
      case FENCE -> throw new IllegalArgumentException("a fence has no lines");
    };
  }

  private static MemoryMessage message(LineMessage type, LineAccess access, Node node) {
    MemoryMessage message = new MemoryMessage(type, access.line, node);
    message.maskLow = access.maskLow;
    message.maskHigh = access.maskHigh;
    return message;
  }

  private static MemoryMessage store(LineAccess access, Node node) {
    MemoryMessage message = message(LineMessage.WRITE, access, node);
    message.from = LineBytes.first(access.maskLow, access.maskHigh);
    message.data = new byte[LineBytes.end(access.maskLow, access.maskHigh) - message.from];
    Lanes.store(access, message.data, -message.from);
    message.payloadBytes = Long.bitCount(access.maskLow) + Long.bitCount(access.maskHigh);
    return message;
  }

  private static MemoryMessage atomic(LineAccess access, Node node) {
    boolean wanted = access.parent.operation.resultUsed();
    MemoryMessage message = message(wanted ? LineMessage.ATOMIC : LineMessage.REDUCE, access, node);
    LaneAtomics atomics = LaneAtomics.of(access);
    message.atomics = atomics;
    message.payloadBytes = atomics.operandBytes();
    return message;
  }
}
