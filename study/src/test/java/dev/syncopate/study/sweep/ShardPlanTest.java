package dev.syncopate.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardPlanTest {
  private static final JobKeys KEYS = new JobKeys("a program");
  private static final String COMMAND = "./syncopate reproduce this";

  @TempDir private Path folder;

  private static SweepTask task(long seed, double weight) {
    return new SweepTask("add " + seed, TestJobs.vecadd(seed), weight);
  }

  private static List<SweepTask> tasks(double... weights) {
    return LongStream.range(0, weights.length)
        .mapToObj(seed -> task(seed, weights[(int) seed]))
        .toList();
  }

  private ResultStore shard(int number) {
    return ResultStore.openShard(folder, number, _ -> {});
  }

  private List<String> titles(List<SweepTask> tasks, Shard shard) {
    try (ResultStore store = shard(shard.number())) {
      return ShardPlan.of(store, KEYS, tasks, shard.count(), COMMAND).tasks(shard).stream()
          .map(SweepTask::title)
          .toList();
    }
  }

  private void keep(Job job, JobKeys keys, double seconds) {
    try (ResultStore store = shard(1)) {
      JobResult jobResult = TestJobs.result(job, keys.of(job), 1, Map.of());
      store.keep(
          job,
          new JobResult(
              jobResult.key(),
              jobResult.job(),
              jobResult.input(),
              jobResult.ending(),
              jobResult.message(),
              jobResult.cycles(),
              jobResult.launches(),
              jobResult.statistics(),
              jobResult.figures(),
              jobResult.distributions(),
              seconds,
              seconds,
              jobResult.version()));
    }
  }

  @Test
  void theLongestAreDealtFirstEachToTheShardWithTheLeast() {
    List<SweepTask> tasks = tasks(1, 7, 2, 6, 2, 2);
    assertThat(titles(tasks, new Shard(1, 2))).containsExactly("add 0", "add 1", "add 4");
    assertThat(titles(tasks, new Shard(2, 2))).containsExactly("add 2", "add 3", "add 5");
  }

  @Test
  void everyJobIsInOneShardAndOneThatIsWantedTwiceOnlyOnce() {
    List<SweepTask> tasks = new ArrayList<>(tasks(5, 4, 3, 2, 1));
    tasks.add(new SweepTask("add 2 again", TestJobs.vecadd(2), 3));
    List<String> dealt = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      dealt.addAll(titles(tasks, new Shard(i, 3)));
    }
    assertThat(dealt).containsExactlyInAnyOrder("add 0", "add 1", "add 2", "add 3", "add 4");
  }

  @Test
  void moreShardsThanJobsLeaveSomeWithoutAny() {
    assertThat(titles(tasks(1), new Shard(1, 3))).containsExactly("add 0");
    assertThat(titles(tasks(1), new Shard(3, 3))).isEmpty();
  }

  @Test
  void recordedSecondsOfAnotherVersionOfTheProgramReplaceWeightsAndGiveThemTheirUnit() {
    List<SweepTask> tasks = tasks(1, 1, 1, 10);
    keep(tasks.get(0).job(), new JobKeys("an older program"), 40);
    keep(tasks.get(1).job(), new JobKeys("an older program"), 2);
    // 42 seconds for a weight of 2: 21 s for "add 2", 210 s for "add 3".
    assertThat(titles(tasks, new Shard(1, 3))).containsExactly("add 3");
    assertThat(titles(tasks, new Shard(2, 3))).containsExactly("add 0");
    assertThat(titles(tasks, new Shard(3, 3))).containsExactly("add 1", "add 2");
  }

  @Test
  void whatIsThereAlreadyWeighsNothing() {
    List<SweepTask> tasks = tasks(9, 3, 2);
    keep(tasks.getFirst().job(), KEYS, 900);
    assertThat(titles(tasks, new Shard(1, 2))).containsExactly("add 0", "add 2");
    assertThat(titles(tasks, new Shard(2, 2))).containsExactly("add 1");
  }

  @Test
  void thePlanStaysWhateverIsSimulatedMeanwhile() {
    List<SweepTask> tasks = tasks(3, 2, 2);
    List<String> first = titles(tasks, new Shard(1, 2));
    keep(tasks.get(1).job(), KEYS, 500);
    assertThat(titles(tasks, new Shard(2, 2))).containsExactly("add 1", "add 2");
    assertThat(titles(tasks, new Shard(1, 2))).isEqualTo(first);
  }

  @Test
  void shardsOfDifferentPlansInOneFolderAreRefused() {
    titles(tasks(1, 2), new Shard(1, 2));
    Path plan = folder.resolve("shards.json");
    assertThatThrownBy(() -> titles(tasks(1, 2), new Shard(1, 4)))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            plan
                + " deals 2 simulations of './syncopate reproduce this' to 2 shards; these are 2 of"
                + " './syncopate reproduce this' for 4: choose another folder, or delete that file"
                + " when no shard is running");
    assertThatThrownBy(() -> titles(tasks(1, 2, 3), new Shard(2, 2)))
        .hasMessageContaining(
            "these are 3 of './syncopate reproduce this' for 2, by another version");
  }

  @Test
  void aPlanThatIsBrokenIsRefused() throws Exception {
    titles(tasks(1, 2), new Shard(1, 2));
    Path plan = folder.resolve("shards.json");
    Files.writeString(plan, "{\"command\": \"x\", \"shards\": 2}");
    assertThatThrownBy(() -> titles(tasks(1, 2), new Shard(1, 2)))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith(plan + " is no plan of shards: ")
        .hasMessageEndingWith("; delete it when no shard is running");
  }

  @Test
  void whatIsMissingIsNamedWithItsShard() {
    List<SweepTask> tasks = tasks(3, 2);
    try (ResultStore store = ResultStore.openShared(folder, _ -> {})) {
      assertThat(ShardPlan.missing(store, KEYS, tasks)).containsExactly("add 0", "add 1");
    }
    titles(tasks, new Shard(1, 2));
    keep(tasks.getFirst().job(), KEYS, 1);
    try (ResultStore store = ResultStore.openShared(folder, _ -> {})) {
      assertThat(ShardPlan.missing(store, KEYS, tasks)).containsExactly("add 1 (shard 2/2)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4/3 | found shard 4 of 3, expected a number from 1 to 3",
        "0/3 | found shard 0 of 3, expected a number from 1 to 3",
        "1/0 | found 0 shards, expected from 1 to 100000",
        "1/100001 | found 100001 shards, expected from 1 to 100000",
        "2 | found '2', expected K/N, the shard's number and how many there are, such as 2/3",
        "-1/3 | found '-1/3', expected K/N, the shard's number and how many there are, such as 2/3"
      })
  void aNumberOutsideTheShardsIsRefused(String text, String message) {
    assertThatThrownBy(() -> Shard.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void aShardIsReadAndPrinted() {
    assertThat(Shard.parse("2/3")).isEqualTo(new Shard(2, 3)).hasToString("2/3");
  }

  @Test
  void aForecastIsOfWhatIsLeftAndLeavesNoPlan() {
    List<SweepTask> tasks = tasks(1, 7, 2, 6, 2, 2);
    ShardForecast unmeasured;
    try (ResultStore store = shard(1)) {
      unmeasured = ShardPlan.forecast(store, KEYS, tasks, 2, COMMAND);
      assertThat(unmeasured).isEqualTo(new ShardForecast(6, 6, false, 7, List.of(10.0, 10.0)));
      assertThat(store.plan()).isEmpty();
    }
    keep(tasks.get(1).job(), KEYS, 70);
    try (ResultStore store = shard(1)) {
      ShardForecast measured = ShardPlan.forecast(store, KEYS, tasks, 2, COMMAND);
      assertThat(measured.simulations()).isEqualTo(6);
      assertThat(measured.left()).isEqualTo(5);
      assertThat(measured.isMeasured()).isTrue();
      assertThat(measured.longest()).as("the simulation of weight 6").isEqualTo(60);
      assertThat(measured.seconds().stream().mapToDouble(seconds -> seconds).sum()).isEqualTo(130);
      assertThat(measured.busiest(1)).isEqualTo(70);
      assertThat(measured.busiest(4)).as("no shorter than the longest").isEqualTo(60);
      assertThat(measured.and(unmeasured).isMeasured()).isFalse();
      assertThat(measured.and(unmeasured).left()).isEqualTo(11);
    }
  }

  @Test
  void aForecastForAnotherNumberOfShardsThanThePlansIsRefused() {
    List<SweepTask> tasks = tasks(1, 2);
    titles(tasks, new Shard(1, 2));
    try (ResultStore store = shard(1)) {
      assertThatThrownBy(() -> ShardPlan.forecast(store, KEYS, tasks, 3, COMMAND))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("to 2 shards; these are 2 of '" + COMMAND + "' for 3");
    }
  }
}
