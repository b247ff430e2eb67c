package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Threads of which each takes one lock, adds one to a word, and gives the lock back. */
public final class SharedLock {
  private static final List<String> ROWS =
      List.of(
          "LC00:",
          "atom.acquire.gpu.cas r0, l, 0, 1",
          "bne r0, 0, LC00",
          "ld.weak r1, x",
          "add r1, r1, 1",
          "st.weak x, r1",
          "st.release.gpu l, 0");

  private SharedLock() {}

  /** The test, whose only outcome is that all have been counted. */
  public static LitmusTest of(int threads) {
    String heads =
        IntStream.range(0, threads)
            .mapToObj(t -> "P%1$d@cta %1$d,gpu 0".formatted(t))
            .collect(Collectors.joining(" | "));
    String rows =
        ROWS.stream()
            .map(row -> String.join(" | ", Collections.nCopies(threads, row)) + " ;\n")
            .collect(Collectors.joining());
    return LitmusTest.read(
        "lock-" + threads,
        "PTX lock-%1$d { }\n%2$s ;\n%3$sexists (x = %1$d)".formatted(threads, heads, rows));
  }
}
