package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.sweep.Board.Running;
import dev.syncopate.study.sweep.Board.Snapshot;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepLinesTest {
  private static final Snapshot HALF =
      new Snapshot(
          3, 10, 4, 1, 0.5, 65, 130.2, List.of(new Running("SSSP.1 sRSP", 0.25, 1_250_000, 4)));

  private static SweepLines lines(int columns) {
    return new SweepLines(new PrintWriter(new StringWriter()), true, columns);
  }

  @Test
  void aNarrowTerminalGetsShorterTitlesAndBars() {
    assertThat(lines(60).lines(HALF)).allMatch(line -> line.length() <= 60);
    assertThat(lines(50).lines(HALF))
        .containsExactly(
            "SSSP.1 sRSP  [##......]  25% 1.25M cycles",
            "4 of 10 r... [####....]  50% 1:05, ETA 2:10");
    assertThat(lines(1).lines(HALF).getFirst()).startsWith("SSSP.1 sRSP  [#...]");
  }

  @Test
  void aBarForEachRunAndOneForTheWhole() {
    assertThat(lines(100).lines(HALF))
        .containsExactly(
            "SSSP.1 sRSP                              [######..................]  25% 1.25M cycles",
            "4 of 10 runs, 1 FAILED, 3 kept           [############............]  50% 1:05, ETA 2:10");
  }

  @Test
  void whatIsNotKnownYetIsADash() {
    Snapshot start = new Snapshot(0, 10, 0, 0, 0, 0.5, Double.NaN, List.of());
    assertThat(lines(100).lines(start).getLast()).endsWith("  0% 0:00, ETA -");
  }

  @Test
  void barsAreRewrittenInPlaceAndTakenAway() {
    StringWriter text = new StringWriter();
    SweepLines lines = new SweepLines(new PrintWriter(text), true, 100);
    lines.show(HALF);
    assertThat(text.toString().lines()).hasSize(2);
    lines.show(HALF);
    lines.clear();
    assertThat(text.toString())
        .contains("\u001b[2A\r\u001b[J\u001b[?7lSSSP.1")
        .endsWith("\u001b[2A\r\u001b[J");
  }

  @Test
  void withoutATerminalNothingIsRewritten() {
    StringWriter text = new StringWriter();
    SweepLines lines = new SweepLines(new PrintWriter(text), false, 100);
    lines.show(HALF);
    lines.clear();
    assertThat(text.toString()).isEmpty();
  }
}
