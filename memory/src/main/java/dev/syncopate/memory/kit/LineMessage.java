package dev.syncopate.memory.kit;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.Node;
import java.util.Arrays;

/** Messages between an L1 and an L2 bank. */
public enum LineMessage implements MessageType {
  /** L1 to L2: send these sectors, to keep. Answered by FILL. */
  READ,
  /** L1 to L2: a load performed at the L2. Answered by VALUE. */
  LOAD,
  /** L1 to L2: bytes written through, evicted, or stored at the L2. Answered by ACK. */
  WRITE,
  /** L1 to L2: atomics whose results are wanted. Answered by RESULT. */
  ATOMIC,
  /** L1 to L2: atomics whose results are not. Answered by ACK. */
  REDUCE,
  FILL,
  VALUE,
  RESULT,
  ACK;

  /**
   * A WRITE of a frame's dirty bytes.
   *
   * @param tag whom the answer is for; no access waits for it
   */
  public static MemoryMessage write(long line, Node node, CacheArray array, int frame, int tag) {
    long low = array.dirtyLow(frame);
    long high = array.dirtyHigh(frame);
    int from = LineBytes.first(low, high);
    int base = array.base(frame);
    byte[] bytes = Arrays.copyOfRange(array.data(), base + from, base + LineBytes.end(low, high));
    return MemoryMessage.writing(WRITE, line, node, low, high, from, bytes, tag, false, false);
  }
}
