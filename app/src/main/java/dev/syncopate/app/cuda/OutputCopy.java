package dev.syncopate.app.cuda;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Shows what a program prints on standard output while it runs, and remembers its digest. */
final class OutputCopy {
  /** How long the rest is waited for, which a child of the program may hold open. */
  private static final long MILLISECONDS = 2_000;

  private final PrintWriter target;
  private final MessageDigest digest;
  private final Thread thread;

  private OutputCopy(Process program, PrintWriter target) {
    this.target = target;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    thread = Thread.ofVirtual().unstarted(() -> copy(program));
  }

  static OutputCopy start(Process program, PrintWriter target) {
    OutputCopy copy = new OutputCopy(program, target);
    copy.thread.start();
    return copy;
  }

  private void copy(Process program) {
    try (Reader reader = program.inputReader()) {
      char[] text = new char[8192];
      for (int count = reader.read(text); count >= 0; count = reader.read(text)) {
        target.write(text, 0, count);
        target.flush();
        synchronized (digest) {
          digest.update(new String(text, 0, count).getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      // it has been killed: there is no more to copy
    }
  }

  /** The digest of all that it has printed. */
  String await() throws InterruptedException {
    thread.join(MILLISECONDS);
    synchronized (digest) {
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
