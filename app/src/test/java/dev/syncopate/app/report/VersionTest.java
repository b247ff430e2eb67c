package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class VersionTest {
  private static final String HASH = "0123456789abcdef0123456789abcdef01234567";
  private static final String OTHER = "f".repeat(40);

  private static Version of(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader("version=1.0\n" + text));
    return Version.of(properties);
  }

  @Test
  void theLauncherTellsTheCommit() throws IOException {
    Version version = of("commit=" + HASH + "\nchanges=\narchived=$Format:%H$\n");
    assertThat(version).hasToString("1.0 (commit 0123456789)");
    assertThat(version.wholeCommit()).isEqualTo(HASH);
  }

  @Test
  void changedSourcesAreNotTheCommits() throws IOException {
    Version version = of("commit=" + HASH + "\nchanges=yes\n");
    assertThat(version).hasToString("1.0 (commit 0123456789, with changes)");
    assertThat(version.wholeCommit()).isEqualTo(HASH + " with changes");
  }

  @Test
  void anArchiveKnowsItsCommit() throws IOException {
    assertThat(of("commit=\nchanges=\narchived=" + OTHER)).hasToString("1.0 (commit ffffffffff)");
  }

  @Test
  void withoutEitherItIsNotKnown() throws IOException {
    Version version = of("commit=${commit}\nchanges=${commit.changes}\narchived=$Format:%H$\n");
    assertThat(version).hasToString("1.0");
    assertThat(version.wholeCommit()).isNull();
  }
}
