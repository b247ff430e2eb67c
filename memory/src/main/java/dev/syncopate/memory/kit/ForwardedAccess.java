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

  /** The request for an access, for a node; tagged by whoever sends it. */
  public static MemoryMessage.Builder request(LineAccess access, Node node) {
    return switch (access.parent.operation.kind()) {
      case LOAD -> message(LineMessage.LOAD, access, node);
      case STORE -> store(access, node);
      case ATOMIC -> atomic(access, node);
      case FENCE -> throw new IllegalArgumentException("a fence has no lines");
    };
  }

  private static MemoryMessage.Builder message(LineMessage type, LineAccess access, Node node) {
    return new MemoryMessage.Builder(type, access.line, node).mask(access.maskLow, access.maskHigh);
  }

  private static MemoryMessage.Builder store(LineAccess access, Node node) {
    int from = LineBytes.first(access.maskLow, access.maskHigh);
    byte[] data = new byte[LineBytes.end(access.maskLow, access.maskHigh) - from];
    Lanes.store(access, data, -from);
    return message(LineMessage.WRITE, access, node)
        .data(from, data)
        .payload(Long.bitCount(access.maskLow) + Long.bitCount(access.maskHigh));
  }

  private static MemoryMessage.Builder atomic(LineAccess access, Node node) {
    boolean wanted = access.parent.operation.resultUsed();
    LaneAtomics atomics = LaneAtomics.of(access);
    return message(wanted ? LineMessage.ATOMIC : LineMessage.REDUCE, access, node)
        .atomics(atomics)
        .payload(atomics.operandBytes());
  }
}
