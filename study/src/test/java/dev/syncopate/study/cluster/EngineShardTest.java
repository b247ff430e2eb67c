package dev.syncopate.study.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineShardTest {
  private static String shard(Map<String, String> environment) {
    return EngineShard.of(environment).toString();
  }

  private static Map<String, String> array(String id, String first, String last, String count) {
    return Map.of(
        "SLURM_ARRAY_TASK_ID", id,
        "SLURM_ARRAY_TASK_MIN", first,
        "SLURM_ARRAY_TASK_MAX", last,
        "SLURM_ARRAY_TASK_COUNT", count);
  }

  @Test
  void eachEngineTellsTheShardInItsOwnVariable() {
    assertThat(shard(Map.of("SYNCOPATE_SHARDS", "8", "SLURM_ARRAY_TASK_ID", "3"))).isEqualTo("3/8");
    assertThat(shard(Map.of("SYNCOPATE_SHARDS", "8", "PARALLEL_SEQ", "8"))).isEqualTo("8/8");
    assertThat(shard(Map.of("SYNCOPATE_SHARDS", "8", "JOB_COMPLETION_INDEX", "0")))
        .as("indices are from 0")
        .isEqualTo("1/8");
  }

  @Test
  void anArrayOfAnyFirstNumberAndStepIsCountedFromOne() {
    assertThat(shard(array("0", "0", "3", "4"))).isEqualTo("1/4");
    assertThat(shard(array("13", "10", "13", "4"))).isEqualTo("4/4");
    Map<String, String> odd =
        Map.of(
            "SLURM_ARRAY_TASK_ID", "5",
            "SLURM_ARRAY_TASK_MIN", "1",
            "SLURM_ARRAY_TASK_MAX", "7",
            "SLURM_ARRAY_TASK_STEP", "2",
            "SLURM_ARRAY_TASK_COUNT", "4");
    assertThat(shard(odd)).isEqualTo("3/4");
  }

  @Test
  void anArrayWithGapsNeedsTheNumberOfShards() {
    assertThatThrownBy(() -> shard(array("7", "3", "7", "2")))
        .hasMessage(
            "found an array of 2 tasks from 3 to 7, which has gaps: expected all shards in it, or their number in SYNCOPATE_SHARDS");
  }

  @Test
  void anEnvironmentThatTellsNoShardIsAnError() {
    assertThatThrownBy(() -> shard(Map.of()))
        .hasMessage(
            "found none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and PARALLEL_SEQ in the environment, expected K/N, the shard's number and how many there are, such as 2/3");
    assertThatThrownBy(() -> shard(Map.of("PARALLEL_SEQ", "1")))
        .hasMessage(
            "found PARALLEL_SEQ and no SYNCOPATE_SHARDS in the environment, expected the number of shards there, or K/N such as 2/3");
    assertThatThrownBy(() -> shard(Map.of("PARALLEL_SEQ", "1", "SLURM_ARRAY_TASK_ID", "2")))
        .hasMessage(
            "found SLURM_ARRAY_TASK_ID and PARALLEL_SEQ in the environment, expected one of them, or K/N such as 2/3");
    assertThatThrownBy(() -> shard(Map.of("SYNCOPATE_SHARDS", "many", "SLURM_ARRAY_TASK_ID", "2")))
        .hasMessage("SYNCOPATE_SHARDS: found 'many', expected a whole number");
    assertThatThrownBy(() -> shard(Map.of("SYNCOPATE_SHARDS", "4", "JOB_COMPLETION_INDEX", "4")))
        .hasMessage("JOB_COMPLETION_INDEX: found shard 5 of 4, expected a number from 1 to 4");
  }
}
