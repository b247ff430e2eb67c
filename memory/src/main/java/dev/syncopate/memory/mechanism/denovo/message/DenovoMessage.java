package dev.syncopate.memory.mechanism.denovo.message;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.topology.Node;

/** A message about words of a line. */
public final class DenovoMessage extends MemoryMessage {
  /** The words that it asks for, hands over or gives back. */
  public final int words;

  /**
   * Of these, or of those read: the words whose bytes are wanted, by a registration to build on, by
   * a read to go on. A read takes others of its sector along where the L2 has them.
   */
  public final int needed;

  private DenovoMessage(Builder builder, int words, int needed) {
    super(builder.mask(WordMask.low(words), WordMask.high(words)));
    this.words = words;
    this.needed = needed;
  }

  /**
   * @param node receiver of the answer: the reader or the new owner
   */
  public DenovoMessage(MessageType type, long line, Node node, int words, int needed, int tag) {
    this(new Builder(type, line, node).tag(tag), words, needed);
  }

  /** The same for some of its words, as another type: an answer, or a part of it passed on. */
  public DenovoMessage as(MessageType newType, int wordMask) {
    return new DenovoMessage(newType, line, node, wordMask, needed & wordMask, tag);
  }

  /**
   * Words are granted, or given back with their bytes; where a bank says that it has taken some,
   * these are no longer among those which are being written back.
   */
  @Override
  public void holds(OwnershipBalance holdings) {
    if (type == DenovoType.REGISTERED) {
      holdings.add(line, words, 1);
    } else if (type == DenovoType.RECALLED) {
      holdings.add(line, needed, 1);
    } else if (type == DenovoType.WRITTEN_BACK) {
      holdings.add(line, words, -1);
    }
  }

  private Builder again() {
    return new Builder(type, line, node).tag(tag);
  }

  /** The same with what another carries. */
  public DenovoMessage with(MemoryMessage fill) {
    return new DenovoMessage(again().carrying(fill), words, needed);
  }

  /** The same with the bytes of some words, from where the line's byte 0 is. */
  public DenovoMessage carrying(int wordMask, LineData line, int base) {
    if (wordMask == 0) {
      return this;
    }
    long low = WordMask.low(wordMask);
    long high = WordMask.high(wordMask);
    int first = LineBytes.first(low, high);
    int end = LineBytes.end(low, high);
    return new DenovoMessage(
        again()
            .data(first, line, base + first, base + end)
            .payload(WordMask.BYTES * Integer.bitCount(wordMask)),
        words,
        needed);
  }
}
