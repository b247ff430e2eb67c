package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
      interrupt(process);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(err.readLine()).contains("forever: cycle ").contains("none of 1 CTAs done after ");
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(process.inputReader().lines())
          .contains("  ended early: interrupted")
          .anyMatch(line -> line.matches("  [\\d,]+ cycles .*"));
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(json)).contains("\"ending\": \"interrupted\"");
  }

  /** A kernel that hangs is waited for until the watchdog bites; Ctrl-C asks before. */
  @Test
  void ctrlCSaysWhoWaitsForWhom(@TempDir Path folder) throws Exception {
    Path saved = folder.resolve("out.bin");
    Process process =
        JavaProcess.start(
            "launch",
            Checkout.kernels(),
            "--kernel=await",
            "--gpu=rsp-8cu",
            "--grid=1",
            "--block=1",
            "--watchdog=0",
            "--arg=u32[1]=zero",
            "--save=0=" + saved);
    try (BufferedReader err = process.errorReader()) {
      for (int updates = 0; updates < 4; updates += err.read() == '\r' ? 1 : 0) {}
      interrupt(process);
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      String report = err.lines().collect(Collectors.joining("\n"));
      assertThat(report)
          .containsPattern("interrupted in cycle \\d+: .* in cycle 0 for the last time\n")
          .contains(
              "cause: no thread left that can write the word: lane 0 of CTA (0,0,0) warp 0 keeps reading"
                  + " argument 0[0] (in the L2 the word is 0), which the kernel never writes\n")
          .contains("1 warp is left:\n");
      assertThat(process.exitValue()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.size(saved)).isEqualTo(4);
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

  private static void interrupt(Process process) throws Exception {
    // Ctrl-C's own signal is ignored by programs that a shell has started in the background; this
    // one ends the JVM alike.
    List<String> kill = List.of("kill", "-TERM", Long.toString(process.pid()));
    assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
  }
}
