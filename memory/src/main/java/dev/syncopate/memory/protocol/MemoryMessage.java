package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * Message between nodes of a memory system. It is immutable, its arrays included, and holds no
 * reference to its sender's state. An answer is another message. Messages are compared by identity.
 */
public class MemoryMessage {
  private static final byte[] NOTHING = {};
  private static final long[] NO_VALUES = {};

  /** What it asks or answers. */
  public final MessageType type;

  /** The line's address. */
  public final long line;

  /** Whose message it is: who asks, and is answered; of what a bank asks an L1, the L1's. */
  public final Node node;

  /** Bytes of the line that are asked for or carried: bit i of the low word is byte i. */
  public final long maskLow;

  public final long maskHigh;

  /**
   * Bytes, read-modify-writes or old values of such, or null: a message carries one of them, and
   * most carry none. One field, since messages are what is allocated most. Bytes and old values
   * whose origins are known are a {@link LineData} or {@link Found}.
   */
  private final @Nullable Object carried;

  private final byte first;

  /** The sender's number for what the answer belongs to: an MSHR or a generation of writes. */
  public final int tag;

  /** Whether an access waits for the answer, and {@link #tag} says which. */
  public final boolean awaited;

  /**
   * Whether it concerns the memory side of a machine with several GPUs: an L2 bank that gets it
   * keeps nothing of its line and passes it on.
   */
  public final boolean system;

  private final short payload;

  /** About a line, and nothing else. */
  public MemoryMessage(MessageType type, long line, Node node) {
    this(new Builder(type, line, node));
  }

  protected MemoryMessage(Builder builder) {
    this(
        builder.type,
        builder.line,
        builder.node,
        builder.maskLow,
        builder.maskHigh,
        builder.carried,
        builder.first,
        builder.tag,
        builder.awaited,
        builder.system,
        builder.payload);
  }

  /** What is sent most is made by this alone: a builder costs as much as the message. */
  private MemoryMessage(
      MessageType type,
      long line,
      Node node,
      long maskLow,
      long maskHigh,
      @Nullable Object carried,
      int first,
      int tag,
      boolean awaited,
      boolean system,
      int payload) {
    this.type = type;
    this.line = line;
    this.node = node;
    this.maskLow = maskLow;
    this.maskHigh = maskHigh;
    this.carried = carried;
    this.first = (byte) first;
    this.tag = tag;
    this.awaited = awaited;
    this.system = system;
    this.payload = (short) payload;
  }

  /** Bytes carried: byte {@code first() + i} of the line is {@code data()[i]}. */
  public final byte[] data() {
    return carried instanceof byte[] bytes
        ? bytes
        : carried instanceof LineData data ? data.bytes : NOTHING;
  }

  /** The origins of {@link #data} or {@link #values}; null where none is known. */
  public final @Nullable ByteOrigin @Nullable [] origins() {
    // in place of a pattern switch, which costs more than the rest of a fill before C2 compiles it
    return carried instanceof LineData data
        ? data.origins()
        : carried instanceof Found results ? results.origins : null;
  }

  /** Old values whose origins are known. */
  private record Found(long[] values, @Nullable ByteOrigin[] origins) {}

  /** The byte of the line that {@link #data} begins with. */
  public final int first() {
    return first;
  }

  /** Read-modify-writes carried. */
  public final @Nullable LaneAtomics atomics() {
    return carried instanceof LaneAtomics atomics ? atomics : null;
  }

  /** Old values of read-modify-writes, lane by lane. */
  public final long[] values() {
    return carried instanceof long[] values
        ? values
        : carried instanceof Found results ? results.values : NO_VALUES;
  }

  /** Payload bytes on the wire, without the header. */
  public final int payloadBytes() {
    return payload;
  }

  /**
   * A request for bytes of a line.
   *
   * @param tag the requester's tag, returned in the answer
   */
  public static MemoryMessage asking(
      MessageType type, long line, Node node, long maskLow, long maskHigh, int tag) {
    return new MemoryMessage(type, line, node, maskLow, maskHigh, null, 0, tag, false, false, 0);
  }

  /**
   * A request to perform a load where it goes.
   *
   * @param tag the requester's tag, returned in the answer
   * @param awaited whether an access waits for it
   * @param system as {@link #system}
   */
  public static MemoryMessage loading(
      MessageType type,
      long line,
      Node node,
      long maskLow,
      long maskHigh,
      int tag,
      boolean awaited,
      boolean system) {
    return new MemoryMessage(type, line, node, maskLow, maskHigh, null, 0, tag, awaited, system, 0);
  }

