package dev.syncopate.app.cuda.fatbin;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The contents of fat binaries, one or several behind each other.
 *
 * <pre>
 *   fat binary   magic ba55ed50, u16 version, u16 header size, u64 size of what follows: entries
 *   entry        u16 kind (1 PTX, 2 machine code), u16, u32 header size, u64 size of what follows,
 *                u32 size compressed, u32, u16 minor, u16 major, u32 architecture,
 *                u32 name offset, u32 name length, u64 flags, u64, u64 size unpacked
 * </pre>
 *
 * @param ptx each PTX with the architecture it was made for
 * @param machineCode which the simulator cannot run
 */
public record FatBinary(List<Ptx> ptx, List<MachineCode> machineCode) {
  /**
   * A module's PTX.
   *
   * @param binary number of the fat binary it is in
   * @param architecture for example 80
   * @param text ends without the zero that fat binaries keep
   */
  public record Ptx(int binary, int architecture, String text) {}

  /**
   * A module's machine code.
   *
   * @param binary number of the fat binary it is in
   * @param architecture for example 80
   */
  public record MachineCode(int binary, int architecture) {}

  private static final String END = "a fat binary ends before its last entry does";
  private static final int MAGIC = 0xba55ed50;
  private static final int KIND_PTX = 1;
  private static final int KIND_MACHINE = 2;
  private static final long LZ4 = 0x2000;
  private static final long ZSTD = 0x8000;

  /** The most that a module's text may have, so that a damaged size is not believed. */
  private static final long MOST = 256L << 20;

  /**
   * Takes fat binaries apart.
   *
   * @throws FatBinaryException if they are damaged or of a kind that is not known
   */
  public static FatBinary read(byte[] bytes) {
    List<Ptx> ptx = new ArrayList<>();
    List<MachineCode> machine = new ArrayList<>();
    ByteBuffer content = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try {
      int offset = 0;
      for (int number = 0; offset < bytes.length; number++) {
        if (content.getInt(offset) != MAGIC) {
          throw new FatBinaryException(
              "byte %d: expected a fat binary (ba55ed50), found %08x"
                  .formatted(offset, content.getInt(offset)));
        }
        int entry = offset + (content.getShort(offset + 6) & 0xffff);
        long size = content.getLong(offset + 8);
        if (size < 0 || size > bytes.length - entry) {
          throw new FatBinaryException(END);
        }
        int end = entry + (int) size;
        while (entry < end) {
          entry = entry(content, number, entry, ptx, machine);
        }
        offset = end;
      }
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw new FatBinaryException(END);
    }
    return new FatBinary(ptx, machine);
  }

  /** Reads an entry; returns where the next one begins. */
  private static int entry(
      ByteBuffer content, int number, int offset, List<Ptx> ptx, List<MachineCode> machine) {
    int kind = content.getShort(offset) & 0xffff;
    int header = content.getInt(offset + 4);
    int size = Math.toIntExact(content.getLong(offset + 8));
    int architecture = content.getInt(offset + 28);
    if (header < 64 || header > content.capacity() - offset || size < 0) {
      throw new FatBinaryException(
          "byte %d: an entry with a header of %d bytes".formatted(offset, header));
    }
    if (size > content.capacity() - offset - header) {
      throw new FatBinaryException(END);
    }
    switch (kind) {
      case KIND_PTX -> {
        byte[] text = unpack(content, offset, header, size);
        int length = text.length;
        while (length > 0 && text[length - 1] == 0) {
          length--;
        }
        ptx.add(new Ptx(number, architecture, new String(text, 0, length, StandardCharsets.UTF_8)));
      }
      case KIND_MACHINE -> machine.add(new MachineCode(number, architecture));
      default -> {} // intermediate code for link-time optimisation and the like
    }
    return Math.addExact(offset, header + size);
  }

  private static byte[] unpack(ByteBuffer content, int offset, int header, int size) {
    long flags = content.getLong(offset + 40);
    byte[] packed = new byte[size];
    content.get(offset + header, packed);
    if ((flags & (LZ4 | ZSTD)) == 0) {
      return packed;
    }
    int length = content.getInt(offset + 16);
    if (length < 0 || length > size) {
      throw new FatBinaryException(
          "byte %d: %d bytes of compressed PTX in %d".formatted(offset, length, size));
    }
    long unpackedSize = content.getLong(offset + 56);
    if (unpackedSize < 0 || unpackedSize > MOST) {
      throw new FatBinaryException("byte %d: PTX of %d bytes".formatted(offset, unpackedSize));
    }
    byte[] text = new byte[(int) unpackedSize];
    try {
      int got =
          (flags & ZSTD) != 0
              ? new ZstdDecompressor().decompress(packed, 0, length, text, 0, text.length)
              : new Lz4Decompressor().decompress(packed, 0, length, text, 0, text.length);
      if (got != text.length) {
        throw new FatBinaryException(
            "byte %d: PTX of %d bytes, expected %d".formatted(offset, got, unpackedSize));
      }
    } catch (MalformedInputException e) {
      throw new FatBinaryException(
          "byte %d: damaged compressed PTX: %s".formatted(offset, e.getMessage()));
    }
    return text;
  }
}
