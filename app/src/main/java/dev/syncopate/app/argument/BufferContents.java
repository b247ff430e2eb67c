package dev.syncopate.app.argument;

import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Parser of a buffer's initial contents; the bytes are little-endian. */
public final class BufferContents {
  /** Bytes of a file that are in memory at once. */
  private static final int PIECE = 1 << 20;

  private BufferContents() {}

  /** Source of a buffer's contents. */
  public sealed interface Source {}

  /** Zeros. */
  public record Zero() implements Source {}

  /** Unwritten zeros: {@code --check init} reports reads of them. */
  public record Unwritten() implements Source {}

  /** Element i is i, converted to the element type. */
  public record Iota() implements Source {}

  /** Every element is the same. */
  public record Fill(long bits) implements Source {}

  /** Uniformly random elements from a stream of this seed: any integer, or reals in [0, 1). */
  public record Random(long seed) implements Source {}

  /** Random elements whose seed is that of the run and the argument's number. */
  public record RunRandom() implements Source {}

  /** A file's bytes as they are. */
  public record Contained(Path file) implements Source {}

  /**
   * @param source what to make
   * @param type of elements
   * @param count of elements
   * @param runSeed for {@link RunRandom}
   * @throws ArgumentSyntaxException if a file cannot be read or has another size
   */
  public static byte[] make(Source source, ElementType type, int count, long runSeed)
      throws ArgumentSyntaxException {
    return switch (source) {
      case Zero _, Unwritten _ -> new byte[count * type.bytes()];
      case Iota _ -> generate(type, count, type::fromWhole);
      case Fill fill -> generate(type, count, i -> fill.bits());
      case Random random -> random(type, count, random.seed());
      case RunRandom _ -> random(type, count, runSeed);
      case Contained contained -> read(contained.file(), type, count);
    };
  }

  /** Takes the bytes of a buffer one piece after the other. */
  public interface Sink {
    /**
     * @param offset in the buffer
     */
    void write(long offset, byte[] piece);
  }

  /**
   * As {@link #make}, but a file's bytes go on in pieces, so that they are never in memory as a
   * whole.
   */
  public static void pass(Source source, ElementType type, int count, long runSeed, Sink sink)
      throws ArgumentSyntaxException {
    if (source instanceof Contained contained) {
      pass(contained.file(), type, count, sink);
    } else if (!(source instanceof Unwritten)) {
      sink.write(0, make(source, type, count, runSeed));
    }
  }

  private static void pass(Path file, ElementType type, int count, Sink sink)
      throws ArgumentSyntaxException {
    requireSize(file, type, count);
    try (InputStream stream = Files.newInputStream(file)) {
      long offset = 0;
      for (byte[] piece = stream.readNBytes(PIECE);
          piece.length > 0;
          piece = stream.readNBytes(PIECE)) {
        sink.write(offset, piece);
        offset += piece.length;
      }
      if (offset != (long) count * type.bytes()) {
        throw new ArgumentSyntaxException(file + " has changed while it was read");
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private interface Generator {
    long bits(long index);
  }

  private static byte[] generate(ElementType type, int count, Generator generator) {
    ByteBuffer buffer = ByteBuffer.allocate(count * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      type.put(buffer, generator.bits(i));
    }
    return buffer.array();
  }

  private static byte[] random(ElementType type, int count, long seed) {
    RandomGenerator generator = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    return generate(type, count, i -> type.random(generator));
  }

  private static byte[] read(Path file, ElementType type, int count)
      throws ArgumentSyntaxException {
    requireSize(file, type, count);
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static void requireSize(Path file, ElementType type, int count)
      throws ArgumentSyntaxException {
    long expected = (long) count * type.bytes();
    try {
      long size = size(file);
      if (size != expected) {
        throw new ArgumentSyntaxException(
            "%s has %d bytes where %s[%d] needs %d"
                .formatted(file, size, type.spelling(), count, expected));
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** How many elements a file holds. */
  static int count(Path file, ElementType type) throws ArgumentSyntaxException {
    try {
      long size = size(file);
      if (size % type.bytes() != 0 || size > Integer.MAX_VALUE - 8) {
        throw new ArgumentSyntaxException(
            "%s has %d bytes, which is no number of %s elements (at most 2 GiB)"
                .formatted(file, size, type.spelling()));
      }
      return (int) (size / type.bytes());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static long size(Path file) throws IOException, ArgumentSyntaxException {
    if (Files.isDirectory(file)) {
      throw new ArgumentSyntaxException(file + " is a folder, not a file");
    }
    return Files.size(file);
  }

  private static ArgumentSyntaxException unreadable(Path file, IOException e) {
    return new ArgumentSyntaxException(
        e instanceof java.nio.file.NoSuchFileException
            ? "there is no file " + file
            : "cannot read " + file + ": " + FileErrors.reason(e));
  }
}
