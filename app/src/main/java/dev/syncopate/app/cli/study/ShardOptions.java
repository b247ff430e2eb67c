package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.cluster.EngineShard;
import dev.syncopate.study.sweep.Shard;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands whose simulations several processes may share. */
final class ShardOptions {
  private static final String AUTO = "auto";

  @Option(
      names = "--shard",
      paramLabel = "K/N",
      arity = "0..1",
      fallbackValue = AUTO,
      description =
          "Run part K of N of the simulations and keep their results; no report. Any number of shards"
              + " may write to one folder, on one computer or many. Without K/N, or with auto: the"
              + " task that Slurm, Kubernetes or GNU parallel says this is.")
  private @Nullable String shard;

  @Option(
      names = "--collect",
      description =
          "Simulate nothing: write the report of what shards have kept, and name what is missing.")
  private boolean collect;

  /** The part to run; none for a whole study, or to collect one. */
  Optional<Shard> shard() {
    if (shard == null) {
      return Optional.empty();
    }
    if (collect) {
      throw new UserErrorException("--shard and --collect: found both, expected one of them");
    }
    try {
      return Optional.of(shard.equals(AUTO) ? EngineShard.of(System.getenv()) : Shard.parse(shard));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--shard: " + e.getMessage());
    }
  }

  boolean collect() {
    return collect;
  }

  /** The option that a study is not run as a whole by; none if it is. */
  Optional<String> name() {
    return shard != null
        ? Optional.of("--shard")
        : collect ? Optional.of("--collect") : Optional.empty();
  }
}
