package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.sweep.JobProgress;
import dev.syncopate.study.sweep.JobProgress.Running;
import dev.syncopate.study.sweep.JobProgress.Snapshot;
import dev.syncopate.study.sweep.SweepTask;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SweepProgressTest {
  private static final Snapshot HALF =
      new Snapshot(
          3, 10, 4, 1, 0.5, 65, 130.2, List.of(new Running("SSSP.1 sRSP", 0.25, 1_250_000, 4)));

  private static SweepProgress lines(int columns) {
    StringWriter text = new StringWriter();
    return new SweepProgress(
        new ProgressDisplay(new PrintWriter(text), true, columns, System::nanoTime), columns);
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
  void aTimeThatIsNotKnownYetIsNotShown() {
    Snapshot start = new Snapshot(0, 10, 0, 0, 0, 0.5, Double.NaN, List.of());
    assertThat(lines(100).lines(start).getLast()).endsWith("  0% 0:00");
  }

  private static final Job JOB =
      new Job(
          "sssp",
          new JobInput.Generated("200"),
          new TreeMap<>(),
          "rsp-8cu",
          List.of(),
          "gpu",
          "hrf",
          1);

  private static JobResult result(Ending ending) {
    return new JobResult(
        "0123",
        JOB.describe(),
        "size 200",
        ending,
        "element 3 is 1\nand more",
        1234,
        1,
        new TreeMap<>(),
        Map.of(),
        Map.of(),
        0.25,
        0.25,
        "test");
  }

  private final StringWriter text = new StringWriter();
  private long seconds;

  private ProgressDisplay display(boolean terminal) {
    return new ProgressDisplay(
        new PrintWriter(text), terminal, 100, () -> 1_000_000_000 * seconds++);
  }

  @Test
  void barsAreRewrittenInPlaceAndTakenAway() {
    ProgressDisplay display = display(true);
    SweepProgress progress = new SweepProgress(display, 100);
    progress.show(HALF);
    assertThat(text.toString()).contains("SSSP.1", "\n4 of 10 runs").endsWith("2:10\u001b[?7h");
    progress.show(HALF);
    display.clear();
    assertThat(text.toString())
        .contains("\r\u001b[1A\u001b[J\u001b[?7lSSSP.1")
        .endsWith("\r\u001b[1A\u001b[J");
  }

  @Test
  void aRunThatFailsIsSaidAboveTheBars() {
    ProgressDisplay display = display(true);
    SweepProgress progress = new SweepProgress(display, 100);
    progress.show(HALF);
    SweepTask task = new SweepTask("SSSP.1 sRSP", JOB, 1);
    progress.ended(new JobProgress.Ended(task, result(Ending.WRONG), 5, 10), HALF);
    assertThat(text.toString())
        .endsWith("\r\u001b[1A\u001b[JFAILED SSSP.1 sRSP: wrong: element 3 is 1\n");
  }

  @Test
  void withoutATerminalEachRunThatEndsIsALine() {
    SweepProgress progress = new SweepProgress(display(false), 100);
    progress.show(HALF);
    assertThat(text.toString()).isEmpty();
    SweepTask task = new SweepTask("SSSP.1 sRSP", JOB, 1);
    progress.ended(new JobProgress.Ended(task, result(Ending.RIGHT), 5, 10), HALF);
    assertThat(text.toString()).isEqualTo("[5/10] SSSP.1 sRSP: 1,234 cycles, 0.25 s; ETA 2:10\n");
  }
}
