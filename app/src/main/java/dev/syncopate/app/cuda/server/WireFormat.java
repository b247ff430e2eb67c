package dev.syncopate.app.cuda.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Requests and replies: a head, 64-bit words, bytes; little-endian.
 *
 * <pre>
 *   request   u32 operation, u32 words, u64 bytes
 *   reply     s32 status,    u32 words, u64 bytes
 * </pre>
 */
final class WireFormat {
  private static final int HEAD = 16;

  /** More than any request of ours has; a damaged stream is not followed. */
  private static final long MOST_BYTES = 1L << 30;

  private static final int MOST_WORDS = 64;

  /** A request. */
  record Request(int operation, long[] words, byte[] bytes) {
    long word(int index) {
      return index < words.length ? words[index] : 0;
    }
  }

  /** An answer. */
  record Reply(int status, long[] words, byte[] bytes) {
    static Reply of(long... words) {
      return new Reply(CudaError.SUCCESS, words, new byte[0]);
    }

    static Reply error(int status) {
      return new Reply(status, new long[0], new byte[0]);
    }

    static Reply of(byte[] bytes, long... words) {
      return new Reply(CudaError.SUCCESS, words, bytes);
    }
  }

  private final SocketChannel channel;

  WireFormat(SocketChannel channel) {
    this.channel = channel;
  }

  /** The next request; null when the program has ended. */
  @Nullable Request read() throws IOException {
    ByteBuffer head = buffer(HEAD);
    int first = channel.read(head);
    if (first < 0) {
      return null;
    }
    fill(head);
    int operation = head.getInt(0);
    int count = head.getInt(4);
    long size = head.getLong(8);
    if (count < 0 || count > MOST_WORDS || size < 0 || size > MOST_BYTES) {
      throw new IOException("a request of %d words and %d bytes".formatted(count, size));
    }
    ByteBuffer body = buffer(Math.toIntExact((long) Long.BYTES * count + size));
    fill(body);
    body.flip();
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = body.getLong();
    }
    byte[] bytes = new byte[(int) size];
    body.get(bytes);
    return new Request(operation, words, bytes);
  }

  void write(Reply reply) throws IOException {
    ByteBuffer head = buffer(HEAD + Long.BYTES * reply.words().length);
    head.putInt(reply.status()).putInt(reply.words().length).putLong(reply.bytes().length);
    for (long word : reply.words()) {
      head.putLong(word);
    }
    head.flip();
    ByteBuffer[] parts = {head, ByteBuffer.wrap(reply.bytes())};
    while (parts[0].hasRemaining() || parts[1].hasRemaining()) {
      channel.write(parts);
    }
  }

  private void fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the program ended within a request");
      }
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
