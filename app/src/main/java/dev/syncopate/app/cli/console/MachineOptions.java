package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options about the machine a command simulates, and how. */
public final class MachineOptions {
  private static final String GPU = "titanv-80sm";
  private static final String PROTOCOL = "gpu";
  private static final String MODEL = "hrf";
  private static final String SEED = "1";
  private static final String THREADS = "1";
  private static final String WATCHDOG = "2000000";
  private static final String STACK = "1024";

  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      defaultValue = GPU,
      description = "A preset (see 'gpus') or a YAML file. Default: ${DEFAULT-VALUE}")
  String gpu = "";

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      defaultValue = PROTOCOL,
      description =
          "Coherence protocol, as in gpu; gpu+lab64 is gpu with a local atomic buffer of 64 lines,"
              + " gpu+lab with the machine's. Default: ${DEFAULT-VALUE}")
  String protocol = "";

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = MODEL,
      description = "Consistency model: drf0, hrf or drfrlx. Default: ${DEFAULT-VALUE}")
  String model = "";

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Change a field of the machine, as in l1.size=32KiB; may be repeated, each field"
              + " once.")
  List<String> settings = List.of();

  @Mixin FrontOptions front = new FrontOptions();

  @Option(
      names = "--divergence",
      paramLabel = "its|ipdom",
      description =
          "Independent thread scheduling, or a reconvergence stack. Default: the machine's")
  @Nullable String divergence;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = SEED,
      description = "Seed of random input. Default: ${DEFAULT-VALUE}")
  public long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = THREADS,
      description = "Simulation threads; results do not depend on them. Default: ${DEFAULT-VALUE}")
  public int threads;

  @Option(
      names = "--watchdog",
      paramLabel = "CYCLES|off",
      defaultValue = WATCHDOG,
      description =
          "Stop as hung after so many cycles in which nothing changes and every warp waits or"
              + " repeats itself; after 500 times as many though warps compute: exit code 4. Default:"
              + " ${DEFAULT-VALUE}")
  String watchdog = "";

  @Option(
      names = "--stack",
      paramLabel = "BYTES",
      defaultValue = STACK,
      description =
          "Stack of a thread, for kernels with functions that call themselves or alloca"
              + "; CUDA's cudaLimitStackSize. Default: ${DEFAULT-VALUE}")
  long stack;

  @Option(
      names = "--max-cycles",
      paramLabel = "N",
      description = "Stop a launch after N cycles (exit 4). Default: no limit")
  @Nullable Long maxCycles;

  @Option(
      names = "--strict",
      description = "Report accesses outside allocations and reads of unwritten shared memory.")
  boolean strict;

  /**
   * The same options for a command line of another process, without those that have their default:
   * another version of the program may not know them yet.
   */
  public List<String> asArguments() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--gpu", gpu, GPU);
    add(arguments, "--protocol", protocol, PROTOCOL);
    add(arguments, "--model", model, MODEL);
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    arguments.addAll(front.asArguments());
    if (divergence != null) {
      arguments.addAll(List.of("--divergence", divergence));
    }
    add(arguments, "--seed", Long.toString(seed), SEED);
    add(arguments, "--threads", Integer.toString(threads), THREADS);
    add(arguments, "--watchdog", watchdog, WATCHDOG);
    add(arguments, "--stack", Long.toString(stack), STACK);
    if (maxCycles != null) {
      arguments.addAll(List.of("--max-cycles", Long.toString(maxCycles)));
    }
    if (strict) {
      arguments.add("--strict");
    }
    return arguments;
  }

  private static void add(List<String> arguments, String option, String value, String usual) {
    if (!value.equals(usual)) {
      arguments.addAll(List.of(option, value));
    }
  }

  private long watchdogCycles() {
    if (watchdog.equals("off")) {
      return 0;
    }
    if (!watchdog.matches("[0-9]{1,15}")) {
      throw new UserErrorException("--watchdog takes a number of cycles or off, not " + watchdog);
    }
    return Long.parseLong(watchdog);
  }

  /** A device as asked for, not opened yet. */
  public DeviceBuilder device() {
    if (threads < 1 || threads > 256) {
      throw new UserErrorException("--threads takes a number from 1 to 256, not " + threads);
    }
    if (stack < 0 || stack > DeviceBuilder.MOST_STACK) {
      throw new UserErrorException(
          "--stack takes a number of bytes from 0 to %d, not %d"
              .formatted(DeviceBuilder.MOST_STACK, stack));
    }
    Map<String, String> options = new LinkedHashMap<>(front.settings());
    if (divergence != null) {
      options.put("--divergence " + divergence, "core.divergence=" + divergence);
    }
    MachineSettings.check(settings, options);
    DeviceBuilder builder =
        new DeviceBuilder(gpu, protocol, model)
            .seed(seed)
            .threads(threads)
            .watchdog(watchdogCycles())
            .stack(stack)
            .strict(strict);
    settings.forEach(builder::set);
    options.values().forEach(builder::set);
    if (maxCycles != null) {
      if (maxCycles < 1) {
        throw new UserErrorException("--max-cycles takes a number from 1, not " + maxCycles);
      }
      builder.maxCycles(maxCycles);
    }
    return builder;
  }
}
