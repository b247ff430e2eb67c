package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.Node;
import java.util.Arrays;

/** A message about words of a line. */
final class DenovoMessage extends MemoryMessage {
  /** The words that it asks for, hands over or gives back. */
  final int words;

  /**
   * Of these, or of those read: the words whose bytes are wanted, by a registration to build on, by a
   * read to go on. A read takes others of its sector along where the L2 has them.
   */
  final int needed;

  /** Whether it stays in its bank: its answer is part of another. */
  private boolean internal;

  /**
   * @param node whom the answer is for: the reader or the owner to be
   */
  DenovoMessage(MessageType type, long line, Node node, int words, int needed, int tag) {
    super(type, line, node);
    this.words = words;
    this.needed = needed;
    this.tag = tag;
    maskLow = WordMask.low(words);
    maskHigh = WordMask.high(words);
  }

  /** The same for other words, for another type: an answer, or a part of it passed on. */
  DenovoMessage as(MessageType other, int some) {
    return new DenovoMessage(other, line, node, some, needed & some, tag);
  }

  /** The same, for the bank's own cache: of the words needed only. */
  DenovoMessage within() {
    internal = true;
    maskLow = WordMask.low(needed);
    maskHigh = WordMask.high(needed);
    return this;
  }

  boolean internal() {
    return internal;
  }

  /** Takes along what another carries. */
  DenovoMessage with(MemoryMessage other) {
    from = other.from;
    data = other.data;
    payloadBytes = other.payloadBytes;
    return this;
  }

  /** Takes bytes of some words along. */
  DenovoMessage carrying(int some, byte[] bytes, int base) {
    if (some != 0) {
      long low = WordMask.low(some);
      long high = WordMask.high(some);
      from = LineBytes.first(low, high);
      data = Arrays.copyOfRange(bytes, base + from, base + LineBytes.end(low, high));
      payloadBytes = WordMask.BYTES * Integer.bitCount(some);
    }
    return this;
  }
}
