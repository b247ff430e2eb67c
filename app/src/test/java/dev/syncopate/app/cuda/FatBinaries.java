package dev.syncopate.app.cuda;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes fat binaries as nvcc does, from the same description as the reader but no code of its. */
public final class FatBinaries {
  private final ByteArrayOutputStream entries = new ByteArrayOutputStream();

  /** PTX as it is, with a zero behind it. */
  public FatBinaries ptx(int architecture, String text) {
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    return entry(1, architecture, bytes, bytes.length, 0);
  }

  /**
   * An entry.
   *
   * @param kind 1 PTX, 2 machine code
   * @param packed what is in it
   * @param unpackedSize its size unpacked
   * @param flags 0x2000 LZ4, 0x8000 Zstandard
   */
  public FatBinaries entry(
      int kind, int architecture, byte[] packed, int unpackedSize, long flags) {
    int padded = Math.ceilDiv(packed.length, 8) * 8;
    ByteBuffer entry = ByteBuffer.allocate(64 + padded).order(ByteOrder.LITTLE_ENDIAN);
    entry.putShort((short) kind).putShort((short) 0x101).putInt(64).putLong(padded);
    entry.putInt(flags == 0 ? 0 : packed.length).putInt(0).putShort((short) 0).putShort((short) 8);
    entry.putInt(architecture).putInt(0).putInt(0).putLong(flags | 0x11).putLong(0);
    entry.putLong(flags == 0 ? 0 : unpackedSize).put(packed);
    entries.writeBytes(entry.array());
    return this;
  }

  /** The whole. */
  public byte[] bytes() {
    ByteBuffer content = ByteBuffer.allocate(16 + entries.size()).order(ByteOrder.LITTLE_ENDIAN);
    content.putInt(0xba55ed50).putShort((short) 1).putShort((short) 16).putLong(entries.size());
    return content.put(entries.toByteArray()).array();
  }
}
