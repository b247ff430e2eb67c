package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.cli.console.OutputOptions;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.app.report.RunReport;
import dev.syncopate.app.report.Version;
import dev.syncopate.app.shrink.ScheduleRuns;
import dev.syncopate.app.shrink.ScheduleShrinker;
import dev.syncopate.app.shrink.ScheduleTrial;
import dev.syncopate.app.shrink.ShrinkJson;
import dev.syncopate.app.shrink.ShrinkPicture;
import dev.syncopate.app.shrink.ShrinkReport;
import dev.syncopate.app.shrink.ShrinkText;
import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.schedule.ScheduleWitness;
import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.study.json.Json;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The runs of a command whose schedules are shrunk, and the report on them. */
public final class ShrinkExecution implements ScheduleRuns {
  private final Options options;
  private final CommandLine command;
  private final OtherSchedules.Body<?> body;
  private final Streams streams;
  private final IntFunction<DeviceBuilder> devices;
  private final OutputFiles outputs = new OutputFiles();
  private final Interruption interruption = new Interruption();
  private Map<String, Object> machine = Map.of();

  /** The number of the race that makes the run fail, for {@code extract}; 0 for none. */
  private int race;

  /**
   * Options of the command.
   *
   * @param programWords how many words at its end are a CUDA program and its arguments
   */
  public record Options(
      ShrinkOptions shrink,
      PerturbOptions perturb,
      CheckOptions checks,
      OutputOptions output,
      int programWords) {}

  /**
   * @param devices as the command has them, by the seed of the schedule
   * @param body what is run, on another device each time
   */
  public ShrinkExecution(
      Options options,
      CommandLine command,
      IntFunction<DeviceBuilder> devices,
      OtherSchedules.Body<?> body) {
    this.options = options;
    this.command = command;
    this.devices = devices;
    this.body = body;
    OutputOptions output = options.output();
    options.shrink().check();
    streams = Streams.of(command, output, List.of(), false);
    if (output.json != null && !output.jsonToStandardOutput()) {
      OutputFile.check("--json", output.json);
    }
  }

  /** Shrinks and reports; returns the exit code. */
  public int run() {
    try (interruption) {
      interruption.arm();
      ProgressDisplay progress = Terminal.progress(command.getErr());
      ShrinkOptions shrink = options.shrink();
      ScheduleShrinker shrinker =
          new ScheduleShrinker(
              this,
              shrink.request(options.perturb()),
              line -> progress.show(() -> line),
              shrink::save);
      ShrinkReport report = shrinker.shrink();
      if (!report.schedule().isEmpty() && goesOn()) {
        report = told(report);
      }
      progress.clear();
      return finish(report);
    }
  }

  private int finish(ShrinkReport report) {
    PrintWriter people = streams.people();
    boolean shrunk = !report.schedule().isEmpty();
    people.print(ShrinkText.of(report));
    String replay = shrunk ? replay(report.schedule()) : null;
    if (replay != null && report.schedule().perturbations().size() > ShrinkText.LISTED) {
      people.println(
          "the list is too long for a command: --save FILE keeps it, and goes on from it");
    } else if (replay != null) {
      people.println("replay it: ./syncopate " + replay);
      if (race > 0) {
        people.println("its litmus test: ./syncopate extract " + race + " -- " + replay);
      }
    }
    people.flush();
    Path picture = options.shrink().picture();
    if (picture != null && report.story() != null) {
      byte[] svg = ShrinkPicture.of(report).getBytes(StandardCharsets.UTF_8);
      outputs.write("--picture", picture, svg);
    }
    Path json = options.output().json;
    if (json != null) {
      String document = json(report, replay == null ? null : "./syncopate " + replay);
      if (options.output().jsonToStandardOutput()) {
        streams.document().print(document);
        streams.document().flush();
      } else {
        outputs.write("--json", json, document.getBytes(StandardCharsets.UTF_8));
      }
    }
    int code =
        report.outcome() == ShrinkReport.Outcome.INTERRUPTED
            ? ExitCode.INTERRUPTED
            : report.failed() ? ExitCode.WRONG : ExitCode.RIGHT;
    return outputs.finish(code, command.getErr());
  }

  private String replay(PerturbationList schedule) {
    CommandLine root = command.getCommandSpec().root().commandLine();
    return ReplayCommand.listed(
        root.getParseResult().originalArgs(),
        options.programWords(),
        ShrinkOptions.setting(schedule));
  }

  private String json(ShrinkReport report, @Nullable String replay) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    Version version = Version.current();
    document.put("schema", RunReport.SCHEMA);
    document.put("version", version.number());
    document.put("commit", version.wholeCommit());
    document.putAll(machine);
    document.put("shrink", ShrinkJson.of(report, replay, race));
    return Json.write(document);
  }

  @Override
  public boolean goesOn() {
    return !interruption.requested();
  }

  @Override
  public ScheduleTrial seeded(int seed) {
    Device device = builder(seed).logDelays().open();
    machine = Schedules.machine(device);
    return trial(device);
  }

  @Override
  public ScheduleTrial listed(PerturbationList schedule) {
    return trial(builder(0).set(ShrinkOptions.setting(schedule)).open());
  }

  /** The report with the story of the run under the shrunk schedule. */
  private ShrinkReport told(ShrinkReport report) {
    Device device = builder(0).set(ShrinkOptions.setting(report.schedule())).threads(1).open();
    Checker races = options.checks().watchRaces(device);
    ScheduleWitness witness = new ScheduleWitness(device.machine().l1().line());
    device.observe(witness);
    failure(device);
    race = race(races, report.failure());
    return report.with(witness.story(device.delays()));
  }

  /**
   * The number, for {@code extract}, of the race that is the failure, else of the first; 0 for
   * none.
   */
  private static int race(Checker races, @Nullable ReportedProblem failure) {
    List<Finding> findings = races.recorded().stream().map(Checker.Recorded::finding).toList();
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      if (failure != null
          && finding.rule().equals(failure.rule())
          && finding.kernel().equals(failure.kernel())
          && finding.identity().equals(failure.identity())) {
        return i + 1;
      }
    }
    return findings.isEmpty() ? 0 : 1;
  }

  private DeviceBuilder builder(int seed) {
    return devices.apply(seed).progress(ran -> goesOn()).printed(text -> {});
  }

  private ScheduleTrial trial(Device device) {
    Checker checker = options.checks().watch(device);
    String failure = failure(device);
    CheckResults results =
        checker == null ? CheckResults.of(device) : CheckResults.of(checker, device);
    boolean ended =
        device.launches().stream().allMatch(launch -> launch.ending() == LaunchResult.Ending.DONE);
    if (failure != null && ended) {
      results =
          results.with(
              ReportedProblem.of(device, "wrong-answer", "wrong answer", failure, List.of()));
    }
    long cycles = device.launches().stream().mapToLong(LaunchResult::cycles).sum();
    return new ScheduleTrial(results.counted(), device.delays(), cycles);
  }

  private @Nullable String failure(Device device) {
    try {
      return body.run(device);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("what ran once cannot run again", e);
    }
  }
}
