package dev.syncopate.memory.kit;

import static dev.syncopate.memory.protocol.MessageField.ATOMICS;
import static dev.syncopate.memory.protocol.MessageField.BYTES;
import static dev.syncopate.memory.protocol.MessageField.DATA;
import static dev.syncopate.memory.protocol.MessageField.OLD_VALUES;
import static dev.syncopate.memory.protocol.MessageField.TAG;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.Node;

/** Messages between an L1 and an L2 bank. */
public enum LineMessage implements MessageType {
  READ(
      "L1 to L2",
      "send these bytes, and others of their sectors, to keep; answered by FILL",
      BYTES,
      TAG),
  LOAD("L1 to L2", "perform a load; answered by VALUE", BYTES, TAG),
  WRITE("L1 to L2", "write bytes: a store, or what was dirty; answered by ACK", BYTES, DATA, TAG),
  ATOMIC(
      "L1 to L2",
      "perform atomics whose results are wanted; answered by RESULT",
      BYTES,
      ATOMICS,
      TAG),
  REDUCE("L1 to L2", "perform atomics whose results are not; answered by ACK", BYTES, ATOMICS, TAG),
  FILL("L2 to L1", "bytes of the line", BYTES, DATA, TAG),
  VALUE("L2 to L1", "the bytes that a load has read", BYTES, DATA, TAG),
  RESULT("L2 to L1", "what atomics have found", BYTES, OLD_VALUES, TAG),
  ACK("L2 to L1", "it is done", BYTES, TAG);

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final Form form;

  LineMessage(String way, String description, MessageField... fields) {
    form = Form.of(way, description, fields);
  }

  @Override
  public Form form() {
    return form;
  }

  /**
   * A WRITE of a frame's dirty bytes.
   *
   * @param tag the requester's tag, returned in the answer; no access waits for it
   */
  public static MemoryMessage write(long line, Node node, CacheArray array, int frame, int tag) {
    long low = array.dirtyLow(frame);
    long high = array.dirtyHigh(frame);
    int start = LineBytes.first(low, high);
    int base = array.base(frame);
    Object bytes = array.data().payload(base + start, base + LineBytes.end(low, high));
    return MemoryMessage.writing(WRITE, line, node, low, high, start, bytes, tag, false, false);
  }
}
