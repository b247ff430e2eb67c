package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;

/** Factory of the requests with which an L1 forwards accesses to the L2. */
public final class ForwardedAccess {
  private ForwardedAccess() {}

  /**
   * The request for an access.
   *
   * @param node whose access it is
   * @param tag the requester's tag, returned in the answer
   * @param awaited whether the access waits for it
   * @param system whether it concerns the memory side of a machine with several GPUs
   */
  public static MemoryMessage request(
      LineAccess access, Node node, int tag, boolean awaited, boolean system) {
    long line = access.line;
    long low = access.maskLow;
    long high = access.maskHigh;
    return switch (access.parent.operation.kind()) {
      case LOAD ->
          MemoryMessage.loading(LineMessage.LOAD, line, node, low, high, tag, awaited, system);
      case STORE -> {
        int start = LineBytes.first(low, high);
        LineData data = new LineData(LineBytes.end(low, high) - start);
        LaneBytes.store(access, data, -start);
        yield MemoryMessage.writing(
            LineMessage.WRITE, line, node, low, high, start, data.payload(), tag, awaited, system);
      }
      case ATOMIC -> {
        boolean resultUsed = access.parent.operation.resultUsed();
        LineMessage type = resultUsed ? LineMessage.ATOMIC : LineMessage.REDUCE;
        yield MemoryMessage.updating(
            type, line, node, low, high, LaneAtomics.of(access), tag, awaited, system);
      }
      case FENCE -> throw new IllegalArgumentException("a fence has no lines");
    };
  }
}
