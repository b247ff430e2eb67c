package dev.syncopate.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.sweep.JobProgress.Snapshot;
import dev.syncopate.workload.runtime.ProgressListener.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class JobProgressTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong now = new AtomicLong();
  private final List<JobProgress.Ended> heard = new ArrayList<>();
  private final JobProgress board = new JobProgress(now::get, () -> false, heard::add);
  private final SweepTask light = new SweepTask("light", TestJobs.vecadd(1), 1);
  private final SweepTask heavy = new SweepTask("heavy", TestJobs.vecadd(2), 3);
  private final SweepTask last = new SweepTask("last", TestJobs.vecadd(3), 4);

  private static JobResult result(SweepTask task) {
    return TestJobs.result(task.job(), "k", 1, Map.of());
  }

  @Test
  void timeLeftFollowsFromTheWeightThatIsDone() {
    board.begin(5, List.of(light, heavy, last));
    assertThat(board.snapshot().secondsLeft()).isNaN();
    board.started(light);
    now.addAndGet(2 * SECOND);
    board.ended(light, result(light));
    Snapshot snapshot = board.snapshot();
    assertThat(snapshot.reused()).isEqualTo(5);
    assertThat(snapshot.completed()).isEqualTo(1);
    assertThat(snapshot.share()).isEqualTo(1.0 / 8, within(1e-9));
    assertThat(snapshot.secondsLeft()).as("2 s a unit, 7 left").isEqualTo(14, within(1e-9));
    board.started(heavy);
    now.addAndGet(3 * SECOND);
    snapshot = board.snapshot();
    assertThat(snapshot.running()).hasSize(1);
    assertThat(snapshot.running().getFirst().share()).as("3 s of 6").isEqualTo(0.5, within(1e-9));
    assertThat(snapshot.secondsLeft()).isEqualTo(11, within(1e-9));
  }

  @Test
  void twoThreadsHalveTheTimeLeft() {
    board.begin(0, List.of(light, heavy, last));
    board.started(light);
    board.started(heavy);
    now.addAndGet(4 * SECOND);
    board.ended(light, result(light));
    board.ended(heavy, result(heavy));
    assertThat(board.snapshot().secondsLeft())
        .as("2 s a unit and thread, 4 left, two abreast")
        .isEqualTo(4, within(1e-9));
  }

  @Test
  void launchesAndCtasTellHowFarAJobIsOnceOneOfItsKindHasEnded() {
    board.begin(0, List.of(light, heavy));
    board.started(light);
    now.addAndGet(SECOND);
    JobResult jobResult = result(light);
    JobResult eight =
        new JobResult(
            "k",
            jobResult.job(),
            jobResult.input(),
            jobResult.ending(),
            jobResult.message(),
            jobResult.cycles(),
            8,
            jobResult.statistics(),
            jobResult.figures(),
            jobResult.distributions(),
            1,
            1,
            "test");
    board.ended(light, eight);
    board.started(heavy);
    assertThat(board.progress(heavy, new Progress("k", 100, 1, 2, 4))).isTrue();
    assertThat(board.progress(heavy, new Progress("k", 200, 1, 4, 4))).isTrue();
    assertThat(board.progress(heavy, new Progress("k", 50, 1, 2, 4))).isTrue();
    JobProgress.Running running = board.snapshot().running().getFirst();
    assertThat(running.share()).as("one launch and a half of eight").isEqualTo(1.5 / 8);
    assertThat(running.cycles()).isEqualTo(250);
  }

  @Test
  void failuresAreCountedAndEveryEndIsHeard() {
    board.begin(0, List.of(light, heavy));
    board.started(light);
    board.ended(light, TestJobs.wrong(light.job(), "k"));
    board.started(heavy);
    board.ended(heavy, null);
    assertThat(board.snapshot().failed()).isEqualTo(1);
    assertThat(board.snapshot().completed()).isEqualTo(1);
    assertThat(heard).extracting(JobProgress.Ended::place).containsExactly(1, 1);
  }
}
