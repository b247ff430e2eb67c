package dev.syncopate.study.job;

import dev.syncopate.study.job.JobResult.Ending;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Jobs and results for tests of any room. */
public final class TestJobs {
  private TestJobs() {}

  /** A small vector addition that differs from others in its seed. */
  public static Job vecadd(long seed) {
    return new Job(
        "vecadd",
        new JobInput.Generated("200"),
        new TreeMap<>(),
        "rsp-8cu",
        List.of(),
        "gpu",
        "hrf",
        seed);
  }

  /** A result made up. */
  public static JobResult result(Job job, String key, long cycles, Map<String, Long> statistics) {
    return new JobResult(
        key,
        job.describe(),
        "size 200",
        Ending.RIGHT,
        "all equal",
        cycles,
        1,
        new TreeMap<>(statistics),
        Map.of("elements", 200L),
        Map.of("workgroup.cycles", new long[] {3, 5, 4}),
        0.25,
        0.125,
        "test");
  }

  /** A result of a job that went wrong. */
  public static JobResult wrong(Job job, String key) {
    JobResult right = result(job, key, 1, Map.of());
    return new JobResult(
        key,
        right.job(),
        right.input(),
        Ending.WRONG,
        "element 3 is 1, expected 2",
        right.cycles(),
        right.launches(),
        right.statistics(),
        right.figures(),
        right.distributions(),
        right.wallSeconds(),
        right.cpuSeconds(),
        right.version());
  }
}
