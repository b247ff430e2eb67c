package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.cluster.ClusterEngine;
import dev.syncopate.study.cluster.Submission;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.ProgramDigest;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.sweep.Shard;
import dev.syncopate.study.sweep.ShardForecast;
import dev.syncopate.study.sweep.ShardPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code submit}: a study in shards, for the engine of a cluster. */
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Write the script that runs a study's shards on many computers and then collects them; --go"
          + " hands it to the engine.",
      "Every shard runs the same command line, which also works without an engine."
    },
    footer = {
      "",
      "Example:",
      "  syncopate submit --engine slurm --shards 64 --go -- sweep FILE --out FOLDER",
      "  syncopate submit --engine parallel --shards 8 --hosts 4/alpha,4/beta -- reproduce lab"
    })
public final class SubmitCommand implements Callable<Integer> {
  private static final List<String> COMMANDS = List.of("sweep", "reproduce");
  private static final String FOLDER = "submit";

  /** Gibibytes of a Java process without its simulations, and of each simulation. */
  private static final int PROCESS_GIBIBYTES = 2;

  private static final int MOST_GIBIBYTES = 4096;
  private static final long MOST_MINUTES = 366L * 24 * 60;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      required = true,
      description = "slurm, kubernetes or parallel (GNU parallel).")
  private String engineName = "";

  @Option(
      names = "--shards",
      paramLabel = "N",
      required = true,
      description = "How many tasks share the simulations.")
  private int shards;

  @Option(names = "--go", description = "Hand the script over; else it is only written.")
  private boolean go;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "The study's folder, which all computers share; the script is in FOLDER/submit. Default:"
              + " the study's own")
  private @Nullable Path out;

  @Option(
      names = "--time",
      paramLabel = "MINUTES",
      description =
          "The most that a shard may take. Default: twice the plan's time, once a result tells it")
  private @Nullable Long minutes;

  @Option(
      names = "--memory",
      paramLabel = "GIB",
      description = "Memory of a shard. Default: 2, and 1 for each simulation at once")
  private @Nullable Integer memory;

  @Option(
      names = "--hosts",
      paramLabel = "HOST,...",
      description =
          "parallel: computers to reach by ssh, such as 8/alpha for eight shards at once; ':' is this"
              + " one. Default: this one")
  private String hosts = "";

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      defaultValue = "eclipse-temurin:25",
      description = "kubernetes: a container image with a JDK 25. Default: ${DEFAULT-VALUE}")
  private String image = "";

  @Option(
      names = "--claim",
      paramLabel = "NAME",
      description = "kubernetes: the persistent volume claim with the study and the program.")
  private @Nullable String claim;

  @Option(
      names = "--mount",
      paramLabel = "FOLDER",
      description =
          "kubernetes: where containers mount the volume and run the command line. Default: the"
              + " current folder")
  private @Nullable Path mount;

  @Option(
      names = "--program",
      paramLabel = "FILE",
      description = "The launcher's name on the computers. Default: that of this one")
  private @Nullable String program;

  @Parameters(
      arity = "1..*",
      paramLabel = "STUDY",
      description = "sweep or reproduce, with all of its options.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    ClusterEngine engine = engine();
    requireShards();
    List<String> command = words.subList(words.getFirst().equals("--") ? 1 : 0, words.size());
    String name = command.isEmpty() ? "nothing" : command.getFirst();
    if (!COMMANDS.contains(name)) {
      throw new UserErrorException("expected sweep or reproduce, found '" + name + "'");
    }
    List<String> arguments = command.subList(1, command.size());
    CommandLine line = parse(name, arguments);
    if (line.isUsageHelpRequested()) {
      line.usage(spec.commandLine().getOut());
      return ExitCode.RIGHT;
    }
    ShardedStudy.Whole study = ((ShardedStudy) line.getCommand()).whole();
    study
        .refusal()
        .ifPresent(sentence -> {
          throw new UserErrorException(sentence);
        });
    ShardForecast forecast = forecast(study);
    int cores = study.options().hasJobs() ? study.options().jobs() : 1;
    Submission submission =
        new Submission(
            "%s %s: %d simulations in %d shards"
                .formatted(name, study.name(), forecast.simulations(), shards),
            Submission.label(name + "-" + study.name()),
            line(command, study),
            directory().toString(),
            study.folder().resolve(FOLDER).toString(),
            shards,
            cores,
            gibibytes(cores),
            limit(forecast, cores),
            volume(engine),
            hosts);
    Path script = write(engine, study.folder(), submission);
    report(study.options(), forecast, submission, engine, script);
    return go ? handOver(engine, script) : ExitCode.RIGHT;
  }

  private ClusterEngine engine() {
    try {
      return ClusterEngine.parse(engineName);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--engine: " + e.getMessage());
    }
  }

  private void requireShards() {
    try {
      Shard _ = new Shard(1, shards);
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--shards: " + e.getMessage());
    }
  }

  private CommandLine parse(String name, List<String> arguments) {
    List<String> studyArguments = new ArrayList<>(arguments);
    if (out != null) {
      studyArguments.addAll(List.of("--out", out.toString()));
    }
    CommandLine root = Objects.requireNonNull(spec.commandLine().getParent());
    CommandLine line = Objects.requireNonNull(root.getSubcommands().get(name));
    try {
      line.parseArgs(studyArguments.toArray(String[]::new));
      return line;
    } catch (ParameterException e) {
      throw new UserErrorException(name + ": " + e.getMessage());
    }
  }

  private ShardForecast forecast(ShardedStudy.Whole study) {
    JobKeys keys = new JobKeys(ProgramDigest.current());
    return study.parts().stream()
        .map(part -> {
          try (ResultStore store =
              ResultStore.openShared(part.folder(), spec.commandLine().getErr()::println)) {
            return ShardPlan.forecast(
                store, keys, StudyExecution.tasks(part.cells()), shards, part.command());
          }
        })
        .reduce(ShardForecast::and)
        .orElseThrow();
  }

  /** What each shard runs, but for {@code --shard}. */
  private List<String> line(List<String> command, ShardedStudy.Whole study) {
    List<String> line = new ArrayList<>();
    line.add(program == null ? System.getProperty("syncopate.launcher", "./syncopate") : program);
    line.addAll(command);
    if (out != null || !study.isFolderGiven()) {
      line.addAll(List.of("--out", study.folder().toString()));
    }
    if (!study.options().hasJobs()) {
      line.addAll(List.of("--jobs", "1"));
    }
    return line;
  }

  private static Path directory() {
    return Path.of("").toAbsolutePath();
  }

  private int gibibytes(int cores) {
    int gibibytes = memory == null ? PROCESS_GIBIBYTES + cores : memory;
    if (gibibytes < PROCESS_GIBIBYTES || gibibytes > MOST_GIBIBYTES) {
      throw new UserErrorException(
          "--memory takes a number from %d to %d, not %d"
              .formatted(PROCESS_GIBIBYTES, MOST_GIBIBYTES, gibibytes));
    }
    return gibibytes;
  }

  private OptionalLong limit(ShardForecast forecast, int cores) {
    if (minutes != null) {
      if (minutes < 1 || minutes > MOST_MINUTES) {
        throw new UserErrorException(
            "--time takes a number from 1 to %d, not %d".formatted(MOST_MINUTES, minutes));
      }
      return OptionalLong.of(minutes);
    }
    if (!forecast.isMeasured()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Submission.minutes(forecast.busiest(cores)));
  }

  private Submission.Volume volume(ClusterEngine engine) {
    if (engine != ClusterEngine.KUBERNETES) {
      return new Submission.Volume("", "", "");
    }
    if (claim == null) {
      throw new UserErrorException(
          "--claim: found none, expected the name of the persistent volume claim that all pods share");
    }
    return new Submission.Volume(image, claim, (mount == null ? directory() : mount).toString());
  }

  private static Path write(ClusterEngine engine, Path studyFolder, Submission submission) {
    Path file = studyFolder.resolve(FOLDER).resolve(engine.file());
    try {
      Files.createDirectories(studyFolder.resolve(FOLDER));
      Files.writeString(file, engine.script(submission));
      return file;
    } catch (IOException e) {
      throw new UserErrorException("cannot write " + file + ": " + FileErrors.reason(e));
    }
  }

  private void report(
      RunnerOptions options,
      ShardForecast forecast,
      Submission submission,
      ClusterEngine engine,
      Path script) {
    if (options.quiet) {
      return;
    }
    PrintWriter terminal = spec.commandLine().getOut();
    terminal.printf(
        "%d simulations, %d of them are there; %d shards of %d GiB%s, %s.%n",
        forecast.simulations(),
        forecast.simulations() - forecast.left(),
        shards,
        submission.gibibytes(),
        memory == null ? " (an estimate, no measurement: --memory)" : "",
        forecast.isMeasured()
            ? "the longest takes about %,.0f s".formatted(forecast.busiest(submission.cores()))
            : "no result tells yet how long one takes");
    if (submission.limit().isEmpty() && engine != ClusterEngine.PARALLEL) {
      terminal.println("The script sets no time limit: the engine's own holds, or give --time.");
    }
    terminal.printf("Script: %s%n", script);
    if (!go) {
      terminal.printf("Hand it over: %s %s%n", String.join(" ", engine.starter()), script);
    }
    terminal.flush();
  }

  private int handOver(ClusterEngine engine, Path script) {
    if (!isInstalled(engine.program())) {
      throw new UserErrorException(
          "--go: there is no command %s on this computer; %s is written: start it where there is one"
              .formatted(engine.program(), script));
    }
    List<String> line = new ArrayList<>(engine.starter());
    line.add(script.toString());
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      try (BufferedReader output = process.inputReader()) {
        for (String text = output.readLine(); text != null; text = output.readLine()) {
          spec.commandLine().getOut().println(text);
          spec.commandLine().getOut().flush();
        }
      }
      int code = process.waitFor();
      if (code != 0 && engine != ClusterEngine.PARALLEL) {
        throw new UserErrorException(
            "--go: %s ended with exit code %d; %s is written"
                .formatted(engine.program(), code, script));
      }
      return code;
    } catch (IOException e) {
      throw new UserErrorException("--go: cannot start %s: %s".formatted(script, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    }
  }

  private static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .flatMap(folder -> folder.isEmpty() ? Stream.empty() : Stream.of(Path.of(folder, program)))
        .anyMatch(Files::isExecutable);
  }
}
