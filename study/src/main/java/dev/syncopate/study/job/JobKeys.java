package dev.syncopate.study.job;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.ConfigWriter;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.json.Json;
import dev.syncopate.workload.runtime.Mechanisms;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Digests of everything that decides a job's result: the program, the whole machine, the mechanism,
 * the workload with all its options, the bytes of the input, and the seed. Two jobs of one key have
 * the same result; what could change a result changes the key.
 */
public final class JobKeys {
  /** Between the name of a file and the rest of a word, as in {@code f32=@values.bin}. */
  private static final Pattern FILE_ENDS = Pattern.compile("[=@,{}]");

  private final String program;
  private final Map<Path, String> files = new ConcurrentHashMap<>();

  /** A machine is read and printed once, however many jobs run on it. */
  private final Map<ChosenMachine, String> machines = new ConcurrentHashMap<>();

  /**
   * A machine as jobs choose it.
   *
   * @param settings that override its fields
   */
  private record ChosenMachine(String name, List<String> settings) {
    String digest() {
      MachineConfig machine = ConfigOverrides.apply(Presets.load(name), settings);
      return Digests.of(ConfigWriter.print(machine));
    }
  }

  /**
   * @param program digest of what simulates, such as {@link ProgramDigest#current}
   */
  public JobKeys(String program) {
    this.program = program;
  }

  /**
   * A job's key, in hexadecimal.
   *
   * @throws WorkloadInputException if there is no such workload, option or input
   * @throws dev.syncopate.sim.config.ConfigException if there is no such machine or setting
   * @throws dev.syncopate.workload.runtime.LaunchException if there is no such protocol or model
   */
  public String of(Job job) {
    return Digests.of(Json.write(content(job)));
  }

  private Map<String, Object> content(Job job) {
    Mechanisms.check(job.protocol(), job.model());
    if (job.input() instanceof JobInput.Program started) {
      return content(job, started);
    }
    if (job.input() instanceof JobInput.Command command) {
      return content(job, command);
    }
    Workload workload = JobResolver.workload(job);
    ContextBuilder choices = JobResolver.options(job, workload);
    Map<String, Object> content = onWhat(job);
    content.put("workload", workload.name());
    content.put("numbers", new TreeMap<>(choices.numbers()));
    content.put("words", new TreeMap<>(choices.words()));
    content.put("input", input(job.input(), choices));
    content.put("seed", job.seed());
    return content;
  }

  /** Of a program with its own host code, whose bytes decide. */
  private Map<String, Object> content(Job job, JobInput.Program started) {
    Map<String, Object> content = onWhat(job);
    content.put("started", file(started.file()));
    content.put("arguments", started.arguments());
    content.put("orders", started.orders());
    content.put("mostCycles", started.mostCycles());
    content.put("seed", job.seed());
    return content;
  }

  /** Of a command line, with the bytes of every file that a word or a part of one names. */
  private Map<String, Object> content(Job job, JobInput.Command command) {
    Map<String, Object> content = onWhat(job);
    content.put("command", command.words());
    Map<String, String> named = new TreeMap<>();
    for (String word : command.words()) {
      for (String part : FILE_ENDS.split(word, -1)) {
        if (!part.isEmpty() && isFile(part)) {
          named.put(part, file(Path.of(part)));
        }
      }
    }
    content.put("files", named);
    content.put("seed", job.seed());
    return content;
  }

  private static boolean isFile(String name) {
    try {
      return Files.isRegularFile(Path.of(name));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private Map<String, Object> onWhat(Job job) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("program", program);
    content.put(
        "machine",
        machines.computeIfAbsent(
            new ChosenMachine(job.machine(), job.settings()), ChosenMachine::digest));
    content.put("protocol", job.protocol());
    content.put("model", job.model());
    return content;
  }

  private String input(JobInput input, ContextBuilder choices) {
    return switch (input) {
      case JobInput.Generated _ -> "size " + choices.size();
      case JobInput.GraphFile graph -> "file " + file(graph.file());
      case JobInput.Program started -> "program " + file(started.file());
      case JobInput.Command command -> command.describe();
      case JobInput.Named named ->
          GraphCache.original(named)
              .map(original -> "original " + file(original))
              .orElse("stand-in " + named.name());
    };
  }

  private String file(Path file) {
    return files.computeIfAbsent(
        file,
        path -> {
          try {
            return Digests.of(path);
          } catch (IOException e) {
            throw new WorkloadInputException(path + ": cannot be read: " + FileErrors.reason(e));
          }
        });
  }
}
