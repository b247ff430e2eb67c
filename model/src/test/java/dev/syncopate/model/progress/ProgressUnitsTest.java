package dev.syncopate.model.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Units of a test, and those that each scheduler guarantees. */
class ProgressUnitsTest {
  private static ProgressUnits units(String places, Granularity granularity) {
    String[] row = places.split(";", -1);
    String cells = " | ".repeat(row.length - 1);
    return ProgressUnits.of(
        LitmusTest.read(
            "t",
            "PTX t {}\n" + String.join("|", row) + ";\n" + cells + "st.weak x, 1;\nexists x = 1"),
        granularity);
  }

  /** Four blocks on a GPU, numbered from the lowest bit. */
  @ParameterizedTest
  @CsvSource({
    "none,0110,0001,0000",
    "weak,0000,0000,1111",
    "strong,0000,0000,1111",
    "hsa,1000,0001,0010", // block 0 has ended, so block 1 is the lowest
    "obe,1001,0001,1001",
    "hsa-obe,1001,0001,1011",
    "lobe,0100,0000,0111",
    "lobe,0000,0000,0001"
  })
  void aSchedulerGuaranteesUnits(String fairness, String started, String ended, String expected) {
    ProgressUnits units =
        units("P0@cta 0,gpu 0;P1@cta 1,gpu 0;P2@cta 2,gpu 0;P3@cta 3,gpu 0", Granularity.BLOCK);
    assertThat(
            units.guaranteed(
                Fairness.named(fairness), Long.parseLong(started, 2), Long.parseLong(ended, 2)))
        .isEqualTo(Long.parseLong(expected, 2));
  }

  @Test
  void blocksAreInTheOrderOfTheirNumbersOnEachGpu() {
    String places = "P0@cta 1,gpu 1;P1@cta 0,gpu 1;P2@cta 7,gpu 0;P3@cta 7,gpu 0";
    ProgressUnits blocks = units(places, Granularity.BLOCK);
    assertThat(blocks.count()).isEqualTo(3);
    assertThat(new int[] {blocks.of(0), blocks.of(1), blocks.of(2), blocks.of(3)})
        .containsExactly(2, 1, 0, 0);
    assertThat(blocks.guaranteed(Fairness.HSA, 0, 0)).as("each GPU's lowest").isEqualTo(0b011);
    assertThat(blocks.whole(new boolean[] {true, false, true, false}))
        .as("a block has ended with all its threads")
        .isEqualTo(0b100);
    assertThat(units(places, Granularity.THREAD).count()).isEqualTo(4);
  }

  @Test
  void theCpuIsAlwaysFair() {
    ProgressUnits units = units("P0@cpu;P1@cta 0,gpu 0", Granularity.BLOCK);
    assertThat(units.guaranteed(Fairness.NONE, 0, 0)).isEqualTo(1L << units.of(0));
  }

  @Test
  void aGpuWithoutAResidentBlockStartsOne() {
    ProgressUnits units = units("P0@cta 0,gpu 0;P1@cta 0,gpu 1;P2@cta 1,gpu 1", Granularity.BLOCK);
    assertThat(units.mayStarve(Fairness.OBE, 0b110, 0b001, 0b001, 0))
        .as("both blocks of GPU 1 wait, and none of them has started")
        .isFalse();
    assertThat(units.mayStarve(Fairness.OBE, 0b100, 0b011, 0b011, 0)).isTrue();
    assertThat(units.mayStarve(Fairness.OBE, 0b100, 0b011, 0b111, 0))
        .as("a block that has started")
        .isFalse();
  }

  @Test
  void otherNamesAreRefused() {
    assertThatThrownBy(() -> Fairness.named("fair"))
        .hasMessage("found 'fair', expected none, weak, strong, hsa, obe, hsa-obe, lobe");
  }
}
