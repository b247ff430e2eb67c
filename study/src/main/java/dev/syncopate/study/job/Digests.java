package dev.syncopate.study.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in hexadecimal. */
final class Digests {
  private static final int CHUNK = 1 << 16;

  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  static String of(String text) {
    MessageDigest digest = sha256();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return hex(digest);
  }

  static String of(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] chunk = new byte[CHUNK];
    try (InputStream stream = Files.newInputStream(file)) {
      for (int n = stream.read(chunk); n >= 0; n = stream.read(chunk)) {
        digest.update(chunk, 0, n);
      }
    }
    return hex(digest);
  }
}
