package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each kernel of {@code examples/repair/bugs.cu} has a proved repair, which is where it should be.
 */
class RepairedBugsTest {
  private static final Path BUGS = Checkout.launcher().resolveSibling("examples/repair/bugs.ptx");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message | 2 | 32 | st.release.gpu in place of the st.relaxed.gpu at bugs.cu:14",
        "message | 2 | 32 | ld.acquire.gpu in place of the ld.relaxed.gpu at bugs.cu:16",
        "fence_too_late | 2 | 32 | fence.acq_rel.gpu before the st.relaxed.gpu at bugs.cu:28",
        "fence_too_narrow | 2 | 32 | fence.sc.gpu in place of the fence.sc.cta at bugs.cu:43",
        "lock_too_narrow | 4 | 32 | atom.exch.acquire.gpu in place of the atom.exch.acquire.cta",
        "lock_too_narrow | 4 | 32 | st.release.gpu in place of the st.release.cta at bugs.cu:59",
        "lock_without_acquire | 4 | 32 | atom.exch.acquire.gpu in place of the atom.exch.relaxed.gpu",
        "lock_without_release | 4 | 32 | st.release.gpu in place of the st.relaxed.gpu at bugs.cu:79",
        "reduction | 1 | 64 | __syncthreads() after the weak store at bugs.cu:85",
        "tile_again | 1 | 64 | __syncthreads() after the weak load at bugs.cu:101",
        "last_block | 4 | 32 | atom.add.acq_rel.gpu in place of the atom.add.relaxed.gpu",
        "mailbox | 2 | 32 | st.release.gpu in place of the st.relaxed.gpu at bugs.cu:133",
        "warp_flag | 1 | 64 | st.release.cta in place of the st.relaxed.cta at bugs.cu:147",
        "lanes | 1 | 32 | __syncwarp() before the weak load at bugs.cu:159",
        "lock_plain_release | 4 | 32 | st.relaxed.gpu in place of the weak store at bugs.cu:170",
        "grid_barrier | 3 | 32 | ld.acquire.gpu in place of the ld.relaxed.gpu at bugs.cu:179",
        "late_counter | 1 | 64 | __syncthreads() before the red.add.relaxed.gpu at bugs.cu:188",
        "wakeup | 2 | 32 | st.release.gpu in place of the st.relaxed.gpu at bugs.cu:206"
      })
  void aBugHasAProvedRepair(String kernel, String grid, String block, String edit) {
    Shell.Result result =
        Shell.run(
            "repair",
            "all",
            "--",
            "launch",
            BUGS + "",
            "--kernel",
            kernel,
            "--grid",
            grid,
            "--block",
            block,
            "--arg",
            "u32[128]=zero");
    assertThat(result.code()).as(result.err()).isZero();
    String report = result.out().substring(result.out().indexOf("as it is:"));
    assertThat(report.split("(?m)^  [0-9]+\\. "))
        .as(report)
        .anyMatch(repair -> repair.contains(edit) && repair.contains("proved: the model orders"));
  }
}
