package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Relaxed atomics count as what {@code --orders} says, and only they. */
class OrdersTest {
  /**
   * Locks that state nothing, at both scopes, and one that states its order. A kernel's beginning
   * and end also acquire and release in each of eight units.
   */
  private static final String LOCKS =
      """
      .version 7.0
      .target sm_75
      .address_size 64
      .visible .entry locks(.param .u64 words)
      {
        .reg .b32 %r<6>;
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [words];
        atom.global.cas.b32 %r1, [%rd1], 0, 1;
        atom.global.exch.b32 %r2, [%rd1], 0;
        atom.cta.global.cas.b32 %r3, [%rd1], 0, 1;
        atom.cta.global.exch.b32 %r4, [%rd1], 0;
        atom.acquire.gpu.global.cas.b32 %r5, [%rd1], 0, 7;
        ret;
      }
      """;

  @TempDir private Path folder;

  @Test
  void relaxedAtomicsCountAsTheOrdersOfTheirOperations() throws IOException {
    assertThat(synchronising()).isEqualTo("9 acquires, 8 releases");
    assertThat(synchronising("--orders", "atom.cas=acquire,atom.exch=release"))
        .isEqualTo("11 acquires, 10 releases");
    assertThat(synchronising("--orders", "atom.cas.cta=acquire"))
        .isEqualTo("10 acquires, 8 releases");
    assertThat(synchronising("--orders", "atom.exch=release,atom.exch.cta=relaxed"))
        .isEqualTo("9 acquires, 9 releases");
    assertThat(synchronising("--orders", "atom.cas=release"))
        .as("what states an order keeps it")
        .isEqualTo("9 acquires, 10 releases");
  }

  @Test
  void aBadRuleIsRefusedWithItsPlace() throws IOException {
    Shell.Result result = launch("--orders", "atom.cas=aquire");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "error: --orders 'atom.cas=aquire', column 10: expected relaxed, acquire, release or"
                + " acq_rel, found 'aquire'\n");
  }

  private String synchronising(String... options) throws IOException {
    Shell.Result result = launch(options);
    assertThat(result.code()).as(result.err()).isZero();
    return result
        .out()
        .lines()
        .filter(line -> line.matches("  \\d+ acquires, .*"))
        .map(line -> line.strip().replaceAll("(\\d+ acquires, \\d+ releases).*", "$1"))
        .findFirst()
        .orElse(result.out());
  }

  private Shell.Result launch(String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("locks.ptx"), LOCKS);
    List<String> words =
        new ArrayList<>(
            List.of(
                "launch",
                file.toString(),
                "--grid=1",
                "--block=1",
                "--arg=u32[1]=zero",
                "--gpu=srsp-8cu"));
    words.addAll(List.of(options));
    return Shell.run(words.toArray(String[]::new));
  }
}
