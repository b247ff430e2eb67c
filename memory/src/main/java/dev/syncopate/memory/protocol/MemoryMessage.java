package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.sim.engine.Message;
import org.jspecify.annotations.Nullable;

/**
 * What travels between an L1 and an L2 bank. An answer is usually its request, changed. Whoever
 * holds a message owns it and its payload.
 */
public class MemoryMessage extends Message {
  private static final byte[] NOTHING = {};

  /** What it asks or answers. */
  public MessageType type;

  /** The line's address. */
  public final long line;

  /**
   * The tile that asks, or is answered; on a machine with several GPUs also an L2 bank, as its
   * {@link #bankNumber}.
   */
  public final int tile;

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

  /** {@link #bank} of a message that goes to its line's home bank. */
  public static final int HOME = -1;

  /** The bank it goes to when it goes to a bank, or {@link #HOME}. */
  public int bank = HOME;

  /**
   * Whether it concerns the memory side of a machine with several GPUs: an L2 bank that gets it
   * keeps nothing of its line and passes it on.
   */
  public boolean system;

  /** Bytes on the wire beside the header. */
  public int payloadBytes;

  /** Next of a queue; owned by whichever queue holds this message. */
  public @Nullable MemoryMessage following;

  /** For the transport: whether it is through the port at its end, and when it may be looked at. */
  public boolean ejected;

  public long readyAt;

  /** Where it arrives; set by whoever transports it. */
  public @Nullable MessageReceiver receiver;

  public MemoryMessage(MessageType type, long line, int tile) {
    this.type = type;
    this.line = line;
    this.tile = tile;
  }

  /** What stands in {@link #tile} for an L2 bank, negative; and the bank of such a number. */
  public static int bankNumber(int bank) {
    return -1 - bank;
  }

  @Override
  protected final void fire(long now) {
    if (receiver == null) {
      throw new IllegalStateException(this + " has no receiver");
    }
    receiver.arrive(this, now);
  }

  /** For example {@code READ of line 0x100000080 from tile 3}. */
  @Override
  public String toString() {
    return type.name()
        + " of line 0x"
        + Long.toHexString(line)
        + (tile >= 0 ? " from tile " + tile : " from L2 bank " + bankNumber(tile));
  }
}
