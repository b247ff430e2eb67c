package dev.syncopate.sim.text;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Output file that is written whole or not at all. Bytes go to {@code NAME.partial} in the same
 * folder; {@link #close} renames it to the file's own name. After a write that failed, {@code
 * close} deletes the partial file, and a file that was there before keeps its contents.
 *
 * <p>The partial file is made by the first write. A target that is no regular file (a device, a
 * pipe), or that stands in a folder where no file can be made, is written directly.
 */
public final class WholeFile extends OutputStream {
  private static final int BUFFER = 1 << 16;
  private static final String SUFFIX = ".partial";

  private final Path file;
  private @Nullable Path partial;
  private @Nullable OutputStream out;
  private boolean failed;

  public WholeFile(Path file) {
    this.file = file;
  }

  /**
   * Writes a whole file.
   *
   * @throws IOException if it cannot be written; then it is as it was before
   */
  public static void write(Path file, byte[] contents) throws IOException {
    try (WholeFile wholeFile = new WholeFile(file)) {
      wholeFile.begin();
      wholeFile.write(contents, 0, contents.length);
    }
  }

  /** The same of a text, in UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private OutputStream begin() throws IOException {
    OutputStream begun = out;
    if (begun == null) {
      Path target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
      Path folder = target.toAbsolutePath().getParent();
      boolean regular =
          Files.isRegularFile(target) || Files.notExists(target, LinkOption.NOFOLLOW_LINKS);
      boolean renamed = regular && (folder == null || Files.isWritable(folder));
      Path written = renamed ? target.resolveSibling(target.getFileName() + SUFFIX) : target;
      begun = new BufferedOutputStream(Files.newOutputStream(written), BUFFER);
      partial = renamed ? written : null;
      out = begun;
    }
    return begun;
  }

  @Override
  public void write(int value) throws IOException {
    try {
      begin().write(value);
    } catch (IOException e) {
      failed = true;
      throw e;
    }
  }

  @Override
  public void write(byte[] data, int offset, int count) throws IOException {
    try {
      begin().write(data, offset, count);
    } catch (IOException e) {
      failed = true;
      throw e;
    }
  }

  /** Gives the file its name, or deletes what was written of it if a write has failed. */
  @Override
  public void close() throws IOException {
    OutputStream begun = out;
    out = null;
    if (begun == null) {
      return;
    }
    Path written = partial;
    try {
      begun.close();
      if (written != null && !failed) {
        Path target = written.resolveSibling(nameOf(written));
        Files.move(
            written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      if (written != null) {
        Files.deleteIfExists(written);
      }
    }
  }

  private static String nameOf(Path partial) {
    String name = String.valueOf(partial.getFileName());
    return name.substring(0, name.length() - SUFFIX.length());
  }
}
