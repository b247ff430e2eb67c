package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How processes end: on Ctrl-C, and by themselves. */
@DisabledOnOs(OS.WINDOWS)
class InterruptTest {
  @Test
  void ctrlCPrintsTheStatisticsSoFar(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("out.json");
    Process process =
        JavaProcess.start(
            "launch",
            Checkout.kernels(),
            "--kernel=forever",
            "--gpu=rsp-8cu",
            "--grid=1",
            "--block=1",
            "--arg=u32[1]=zero",
            "--json=" + json);
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.read()).as("the live line has begun").isEqualTo('\r');
      // Ctrl-C's own signal is ignored by whatever a shell has started in the background; this one
      // ends the JVM alike.
      List<String> kill = List.of("kill", "-TERM", Long.toString(process.pid()));
      assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(err.readLine()).contains("forever: cycle ").contains("0% of CTAs, ETA -");
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(process.inputReader().lines())
          .contains("  ended early: interrupted")
          .anyMatch(line -> line.matches("  [\\d,]+ cycles .*"));
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(json)).contains("\"ending\": \"interrupted\"");
  }

  @Test
  void whatIsRefusedEndsAtOnce() throws Exception {
    Process process = JavaProcess.start("run", "vecadd", "--gpu=none");
    try {
      assertThat(process.waitFor(15, TimeUnit.SECONDS)).as("nobody waits for Ctrl-C").isTrue();
      assertThat(process.exitValue()).isEqualTo(2);
    } finally {
      process.destroyForcibly();
    }
  }
}
