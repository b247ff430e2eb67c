package dev.syncopate.app.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Version of the program.
 *
 * @param number as the build wrote it, for example {@code 1.0.0}
 * @param commit that was built, in hexadecimal; null where the build was not told
 * @param changed whether the sources differed from the commit
 */
public record Version(String number, @Nullable String commit, boolean changed) {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final int SHORT = 10;

  /** Of the running program. */
  public static Version current() {
    Properties properties = new Properties();
    try (InputStream stream = Version.class.getResourceAsStream("version.properties")) {
      if (stream != null) {
        properties.load(stream);
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the version from the jar", e);
    }
    return of(properties);
  }

  /** Of what the build wrote: the commit by the launcher, or else by git's archive. */
  static Version of(Properties properties) {
    String commit = hash(properties.getProperty("commit", ""));
    return new Version(
        properties.getProperty("version", "unbuilt"),
        commit == null ? hash(properties.getProperty("archived", "")) : commit,
        commit != null && "yes".equals(properties.getProperty("changes")));
  }

  private static @Nullable String hash(String text) {
    return HASH.matcher(text).matches() ? text : null;
  }

  /** For example {@code 1.0.0 (commit 1234567890, with changes)}. */
  public static String text() {
    return current().toString();
  }

  /** For documents: the whole hash, and whether there were changes; null where it is not known. */
  public @Nullable String wholeCommit() {
    return commit == null ? null : commit + (changed ? " with changes" : "");
  }

  @Override
  public String toString() {
    return number
        + (commit == null
            ? ""
            : " (commit " + commit.substring(0, SHORT) + (changed ? ", with changes)" : ")"));
  }
}
