package dev.syncopate.app.cli.recording;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that is made when something is written to it: one that is there is kept until then. */
final class LateFile extends OutputStream {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private @Nullable OutputStream out;

  LateFile(Path file) {
    this.file = file;
  }

  private OutputStream out() throws IOException {
    OutputStream made = out;
    if (made == null) {
      made = new BufferedOutputStream(Files.newOutputStream(file), BUFFER);
      out = made;
    }
    return made;
  }

  @Override
  public void write(int value) throws IOException {
    out().write(value);
  }

  @Override
  public void write(byte[] from, int offset, int count) throws IOException {
    out().write(from, offset, count);
  }

  @Override
  public void close() throws IOException {
    OutputStream made = out;
    out = null;
    if (made != null) {
      made.close();
    }
  }
}
