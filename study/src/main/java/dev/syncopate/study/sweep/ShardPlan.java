package dev.syncopate.study.sweep;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.json.Json;
import dev.syncopate.study.json.JsonException;
import dev.syncopate.study.json.JsonReader;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Assignment of a study's jobs to shards. The first shard that starts deals: jobs in order of
 * falling cost, each to the shard with the least so far (LPT; Graham, "Bounds on multiprocessing
 * timing anomalies", 1969, §5). It writes the plan into the store, where the others, and restarted
 * shards, read it. All shards thus agree, independently of what has been simulated meanwhile.
 */
public final class ShardPlan {
  /**
   * The plan's file.
   *
   * @param command that the study is
   */
  private record Document(String command, int shards, List<Dealt> jobs) {}

  /**
   * A job in a shard.
   *
   * @param key of its result
   * @param title for people
   * @param seconds of a processor that it is expected to take
   * @param shard that does it
   */
  private record Dealt(String key, String title, double seconds, int shard) {}

  private final List<Dealt> jobs;
  private final Map<String, SweepTask> tasks;

  private ShardPlan(List<Dealt> jobs, Map<String, SweepTask> tasks) {
    this.jobs = jobs;
    this.tasks = tasks;
  }

  /**
   * The plan that the store has, or else a new one. A job that a result is there of costs nothing,
   * one that an older version of the program has done costs what it took then, and others are
   * estimated by their weights.
   *
   * @param store that all shards write to
   * @param keys of the running program
   * @param tasks of the whole study
   * @param shards their number
   * @param command that the study is
   * @throws StoreException if the store has a plan for another study, other shards or another
   *     program, or it cannot be read or written
   */
  public static ShardPlan of(
      ResultStore store, JobKeys keys, List<SweepTask> tasks, int shards, String command) {
    Map<String, SweepTask> byKey = byKey(keys, tasks);
    String text =
        store.plan(
            () -> Json.write(document(new Document(command, shards, dealt(store, byKey, shards)))));
    Document stored = read(store, text);
    requireSame(store, stored, byKey, shards, command);
    return new ShardPlan(stored.jobs, byKey);
  }

  private static void requireSame(
      ResultStore store,
      Document stored,
      Map<String, SweepTask> byKey,
      int shards,
      String command) {
    if (stored.shards != shards || !keysOf(stored).equals(List.copyOf(byKey.keySet()))) {
      throw new StoreException(
          "%s deals %d simulations of '%s' to %d shards; these are %d of '%s' for %d%s: choose another folder, or delete that file when no shard is running"
              .formatted(
                  store.planFile(),
                  stored.jobs.size(),
                  stored.command,
                  stored.shards,
                  byKey.size(),
                  command,
                  shards,
                  stored.shards == shards && stored.command.equals(command)
                      ? ", by another version of the program, of an input or of the sweep's file"
                      : ""));
    }
  }

  /**
   * What the shards of a study would do, without a plan being left.
   *
   * @throws StoreException if the store has a plan for another study, other shards or another
   *     program, or it cannot be read
   */
  public static ShardForecast forecast(
      ResultStore store, JobKeys keys, List<SweepTask> tasks, int shards, String command) {
    Map<String, SweepTask> byKey = byKey(keys, tasks);
    Optional<Document> stored = store.plan().map(text -> read(store, text));
    stored.ifPresent(plan -> requireSame(store, plan, byKey, shards, command));
    CostEstimates costs = CostEstimates.of(store.seconds(), byKey);
    List<Dealt> jobs = stored.isPresent() ? stored.get().jobs : dealt(store, byKey, shards);
    int left = 0;
    double longest = 0;
    double[] seconds = new double[shards];
    for (Dealt dealt : jobs) {
      if (store.find(job(byKey, dealt.key), dealt.key).isEmpty()) {
        left++;
        double cost = costs.seconds().getOrDefault(dealt.key, 0.0);
        longest = Math.max(longest, cost);
        seconds[dealt.shard - 1] += cost;
      }
    }
    return new ShardForecast(
        jobs.size(), left, costs.isMeasured(), longest, Arrays.stream(seconds).boxed().toList());
  }

  /** Titles of the jobs that the store has no result of, with the shard of each if it is known. */
  public static List<String> missing(ResultStore store, JobKeys keys, List<SweepTask> tasks) {
    Map<String, Integer> shardOf = new LinkedHashMap<>();
    Optional<Document> plan = store.plan().map(text -> read(store, text));
    plan.ifPresent(stored -> stored.jobs.forEach(job -> shardOf.put(job.key, job.shard)));
    List<String> missing = new ArrayList<>();
    byKey(keys, tasks)
        .forEach((key, task) -> {
          if (store.find(task.job(), key).isEmpty()) {
            Integer shard = shardOf.get(key);
            missing.add(
                task.title()
                    + (shard == null || plan.isEmpty()
                        ? ""
                        : " (shard %s)".formatted(new Shard(shard, plan.get().shards))));
          }
        });
    return missing;
  }

  /** What one shard does, in the order of the study. */
  public List<SweepTask> tasks(Shard shard) {
    return jobs.stream()
        .filter(job -> job.shard == shard.number())
        .map(job -> Optional.ofNullable(tasks.get(job.key)).orElseThrow())
        .toList();
  }

  static Map<String, SweepTask> byKey(JobKeys keys, List<SweepTask> tasks) {
    Map<Job, Boolean> seenJobs = new LinkedHashMap<>();
    Map<String, SweepTask> byKey = new LinkedHashMap<>();
    for (SweepTask task : tasks) {
      if (seenJobs.put(task.job(), true) == null) {
        byKey.putIfAbsent(keys.of(task.job()), task);
      }
    }
    return byKey;
  }

  private static List<String> keysOf(Document document) {
    return document.jobs.stream().map(Dealt::key).toList();
  }

  private static List<Dealt> dealt(ResultStore store, Map<String, SweepTask> tasks, int shards) {
    Map<String, Double> costs = CostEstimates.of(store.seconds(), tasks).seconds();
    Map<String, Integer> shardOf = new LinkedHashMap<>();
    double[] load = new double[shards];
    int[] count = new int[shards];
    List<String> order = new ArrayList<>(tasks.keySet());
    order.sort(Comparator.comparingDouble(key -> -costs.getOrDefault(key, 0.0)));
    for (String key : order) {
      boolean isStored = store.find(job(tasks, key), key).isPresent();
      int leastLoaded = 0;
      for (int i = 1; i < shards; i++) {
        if (load[i] < load[leastLoaded]
            || (load[i] == load[leastLoaded] && count[i] < count[leastLoaded])) {
          leastLoaded = i;
        }
      }
      load[leastLoaded] += isStored ? 0 : costs.getOrDefault(key, 0.0);
      count[leastLoaded]++;
      shardOf.put(key, leastLoaded + 1);
    }
    List<Dealt> dealt = new ArrayList<>();
    tasks.forEach((key, task) ->
        dealt.add(
            new Dealt(
                key, task.title(), costs.getOrDefault(key, 0.0), shardOf.getOrDefault(key, 1))));
    return dealt;
  }

  private static Job job(Map<String, SweepTask> tasks, String key) {
    return Optional.ofNullable(tasks.get(key)).orElseThrow().job();
  }

  private static Map<String, Object> document(Document plan) {
    List<Object> jobs = new ArrayList<>();
    for (Dealt job : plan.jobs) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("key", job.key);
      members.put("title", job.title);
      members.put("seconds", job.seconds);
      members.put("shard", job.shard);
      jobs.add(members);
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("command", plan.command);
    document.put("shards", plan.shards);
    document.put("jobs", jobs);
    return document;
  }

  private static Document read(ResultStore store, String text) {
    try {
      return JsonReader.read(text, Document.class);
    } catch (JsonException e) {
      throw new StoreException(
          "%s is no plan of shards: %s; delete it when no shard is running"
              .formatted(store.planFile(), e.getMessage()));
    }
  }
}
