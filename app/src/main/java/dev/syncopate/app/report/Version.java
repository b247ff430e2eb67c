package dev.syncopate.app.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Which program this is. */
public final class Version {
  private Version() {}

  /** As the build wrote it, for example {@code 0.1.0}. */
  public static String text() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the version from the jar", e);
    }
    return properties.getProperty("version", "unbuilt");
  }
}
