package dev.syncopate.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void theLauncherKnowsBest() {
    assertThat(Terminal.decide("true", Map.of(), "pipe:[17]")).isTrue();
    assertThat(Terminal.decide("false", Map.of(), "/dev/pts/3")).isFalse();
  }

  @Test
  void withoutALauncherTheFileTells() {
    assertThat(Terminal.decide(null, Map.of(), "/dev/pts/3")).isTrue();
    assertThat(Terminal.decide(null, Map.of(), "/dev/tty1")).isTrue();
    assertThat(Terminal.decide(null, Map.of(), "pipe:[17]")).isFalse();
    assertThat(Terminal.decide(null, Map.of(), "")).isFalse();
  }

  @Test
  void theLauncherTellsTheWidth() {
    assertThat(Terminal.columns("132")).isEqualTo(132);
    assertThat(Terminal.columns("")).isEqualTo(80);
    assertThat(Terminal.columns("0")).isEqualTo(80);
  }

  @Test
  void aDumbTerminalRewritesNothing() {
    assertThat(Terminal.decide("true", Map.of("TERM", "dumb"), "/dev/pts/3")).isFalse();
  }
}
