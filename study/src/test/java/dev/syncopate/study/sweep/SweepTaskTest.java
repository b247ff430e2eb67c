package dev.syncopate.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.TestJobs;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SweepTaskTest {
  private static SweepTask task(String title, String size, double weight) {
    return new SweepTask(
        title,
        new Job(
            "vecadd",
            new JobInput.Generated(size),
            new TreeMap<>(),
            "rsp-8cu",
            List.of(),
            "gpu",
            "hrf",
            (long) weight),
        weight);
  }

  @Test
  void jobsOnOneInputFollowOneAnotherLongestFirst() {
    List<SweepTask> ordered =
        SweepTask.ordered(
            List.of(
                task("small", "10", 3),
                task("large short", "20", 2),
                task("small long", "10", 4),
                task("large long", "20", 9)));
    assertThat(ordered.stream().map(SweepTask::title))
        .containsExactly("large long", "large short", "small long", "small");
  }

  @Test
  void aTaskWithoutWeightWouldSpoilTheEstimate() {
    assertThatThrownBy(() -> new SweepTask("t", TestJobs.vecadd(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("t weighs 0.0");
  }
}