  /**
   * Bytes to be written: those of the masks.
   *
   * @param first byte of the line that {@code bytes} begins with
   * @param bytes as {@link LineData#payload}; immutable once sent
   * @param tag the requester's tag, returned in the answer
   * @param awaited whether an access waits for it
   * @param system as {@link #system}
   */
  public static MemoryMessage writing(
      MessageType type,
      long line,
      Node node,
      long maskLow,
      long maskHigh,
      int first,
      Object bytes,
      int tag,
      boolean awaited,
      boolean system) {
    int payload = Long.bitCount(maskLow) + Long.bitCount(maskHigh);
    return new MemoryMessage(
        type, line, node, maskLow, maskHigh, bytes, first, tag, awaited, system, payload);
  }

  /**
   * Read-modify-writes to be performed on bytes of a line.
   *
   * @param tag the requester's tag, returned in the answer
   * @param awaited whether an access waits for it
   * @param system as {@link #system}
   */
  public static MemoryMessage updating(
      MessageType type,
      long line,
      Node node,
      long maskLow,
      long maskHigh,
      LaneAtomics atomics,
      int tag,
      boolean awaited,
      boolean system) {
    return new MemoryMessage(
        type,
        line,
        node,
        maskLow,
        maskHigh,
        atomics,
        0,
        tag,
        awaited,
        system,
        atomics.operandBytes());
  }

  /** An answer: about the same bytes, and to the same tag. */
  public final MemoryMessage answer(MessageType answerType) {
    return answer(answerType, null, 0, 0);
  }

  /**
   * An answer that carries the bytes that are asked for, and those between them.
   *
   * @param base where byte 0 of the line is
   */
  public final MemoryMessage answer(MessageType answerType, LineData source, int base) {
    int begin = LineBytes.first(maskLow, maskHigh);
    int end = LineBytes.end(maskLow, maskHigh);
    return answer(answerType, source.payload(base + begin, base + end), begin, end - begin);
  }

  /** An answer that carries the bytes that this carries. */
  public final MemoryMessage answerCarrying(MessageType answerType) {
    return answer(answerType, carried, first, data().length);
  }

  /**
   * An answer that carries old values.
   *
   * @param origins of their bytes; null where none is known
   * @param payload bytes on the wire
   */
  public final MemoryMessage answer(
      MessageType answerType, long[] old, @Nullable ByteOrigin @Nullable [] origins, int payload) {
    return answer(answerType, origins == null ? old : new Found(old, origins), 0, payload);
  }

  private MemoryMessage answer(
      MessageType answerType, @Nullable Object content, int begin, int contentBytes) {
    return new MemoryMessage(
        answerType,
        line,
        node,
        maskLow,
        maskHigh,
        content,
        begin,
        tag,
        awaited,
        system,
        contentBytes);
  }

  /** Builder of a message. */
  public static final class Builder {
    private final MessageType type;
    private final long line;
    private final Node node;
    private long maskLow;
    private long maskHigh;
    private @Nullable Object carried;
    private int first;
    private int tag;
    private boolean awaited;
    private boolean system;
    private int payload;

    public Builder(MessageType type, long line, Node node) {
      this.type = type;
      this.line = line;
      this.node = node;
    }

    /** Bytes of the line that it is about. */
    public Builder mask(long low, long high) {
      maskLow = low;
      maskHigh = high;
      return this;
    }

    /**
     * Bytes carried; immutable once sent.
     *
     * @param begin in the line
     */
    public Builder data(int begin, byte[] bytes) {
      first = begin;
      carried = bytes;
      return this;
    }

    /**
     * A part of a line, with its origins.
     *
     * @param begin in the line
     */
    public Builder data(int begin, LineData line, int start, int end) {
      first = begin;
      carried = line.payload(start, end);
      return this;
    }

    /** What another message carries, and as many bytes on the wire. */
    public Builder carrying(MemoryMessage carrier) {
      first = carrier.first;
      carried = carrier.carried;
      payload = carrier.payload;
      return this;
    }

    public Builder atomics(LaneAtomics atomics) {
      carried = atomics;
      return this;
    }

    /** The requester's tag: no access waits for the answer. */
    public Builder tag(int newTag) {
      tag = newTag;
      return this;
    }

    /** Which access waits for the answer. */
    public Builder awaited(int access) {
      tag = access;
      awaited = true;
      return this;
    }

    public Builder system(boolean concerned) {
      system = concerned;
      return this;
    }

    /** Payload bytes on the wire, without the header. */
    public Builder payload(int bytes) {
      payload = bytes;
      return this;
    }

    public MemoryMessage build() {
      return new MemoryMessage(this);
    }
  }

  /** Says which words it carries an owner's right to, or takes it away from: none. */
  public void holds(OwnershipBalance holdings) {}

  /** For example {@code READ of line 0x100000080 from tile 3}. */
  @Override
  public String toString() {
    return type.name() + " of line 0x" + Long.toHexString(line) + " from " + node;
  }
}
