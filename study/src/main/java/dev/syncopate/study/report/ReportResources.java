package dev.syncopate.study.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files that come with this room. */
final class ReportResources {
  private ReportResources() {}

  static String text(String name) {
    try (InputStream stream = ReportResources.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
