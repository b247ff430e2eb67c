package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.CheckText;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.ScheduleResults;
import dev.syncopate.app.report.ScheduleResults.Schedule;
import dev.syncopate.app.report.Version;
import dev.syncopate.study.json.Json;
import dev.syncopate.workload.runtime.Device;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** A command's runs under several schedules, one after the other, and the report on all. */
public final class Schedules {
  /** A run of everything. */
  @FunctionalInterface
  public interface Run<E extends Exception> {
    void under(int seed) throws E;
  }

  private final PerturbOptions options;
  private final OutputOptions output;
  private final CommandLine command;
  private final Streams streams;
  private final List<CheckOptions.Report> reports;
  private final Interruption interruption = new Interruption();
  private final ScheduleResults results = new ScheduleResults();
  private final List<String> errors = new ArrayList<>();
  private int programWords;
  private @Nullable Map<String, Object> subject;

  /**
   * @param reports that were asked for of what is found
   */
  public Schedules(
      PerturbOptions options,
      OutputOptions output,
      List<CheckOptions.Report> reports,
      CommandLine command) {
    this.options = options;
    this.output = output;
    this.reports = reports;
    this.command = command;
    this.streams = Streams.of(command, output, reports, false);
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
  }

  /** The last words of the command are a CUDA program and its arguments. */
  public Schedules program(List<String> words) {
    programWords = words.size();
    return this;
  }

  /** Listens to Ctrl-C for all runs. */
  public Interruption interruption() {
    return interruption;
  }

  /** What ran it, for the JSON document. */
  public static Map<String, Object> machine(Device device) {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("machine", device.machine().name());
    machine.put("protocol", device.protocol());
    machine.put("model", device.model());
    machine.put("inputSeed", device.seed());
    return machine;
  }

  /**
   * Hears of a run under a schedule.
   *
   * @param otherwise the exit code of a command that ran it alone, were it not for what was found
   * @param ran what ran, for the JSON document
   * @param seed 0 for the machine's own schedule, which is run for comparison and not reported
   * @param verified whether the answer was right; null if unknown
   */
  public void add(
      Map<String, Object> ran,
      int seed,
      int otherwise,
      @Nullable Boolean verified,
      long cycles,
      CheckResults checkResults) {
    if (otherwise == ExitCode.INTERRUPTED || seed == 0) {
      return;
    }
    if (subject == null) {
      subject = ran;
    }
    int code = new CheckOutput(checkResults, List.of()).exitCode(otherwise);
    boolean failed = code != ExitCode.RIGHT && code != ExitCode.UNCHECKED;
    results.add(new Schedule(seed, code, failed, verified, cycles, checkResults));
  }

  /**
   * Runs all, or until Ctrl-C, and reports; returns the exit code.
   *
   * @param compared whether the machine's own schedule is run before them, to compare with
   */
  public <E extends Exception> int run(boolean compared, Run<E> run) throws E {
    try (interruption) {
      interruption.arm();
      PrintWriter err = command.getErr();
      ProgressDisplay progress = Terminal.progress(output.quiet ? Terminal.nowhere() : err);
      if (compared) {
        run.under(0);
      }
      for (int i = 0; i < options.count() && !interruption.requested(); i++) {
        int seed = options.first() + i;
        progress.show(() ->
            "seed %d, schedule %d of %d"
                .formatted(seed, results.schedules().size() + 1, options.count()));
        run.under(seed);
      }
      progress.clear();
      return report();
    }
  }

  private int report() {
    PrintWriter people = streams.people();
    CheckResults merged = results.merged();
    if (merged.checks().isEmpty()) {
      merged.reported().forEach(reported -> people.print(CheckText.of(reported)));
    } else {
      BiConsumer<Path, byte[]> files = (file, text) -> write("--report", file, text);
      new CheckOutput(merged, reports).write(streams, files);
    }
    people.print(summary());
    people.flush();
    Path json = output.json;
    if (output.jsonToStandardOutput()) {
      streams.document().print(json(merged));
      streams.document().flush();
    } else if (json != null) {
      write("--json", json, json(merged).getBytes(StandardCharsets.UTF_8));
    }
    errors.forEach(error -> command.getErr().println("error: " + error));
    int code = code(merged);
    return code == ExitCode.RIGHT && !errors.isEmpty() ? ExitCode.USAGE : code;
  }

  private int code(CheckResults merged) {
    if (interruption.requested()) {
      return ExitCode.INTERRUPTED;
    }
    Schedule first = results.firstFailing();
    return first != null
        ? first.code()
        : merged.unchecked().isEmpty() ? ExitCode.RIGHT : ExitCode.UNCHECKED;
  }

  private void write(String option, Path file, byte[] contents) {
    try {
      OutputFile.write(option, file, contents);
    } catch (UserErrorException e) {
      errors.add(String.valueOf(e.getMessage()));
    }
  }

  /** How many failed, which was the first, and how to see it again. */
  private String summary() {
    List<Schedule> run = results.schedules();
    if (run.isEmpty()) {
      return "no schedule was run to its end\n";
    }
    int failing = results.failing().size();
    Schedule first = results.firstFailing();
    String seedRange =
        run.size() == 1
            ? "1 schedule, seed " + run.getFirst().seed()
            : String.format(
                Locale.ROOT,
                "%,d schedules, seeds %d to %d",
                run.size(),
                run.getFirst().seed(),
                run.getLast().seed());
    String stopped =
        run.size() < options.count()
            ? String.format(Locale.ROOT, " of the %,d asked for", options.count())
            : "";
    return first == null
        ? seedRange + stopped + ": none failed\n"
        : String.format(
            Locale.ROOT,
            "%s%s: %,d failed, seed %d the first\nreplay it: %s\n",
            seedRange,
            stopped,
            failing,
            first.seed(),
            replay(first.seed()));
  }

  private String replay(int seed) {
    CommandLine root = command.getCommandSpec().root().commandLine();
    return ReplayCommand.of(root.getParseResult().originalArgs(), programWords, seed);
  }

  private String json(CheckResults merged) {
    Map<String, Object> document = new LinkedHashMap<>();
    Version version = Version.current();
    document.put("schema", RunReport.SCHEMA);
    document.put("version", version.number());
    document.put("commit", version.wholeCommit());
    document.putAll(subject == null ? Map.of() : subject);
    Map<String, Object> perturb = new LinkedHashMap<>();
    Schedule first = results.firstFailing();
    perturb.put("seed", options.first());
    perturb.put("failed", results.failing().size());
    perturb.put("firstFailing", first == null ? null : first.seed());
    perturb.put("replay", first == null ? null : replay(first.seed()));
    perturb.put("findings", CheckText.findings(merged.reported()));
    perturb.put("schedules", results.json());
    document.put("perturb", perturb);
    if (!merged.checks().isEmpty()) {
      document.put("check", CheckText.json(merged));
    }
    return Json.write(document);
  }
}
