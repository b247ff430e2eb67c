package dev.syncopate.study.cluster;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A study in shards for an engine. The templates of scripts take their values from its methods,
 * quoted as a shell ({@code shell…}) or YAML ({@code yaml…}) reads them.
 *
 * @param title for people, one line
 * @param job name of the job: a DNS label
 * @param words the study's command line, to which {@code --shard} or {@code --collect} is appended
 * @param directory in which the command line runs
 * @param logs folder for what the shards print
 * @param shards their number
 * @param cores of a shard
 * @param gibibytes of memory of a shard, at least 2
 * @param limit minutes that a shard may take; empty for the engine's own limit
 * @param volume what Kubernetes mounts
 * @param hosts of GNU parallel, as its {@code --sshlogin} takes them; empty for this computer
 */
public record Submission(
    String title,
    String job,
    List<String> words,
    String directory,
    String logs,
    int shards,
    int cores,
    int gibibytes,
    OptionalLong limit,
    Volume volume,
    String hosts) {
  private static final int MINUTES = 60;
  private static final int LONGEST_LABEL = 40;

  /** Shards whose time is off by this much still end in time. */
  private static final int TIME_FACTOR = 2;

  private static final int SECONDS = 60;
  private static final int TIME_STEP = 10;

  /**
   * The volume of a Kubernetes pod.
   *
   * @param image of the container, with a JDK 25
   * @param claim name of the persistent volume claim
   * @param mount where the container sees the volume
   */
  public record Volume(String image, String claim, String mount) {}

  public Submission {
    words = List.copyOf(words);
  }

  /** The nearest DNS label, short enough for a suffix. */
  public static String label(String text) {
    String label =
        text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String cut = label.substring(0, Math.min(label.length(), LONGEST_LABEL));
    return cut.isEmpty() ? "study" : cut.replaceAll("-+$", "");
  }

  /**
   * Time limit of a shard in minutes: twice its expected time and ten minutes, in steps of ten.
   *
   * @param seconds that the shard with the most to do is expected to take
   */
  public static long minutes(double seconds) {
    double expected = TIME_FACTOR * seconds / SECONDS;
    return TIME_STEP * (1 + (long) Math.ceil(expected / TIME_STEP));
  }

  /** The command line as a shell's word each. */
  public String shellCommand() {
    return words.stream().map(Submission::quoted).collect(Collectors.joining(" "));
  }

  /** The command line of a shard as one word, for engines that start a new shell. */
  public String shellShard() {
    return quoted(shellCommand() + " --shard");
  }

  /** Working directory. */
  public String shellDirectory() {
    return quoted(directory);
  }

  /** Folder for what the shards print. */
  public String shellLogs() {
    return quoted(logs);
  }

  /** The same where Slurm replaces {@code %}. */
  public String slurmLogs() {
    return quoted(logs.replace("%", "%%"));
  }

  /** Hosts of GNU parallel. */
  public String shellHosts() {
    return quoted(hosts);
  }

  /** Time limit, as Slurm takes it; empty for none. */
  public String slurmLimit() {
    return limit.isEmpty()
        ? ""
        : "%d:%02d:00".formatted(limit.getAsLong() / MINUTES, limit.getAsLong() % MINUTES);
  }

  /** Time limit in seconds; empty for none. */
  public String secondsLimit() {
    return limit.isEmpty() ? "" : Long.toString(limit.getAsLong() * MINUTES);
  }

  /** The most memory of Java's heap: what is not heap takes about a gibibyte. */
  public int heap() {
    return gibibytes - 1;
  }

  /** The container's command of a shard. */
  public String yamlShard() {
    return yaml("--shard");
  }

  /** The container's command that collects. */
  public String yamlCollect() {
    return yaml("--collect");
  }

  /** The container's image. */
  public String yamlImage() {
    return text(volume.image);
  }

  /** The claim. */
  public String yamlClaim() {
    return text(volume.claim);
  }

  /** Where the volume is, which is also where the command line runs. */
  public String yamlMount() {
    return text(volume.mount);
  }

  private String yaml(String option) {
    return Stream.concat(words.stream(), Stream.of(option))
        .map(Submission::text)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /** A double-quoted scalar. */
  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
