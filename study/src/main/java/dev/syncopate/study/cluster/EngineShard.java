package dev.syncopate.study.cluster;

import dev.syncopate.study.sweep.Shard;
import java.util.List;
import java.util.Map;

/** Shard of a task that an engine has started, from the environment variables of the task. */
public final class EngineShard {
  /** Number of shards; the scripts of this program set it. */
  public static final String SHARDS = "SYNCOPATE_SHARDS";

  private static final String SLURM = "SLURM_ARRAY_TASK_ID";
  private static final String SLURM_FIRST = "SLURM_ARRAY_TASK_MIN";
  private static final String SLURM_LAST = "SLURM_ARRAY_TASK_MAX";
  private static final String SLURM_STEP = "SLURM_ARRAY_TASK_STEP";
  private static final String SLURM_COUNT = "SLURM_ARRAY_TASK_COUNT";
  private static final String KUBERNETES = "JOB_COMPLETION_INDEX";
  private static final String PARALLEL = "PARALLEL_SEQ";

  private EngineShard() {}

  /**
   * The shard of this task.
   *
   * @param environment of the process
   * @throws IllegalArgumentException if it tells no shard; the message is for the user
   */
  public static Shard of(Map<String, String> environment) {
    List<String> engines =
        List.of(SLURM, KUBERNETES, PARALLEL).stream().filter(environment::containsKey).toList();
    if (engines.isEmpty()) {
      throw new IllegalArgumentException(
          "found none of %s, %s and %s in the environment, expected K/N, the shard's number and how many there are, such as 2/3"
              .formatted(SLURM, KUBERNETES, PARALLEL));
    }
    if (engines.size() > 1) {
      throw new IllegalArgumentException(
          "found %s in the environment, expected one of them, or K/N such as 2/3"
              .formatted(String.join(" and ", engines)));
    }
    String engine = engines.getFirst();
    int task = number(environment, engine);
    if (environment.containsKey(SHARDS)) {
      int shards = number(environment, SHARDS);
      return shard(engine, engine.equals(KUBERNETES) ? task + 1 : task, shards);
    }
    if (!engine.equals(SLURM)) {
      throw new IllegalArgumentException(
          "found %s and no %s in the environment, expected the number of shards there, or K/N such as 2/3"
              .formatted(engine, SHARDS));
    }
    return ofArray(environment, task);
  }

  /** An array's tasks may begin at any number and have any step, but no gaps. */
  private static Shard ofArray(Map<String, String> environment, int task) {
    int first = number(environment, SLURM_FIRST);
    int last = number(environment, SLURM_LAST);
    int step = environment.containsKey(SLURM_STEP) ? number(environment, SLURM_STEP) : 1;
    int count = number(environment, SLURM_COUNT);
    if (step < 1 || (last - first) / step + 1 != count) {
      throw new IllegalArgumentException(
          "found an array of %d tasks from %d to %d, which has gaps: expected all shards in it, or their number in %s"
              .formatted(count, first, last, SHARDS));
    }
    return shard(SLURM, (task - first) / step + 1, count);
  }

  private static Shard shard(String variable, int number, int count) {
    try {
      return new Shard(number, count);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(variable + ": " + e.getMessage(), e);
    }
  }

  private static int number(Map<String, String> environment, String variable) {
    String text = environment.getOrDefault(variable, "");
    if (!text.matches("\\d{1,9}")) {
      throw new IllegalArgumentException(
          "%s: found '%s', expected a whole number".formatted(variable, text));
    }
    return Integer.parseInt(text);
  }
}
