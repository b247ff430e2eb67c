package dev.syncopate.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.job.GraphCache;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.job.JobSimulator;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
  private static final JobKeys KEYS = new JobKeys("a program");

  @TempDir private Path folder;

  private static List<SweepTask> tasks(int count) {
    return LongStream.rangeClosed(1, count)
        .mapToObj(seed -> new SweepTask("add " + seed, TestJobs.vecadd(seed), seed))
        .toList();
  }

  private Map<Job, JobResult> run(List<SweepTask> tasks, int threads, JobRunner runner) {
    return run(tasks, threads, runner, new JobProgress(System::nanoTime, () -> false, ended -> {}));
  }

  private Map<Job, JobResult> run(
      List<SweepTask> tasks, int threads, JobRunner runner, JobProgress board) {
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      return new Sweep(store, KEYS, runner, threads, board, "test").run(tasks, () -> {});
    }
  }

  private static JobResult made(Job job, String key) {
    return TestJobs.result(job, key, job.seed(), Map.of());
  }

  private static Ending ending(Map<Job, JobResult> results, SweepTask task) {
    return result(results, task).ending();
  }

  private static JobResult result(Map<Job, JobResult> results, SweepTask task) {
    return Objects.requireNonNull(results.get(task.job()), task.title());
  }

  @Test
  void resultsDoNotDependOnTheNumberOfThreads() throws IOException {
    List<SweepTask> tasks = tasks(6);
    Map<Job, JobResult> sequential = run(tasks, 1, new JobSimulator("test", new GraphCache()));
    try (Stream<Path> files = Files.list(folder.resolve("results"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Map<Job, JobResult> four = run(tasks, 4, new JobSimulator("test", new GraphCache()));
    assertThat(four.keySet()).containsExactlyElementsOf(sequential.keySet());
    sequential.forEach(
        (job, result) -> assertThat(result.sameAs(four.get(job))).as("%s", job).isTrue());
  }

  @Test
  void whatIsThereIsNotDoneAgain() {
    List<SweepTask> tasks = tasks(4);
    run(tasks.subList(0, 2), 1, (job, key, progress) -> made(job, key));
    List<Long> seeds = Collections.synchronizedList(new ArrayList<>());
    Map<Job, JobResult> results =
        run(
            tasks,
            2,
            (job, key, progress) -> {
              seeds.add(job.seed());
              return made(job, key);
            });
    assertThat(seeds).containsExactlyInAnyOrder(3L, 4L);
    assertThat(results.values().stream().map(JobResult::cycles)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aJobThatFailsDoesNotStopTheOthersAndIsTriedAgain() {
    List<SweepTask> tasks = tasks(5);
    Map<Job, JobResult> results =
        run(
            tasks,
            2,
            (job, key, progress) ->
                switch ((int) job.seed()) {
                  case 2 -> throw new IllegalStateException("an illegal state");
                  case 3 -> TestJobs.wrong(job, key);
                  case 4 -> throw new OutOfMemoryError("heap");
                  default -> made(job, key);
                });
    assertThat(tasks.stream().map(task -> ending(results, task)))
        .containsExactly(Ending.RIGHT, Ending.FAILED, Ending.WRONG, Ending.FAILED, Ending.RIGHT);
    assertThat(result(results, tasks.get(1)).message()).contains("an illegal state");
    assertThat(result(results, tasks.get(3)).message()).contains("out of memory; --jobs 1, or");
    AtomicInteger again = new AtomicInteger();
    run(
        tasks,
        2,
        (job, key, progress) -> {
          again.incrementAndGet();
          return made(job, key);
        });
    assertThat(again).hasValue(3);
  }

  @Test
  void oneSimulationThatIsWantedTwiceRunsOnce() {
    AtomicInteger runs = new AtomicInteger();
    SweepTask task = tasks(1).getFirst();
    Map<Job, JobResult> results =
        run(
            List.of(task, new SweepTask("again", task.job(), 1)),
            2,
            (job, key, progress) -> {
              runs.incrementAndGet();
              return made(job, key);
            });
    assertThat(runs).hasValue(1);
    assertThat(results).hasSize(1);
  }

  @Test
  void aJobThatNamesNothingThatExistsIsRefusedBeforeAnythingRuns() {
    Job unknown =
        new Job(
            "nothing",
            new JobInput.Generated(""),
            new TreeMap<>(),
            "rsp-8cu",
            List.of(),
            "gpu",
            "hrf",
            1);
    List<SweepTask> tasks = new ArrayList<>(tasks(1));
    tasks.add(new SweepTask("unknown", unknown, 1));
    assertThatThrownBy(() ->
            run(
                tasks,
                1,
                (job, key, progress) -> {
                  throw new AssertionError("ran");
                }))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("there is no workload 'nothing'");
  }

  @Test
  void aRequestToStopKeepsWhatHasEnded() {
    AtomicInteger ended = new AtomicInteger();
    JobProgress board =
        new JobProgress(System::nanoTime, () -> ended.get() >= 2, end -> ended.incrementAndGet());
    Map<Job, JobResult> results = run(tasks(5), 1, (job, key, progress) -> made(job, key), board);
    assertThat(results).hasSize(2);
    AtomicInteger calls = new AtomicInteger();
    run(
        tasks(5),
        1,
        (job, key, progress) -> {
          calls.incrementAndGet();
          return made(job, key);
        });
    assertThat(calls).hasValue(3);
  }

  @Test
  void aStoreThatCannotBeWrittenEndsTheSweepWithWhatItHas() {
    try (ResultStore store = ResultStore.open(folder, _ -> {})) {
      JobProgress board = new JobProgress(System::nanoTime, () -> false, ended -> {});
      JobRunner runner =
          (job, key, progress) -> {
            try {
              Files.deleteIfExists(folder.resolve("results"));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
            return made(job, key);
          };
      Sweep sweep = new Sweep(store, KEYS, runner, 1, board, "test");
      Map<Job, JobResult> results = sweep.run(tasks(3), () -> {});
      assertThat(results.values().stream().map(JobResult::cycles)).containsExactly(3L);
      assertThat(sweep.unkept())
          .get()
          .extracting(StoreException::getMessage)
          .asString()
          .contains("cannot write");
    }
  }
}
