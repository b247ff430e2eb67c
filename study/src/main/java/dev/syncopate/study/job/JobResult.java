package dev.syncopate.study.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that came out of a job. Equal jobs give equal results but for the times of the host.
 *
 * @param key what decided the result, as a digest; see {@link JobKeys}
 * @param job in words, as {@link Job#describe} gives it
 * @param input what the workload worked on: the name of an original graph, a stand-in's name, which
 *     ends in {@code -like}, or a size
 * @param ending how it ended
 * @param message what was compared with the reference, or what went wrong
 * @param cycles core cycles of all launches; those of a launch that ran some CTAs of its grid only,
 *     and its counters, are multiplied by how many there are for each that ran
 * @param launches their number
 * @param statistics counters of all launches, by the names of docs/use/statistics.md
 * @param figures amounts of work done, by the workload's names
 * @param distributions samples, by the workload's names; on a mesh also what its links carried, see
 *     {@link MeshLoad}
 * @param wallSeconds of the host
 * @param cpuSeconds of the host's thread
 * @param version of the program
 */
public record JobResult(
    String key,
    Map<String, ?> job,
    String input,
    Ending ending,
    String message,
    long cycles,
    long launches,
    SortedMap<String, Long> statistics,
    Map<String, Long> figures,
    Map<String, long[]> distributions,
    double wallSeconds,
    double cpuSeconds,
    String version) {

  /** End of a job. */
  public enum Ending {
    /** Every launch ended and the answer is that of the reference. */
    RIGHT,
    /**
     * Every launch ended; there was nothing to compare an answer with. The message says what was.
     */
    UNCHECKED,
    /** The answer differs from the reference's. */
    WRONG,
    /** A launch made no progress. */
    HANG,
    /** A launch failed in another way, or the program did. */
    FAILED
  }

  public JobResult {
    job = Collections.unmodifiableMap(new LinkedHashMap<>(job));
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    distributions = Collections.unmodifiableMap(new LinkedHashMap<>(distributions));
  }

  /** Whether its numbers may be used. */
  public boolean right() {
    return ending == Ending.RIGHT || ending == Ending.UNCHECKED;
  }

  /** A counter's value; 0 if nothing of that name was counted. */
  public long statistic(String name) {
    return statistics.getOrDefault(name, 0L);
  }

  /** A figure's value; 0 if the workload has none of that name. */
  public long figure(String name) {
    return figures.getOrDefault(name, 0L);
  }

  /** A distribution's samples; empty if the workload has none of that name. */
  public long[] distribution(String name) {
    return distributions.getOrDefault(name, new long[0]);
  }

  /** The same apart from the times of the host, which no two runs share. */
  public boolean sameAs(@Nullable JobResult second) {
    return second != null && withoutTimes().equals(second.withoutTimes());
  }

  private Map<String, Object> withoutTimes() {
    Map<String, Object> content = new LinkedHashMap<>(JobResultJson.document(this));
    content.remove("wallSeconds");
    content.remove("cpuSeconds");
    return content;
  }
}
