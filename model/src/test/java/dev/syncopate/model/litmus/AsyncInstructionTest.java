package dev.syncopate.model.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.source.SourceException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Instructions of asynchronous synchronisation: how they are read, and what is refused. */
class AsyncInstructionTest {
  private static final String DECLARATIONS =
      "{ shared x @ cta 0,gpu 0; shared y @ cta 1,gpu 0; mbarrier m @ cta 0,gpu 0 = 2;"
          + " mbarrier n @ cta 1,gpu 0 = 1; shared w; t=&g; g=1; }\n"
          + "P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0;\n";

  private static LitmusTest read(String instruction) {
    return LitmusTest.read("t", "PTX t\n" + DECLARATIONS + instruction + " | ;\nexists x=1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes x, g, 16, m",
        "cp.async.bulk.global.shared::cta.bulk_group {g, h}, {x, w}, 32",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes y, x, 16, n",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add g, x, 16",
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.xor y, x, 16, n",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes x, t, m",
        "cp.async.bulk.commit_group",
        "cp.async.bulk.wait_group 1",
        "cp.async.bulk.wait_group.read 0",
        "st.async.mbarrier::complete_tx::bytes y, 1, n",
        "red.async.relaxed.cluster.mbarrier::complete_tx::bytes.add y, 1, n",
        "mbarrier.init m, 3",
        "mbarrier.inval m",
        "mbarrier.arrive.release.cta _, m",
        "mbarrier.arrive.relaxed.cluster _, n, 2",
        "mbarrier.arrive.expect_tx.release.cluster _, n, 32",
        "mbarrier.arrive_drop.release.cta _, m",
        "mbarrier.expect_tx.relaxed.cta m, 16",
        "mbarrier.complete_tx.relaxed.cta m, 16",
        "mbarrier.test_wait.parity.acquire.cta r0, m, 1",
        "mbarrier.try_wait.parity.relaxed.cluster r0, m, 0",
        "fence.proxy.async",
        "fence.proxy.async.global",
        "fence.proxy.async.shared::cta",
        "fence.proxy.async.shared::cluster",
        "fence.proxy.tensormap::generic.release.gpu",
        "fence.proxy.tensormap::generic.acquire.sys t, 128",
        "fence.mbarrier_init.release.cluster",
        "tensormap.replace.tile.global_address t, h",
        "barrier.cluster.arrive.relaxed",
        "barrier.cluster.wait.acquire",
      })
  void anInstructionIsWrittenAsItIsRead(String text) {
    LitmusTest test = read(text);
    LitmusInstruction instruction = test.threads().getFirst().instructions().getFirst();
    assertThat(LitmusInstructionText.of(instruction)).isEqualTo(text);
    assertThat(LitmusTest.read("t", LitmusWriter.text(test))).isEqualTo(test);
    assertThat(test.isAsynchronous()).isTrue();
  }

  @Test
  void whatIsLeftOutIsTheManualsDefault() {
    assertThat(read("mbarrier.arrive _, m")).isEqualTo(read("mbarrier.arrive.release.cta _, m, 1"));
    assertThat(read("mbarrier.try_wait.parity r0, m, 0"))
        .isEqualTo(read("mbarrier.try_wait.parity.acquire.cta r0, [m], 0"));
    assertThat(read("mbarrier.expect_tx m, 16"))
        .isEqualTo(read("mbarrier.expect_tx.relaxed.cta m, 16"));
    assertThat(read("barrier.cluster.arrive")).isEqualTo(read("barrier.cluster.arrive.release"));
    assertThat(read("barrier.cluster.wait")).isEqualTo(read("barrier.cluster.wait.acquire"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "cp.async.bulk.global.shared::cta.bulk_group g, x, 8 ! expected 16: each location is 16",
        "cp.async.bulk.global.shared::cta.bulk_group {g, h}, x, 32 ! a copy from 1 locations to 2",
        "cp.async.bulk.global.shared::cta.bulk_group g, y, 16 ! `y` is of another block",
        "cp.async.bulk.global.shared::cta.bulk_group g, h, 16 ! `h` is in global memory",
        "cp.async.bulk.global.shared::cta.bulk_group x, w, 16 ! `x` is in shared memory",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes w, x, 16, m ! `w` is of the thread's own block",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes x, g, 16, n ! `x` and its mbarrier `n` are of different blocks",
        "cp.reduce.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.add x, g, 16, m ! a reduction is of `.shared::cta`",
        "cp.async.bulk.tensor.2d ! found `2d`, expected `1d`",
        "mbarrier.arrive r0, m ! expected `_`: states of mbarriers in registers",
        "mbarrier.arrive.acquire.cta _, m ! found `acquire`, expected `release` or `relaxed`",
        "mbarrier.arrive.release _, m ! expected a scope, `.cta` or `.cluster`",
        "mbarrier.arrive.release.gpu _, m ! found `gpu`, expected `cta` or `cluster`",
        "mbarrier.arrive _, g ! `g` is in global memory",
        "mbarrier.arrive _, m, 1048576 ! expected a number of 1 to 1048575",
        "mbarrier.test_wait r0, m, r1 ! expected `.parity`",
        "mbarrier.test_wait.parity r0, m, 2 ! expected a parity, 0 or 1",
        "mbarrier.test_wait.parity r0, n, 0 ! `n` is an mbarrier of another block",
        "mbarrier.init n, 1 ! `n` is an mbarrier of another block",
        "mbarrier.pending_count r0, r1 ! found `pending_count`, expected `init`",
        "fence.proxy.async.texture ! found `texture`, expected `shared`",
        "fence.proxy.async::generic.acquire ! `async::generic` is not supported",
        "fence.proxy.tensormap::generic.acquire.gpu t, 64 ! found `64`, expected 128",
        "tensormap.replace.tile.rank t, g ! found `rank`, expected `global_address`",
        "cp.async.bulk.wait_group r0 ! expected a number",
      })
  void whatIsWrongIsSaid(String instruction, String problem) {
    assertThat(refused("PTX t\n" + DECLARATIONS + instruction + " | ;\nexists x=1"))
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "PTX t { mbarrier m=0; } P0@cta 0,gpu 0; ; exists m=0 ! expected arrivals of 1 to 1048575",
        "PTX t { mbarrier m; } P0@cta 0,gpu 0; ; exists m=0 ! expected `=`",
        "PTX t { shared x @ cta 1,gpu 0; } P0@cta 0,gpu 0; ; exists x=0 ! of which there is no thread",
        "PTX t { shared x @ cta 1,gpu 0; } P0@cta 0,gpu 0 | P1@cta 1,gpu 0; st.weak x,1 | ; exists x=0 ! P0 is of another cluster",
        "PTX t { } P0@cpu; fence.proxy.async; exists 0=0 ! the CPU has no `fence.proxy.async`",
      })
  void placesAreChecked(String text, String problem) {
    assertThat(refused(text)).hasMessageContaining(problem);
  }

  private static SourceException refused(String text) {
    return Objects.requireNonNull(
        catchThrowableOfType(SourceException.class, () -> LitmusTest.read("t", text)));
  }
}
