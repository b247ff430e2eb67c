package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing proxy fences are seen in the results, and with the fences the results are right. */
class BulkCopyExamplesTest {
  private static String result(String kernel, String options) {
    String file = Checkout.launcher().resolveSibling("examples/bugs/bulk_copies.ptx").toString();
    List<String> words = new ArrayList<>(List.of("launch", file, "--kernel", kernel));
    words.addAll(List.of(options.split(" ")));
    Shell.Result run = Shell.run(words.toArray(String[]::new));
    assertThat(run.code()).as(run.err()).isZero();
    return run.out().lines().findFirst().orElseThrow();
  }

  private static String tile(String kernel, String options) {
    return result(kernel, "--grid 2 --block 256 --arg u32[512]=fill(7) --print 0:4" + options);
  }

  private static String ring(String kernel, String options) {
    return result(
        kernel,
        "--grid 1 --block 64 --arg u32[512]=iota --arg u32[32]=zero --arg u32=16 --print 1:2"
            + options);
  }

  @Test
  void aTileWithoutAFenceIsCopiedAsItWas() {
    assertThat(tile("tile_wrong", "")).endsWith(": 0 0 0 0");
    assertThat(tile("tile_right", "")).endsWith(": 0 1 2 3");
    assertThat(tile("tile_wrong", " --set copy.storeDelay=0")).endsWith(": 0 1 2 3");
  }

  /** Sums of 16 tiles: each value is 32 more than that of the tile before. */
  @Test
  void aSlotThatIsFilledTooEarlyGivesValuesOfTheNextTile() {
    assertThat(ring("ring_wrong", " --set copy.loadDelay=2000")).endsWith(": 4320 4336");
    assertThat(ring("ring_right", " --set copy.loadDelay=2000")).endsWith(": 3840 3856");
    assertThat(ring("ring_wrong", "")).endsWith(": 3840 3856");
  }

  /** Without time a copy is done when it is issued. */
  @ParameterizedTest
  @ValueSource(strings = {"tile_wrong", "tile_right"})
  void theFunctionalTierCopiesAtOnce(String kernel) {
    assertThat(tile(kernel, " --functional")).endsWith(": 0 1 2 3");
  }
}
