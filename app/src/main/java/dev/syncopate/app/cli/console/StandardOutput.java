package dev.syncopate.app.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers why a write failed. A reader that closes its end of a pipe ({@code
 * | head}) has what it wanted; a full disk is an error.
 */
public final class StandardOutput extends OutputStream {
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private @Nullable IOException failure;

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int count) throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      out.write(source, offset, count);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Whether output was lost for another reason than a reader that has left. */
  public boolean isBroken() {
    return failure != null && !readerHasLeft(failure);
  }

  /** On Linux by what standard output is, since the message is in the user's language. */
  private static boolean readerHasLeft(IOException e) {
    String message = e.getMessage();
    if (message != null && message.endsWith("roken pipe")) {
      return true;
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException | UnsupportedOperationException _) {
      return false;
    }
  }
}
