package dev.syncopate.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class EscapedOutputTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter plain = new PrintWriter(text);
  private final EscapedOutput output = new EscapedOutput(plain);

  @Test
  void aTitleSendsNoCommandsToTheTerminal() {
    output.println("a \u001b[2Jtitle\u0007 \u009b31m \u202eright\tto left");
    assertThat(text).hasToString("a \\u001b[2Jtitle\\u0007 \\u009b31m \\u202eright\tto left\n");
  }

  @Test
  void textIsAsItIs() {
    output.print("größe × 2 → ✓\n");
    output.flush();
    assertThat(text).hasToString("größe × 2 → ✓\n");
  }

  @Test
  void whatIsMeantForTheTerminalGoesThere() {
    output.print("before ");
    EscapedOutput.raw(output).print("\u001b[K");
    assertThat(text).hasToString("before \u001b[K");
    assertThat(EscapedOutput.raw(plain)).isSameAs(plain);
  }
}
