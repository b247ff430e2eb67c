package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * What nodes of a memory system send each other. An answer is usually its request, changed. Whoever
 * holds a message owns it and its payload.
 */
public class MemoryMessage {
  private static final byte[] NOTHING = {};

  /** What it asks or answers. */
  public MessageType type;

  /** The line's address. */
  public final long line;

  /** Whose message it is: who asks, and is answered; of what a bank asks an L1, the L1's. */
  public final Node node;

  /** Bytes of the line that are asked for or carried: bit i of the low word is byte i. */
  public long maskLow;

  public long maskHigh;

  /** Bytes carried: byte {@code from + i} of the line is {@code data[i]}. */
  public byte[] data = NOTHING;

  public int from;

  /** Read-modify-writes carried. */
  public @Nullable LaneAtomics atomics;

  /**
   * Whom the answer is for: carried along and handed back, never looked into by the L2. Null when
   * {@link #tag} says it all.
   */
  public @Nullable LineAccess access;

  /** The L1's number for what the answer belongs to: an MSHR or a generation of writes. */
  public int tag;

  /**
   * Whether it concerns the memory side of a machine with several GPUs: an L2 bank that gets it
   * keeps nothing of its line and passes it on.
   */
  public boolean system;

  /** Bytes on the wire beside the header. */
  public int payloadBytes;

  /** Next of a queue; owned by whichever queue holds this message. */
  public @Nullable MemoryMessage following;

  public MemoryMessage(MessageType type, long line, Node node) {
    this.type = type;
    this.line = line;
    this.node = node;
  }

  /** For example {@code READ of line 0x100000080 from tile 3}. */
  @Override
  public String toString() {
    return type.name() + " of line 0x" + Long.toHexString(line) + " from " + node;
  }
}
