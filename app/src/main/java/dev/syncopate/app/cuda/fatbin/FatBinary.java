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
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try {
      int at = 0;
      for (int number = 0; at < bytes.length; number++) {
        if (all.getInt(at) != MAGIC) {
          throw new FatBinaryException(
              "byte %d: expected a fat binary (ba55ed50), found %08x"
                  .formatted(at, all.getInt(at)));
        }
        int entry = at + (all.getShort(at + 6) & 0xffff);
        long size = all.getLong(at + 8);
        if (size < 0 || size > bytes.length - entry) {
          throw new FatBinaryException(END);
        }
        int end = entry + (int) size;
        while (entry < end) {
          entry = entry(all, number, entry, ptx, machine);
        }
        at = end;
      }
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw new FatBinaryException(END);
    }
    return new FatBinary(ptx, machine);
  }

  /** Reads an entry; returns where the next one begins. */
  private static int entry(
      ByteBuffer all, int number, int at, List<Ptx> ptx, List<MachineCode> machine) {
    int kind = all.getShort(at) & 0xffff;
    int header = all.getInt(at + 4);
    int size = Math.toIntExact(all.getLong(at + 8));
    int architecture = all.getInt(at + 28);
    if (header < 64 || header > all.capacity() - at || size < 0) {
      throw new FatBinaryException(
          "byte %d: an entry with a header of %d bytes".formatted(at, header));
    }
    if (size > all.capacity() - at - header) {
      throw new FatBinaryException(END);
    }
    switch (kind) {
      case KIND_PTX -> {
        byte[] text = unpack(all, at, header, size);
        int length = text.length;
        while (length > 0 && text[length - 1] == 0) {
          length--;
        }
        ptx.add(new Ptx(number, architecture, new String(text, 0, length, StandardCharsets.UTF_8)));
      }
      case KIND_MACHINE -> machine.add(new MachineCode(number, architecture));
      default -> {} // intermediate code for link-time optimisation and the like
    }
    return Math.addExact(at, header + size);
  }

  private static byte[] unpack(ByteBuffer all, int at, int header, int size) {
    long flags = all.getLong(at + 40);
    byte[] packed = new byte[size];
    all.get(at + header, packed);
    if ((flags & (LZ4 | ZSTD)) == 0) {
      return packed;
    }
    int length = all.getInt(at + 16);
    if (length < 0 || length > size) {
      throw new FatBinaryException(
          "byte %d: %d bytes of compressed PTX in %d".formatted(at, length, size));
    }
    long whole = all.getLong(at + 56);
    if (whole < 0 || whole > MOST) {
      throw new FatBinaryException("byte %d: PTX of %d bytes".formatted(at, whole));
    }
    byte[] text = new byte[(int) whole];
    try {
      int got =
          (flags & ZSTD) != 0
              ? new ZstdDecompressor().decompress(packed, 0, length, text, 0, text.length)
              : new Lz4Decompressor().decompress(packed, 0, length, text, 0, text.length);
      if (got != text.length) {
        throw new FatBinaryException(
            "byte %d: PTX of %d bytes, expected %d".formatted(at, got, whole));
      }
    } catch (MalformedInputException e) {
      throw new FatBinaryException(
          "byte %d: damaged compressed PTX: %s".formatted(at, e.getMessage()));
    }
    return text;
  }
}
