package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.StateSpace;
import java.util.Arrays;

/**
 * Objects that a thread's addresses name (PTX ISA, "State Spaces"). Those of shared, local and
 * constant memory have 32 bits and wrap; as generic ones they lie in windows.
 */
final class ReferenceSpaces {
  private static final long SHARED = 0x7100_0000_0000L;
  private static final long LOCAL = 0x7200_0000_0000L;
  private static final long CONST = 0x7300_0000_0000L;
  private static final long WORD = 0xffff_ffffL;

  private final MemoryImage image;
  private final byte[] shared;
  private byte[] local = new byte[256];
  private int localTop;

  /**
   * @param shared memory of the thread's CTA
   */
  ReferenceSpaces(MemoryImage image, byte[] shared) {
    this.image = image;
    this.shared = shared;
  }

  /** What makes an address of a space a generic one when it is added. */
  static long window(StateSpace space) {
    return switch (space) {
      case SHARED, SHARED_CLUSTER -> SHARED;
      case LOCAL -> LOCAL;
      case CONST -> CONST;
      default -> 0;
    };
  }

  /** Room for a variable of a function that is called now. */
  int pushLocal(int bytes, int alignment) {
    int address = Math.ceilDiv(localTop, alignment) * alignment;
    localTop = address + bytes;
    if (localTop > local.length) {
      local = Arrays.copyOf(local, 2 * localTop);
    }
    return address;
  }

  int localTop() {
    return localTop;
  }

  /** The function that had the room above {@code top} has returned. */
  void popLocal(int top) {
    localTop = top;
  }

  /** Refuses an access whose address is no multiple of all the bytes that it moves. */
  static void align(long address, int bytes) {
    if (address % bytes != 0) {
      throw new ReferenceException("an access of %d bytes at %#x".formatted(bytes, address));
    }
  }

  /** Frees what {@code alloca} took since the stack was at an address. */
  void restoreLocal(long top) {
    localTop = (int) top;
  }

  long read(StateSpace space, long address, int bytes) {
    Place place = place(space, address, bytes);
    return LittleEndianBytes.read(place.memory, place.offset, bytes);
  }

  @SuppressWarnings("ReferenceEquality") // whether it is that memory, not one that looks alike
  void write(StateSpace space, long address, int bytes, long value) {
    Place place = place(space, address, bytes);
    if (place.memory == image.constants) {
      throw new ReferenceException("a store to constant memory");
    }
    LittleEndianBytes.write(place.memory, place.offset, bytes, value);
  }

  private record Place(byte[] memory, int offset) {}

  private Place place(StateSpace space, long address, int bytes) {
    return switch (space) {
      case SHARED, SHARED_CLUSTER -> inside(shared, shared.length, address & WORD, space, bytes);
      case LOCAL -> inside(local, localTop, address & WORD, space, bytes);
      case CONST -> inside(image.constants, image.constants.length, address & WORD, space, bytes);
      case GLOBAL -> global(address, bytes);
      case GENERIC -> {
        long window = address & ~WORD;
        if (window == SHARED) {
          yield place(StateSpace.SHARED, address, bytes);
        }
        if (window == LOCAL) {
          yield place(StateSpace.LOCAL, address, bytes);
        }
        yield window == CONST ? place(StateSpace.CONST, address, bytes) : global(address, bytes);
      }
      case PARAM -> throw new ReferenceException("an address of a parameter");
    };
  }

  private static Place inside(byte[] memory, int size, long offset, StateSpace space, int bytes) {
    if (offset + bytes > size || offset % bytes != 0) {
      throw new ReferenceException(
          "an access of %d bytes at %#x of the %d bytes of %s memory"
              .formatted(bytes, offset, size, space.name().toLowerCase(java.util.Locale.ROOT)));
    }
    return new Place(memory, (int) offset);
  }

  private Place global(long address, int bytes) {
    for (MemoryImage.Block block : image.global) {
      long offset = address - block.address();
      if (offset >= 0 && offset + bytes <= block.bytes().length && address % bytes == 0) {
        return new Place(block.bytes(), (int) offset);
      }
    }
    throw new ReferenceException(
        "an access of %d bytes at %#x of global memory, outside variables and buffers"
            .formatted(bytes, address));
  }
}
