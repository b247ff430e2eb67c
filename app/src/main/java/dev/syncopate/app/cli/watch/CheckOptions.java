package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.repair.RepairReport;
import dev.syncopate.app.repair.Repairer;
import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.scope.AdviceRunner;
import dev.syncopate.check.scope.Advisor;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options about what a run is checked for. */
public final class CheckOptions {
  private static final String ALL = "all";

  /** Advice in place of findings. */
  private static final String SCOPES = "scopes";

  @Option(
      names = "--check",
      paramLabel = "NAME",
      split = ",",
      description =
          "races: data races and lost updates, under a few other schedules as well where they cost"
              + " little, see --schedules; memory: accesses outside allocations, which end the launch,"
              + " divisions by zero, and what the host has freed; init: reads of memory that nothing"
              + " wrote; sync: barriers that part of a CTA misses, exchanges with absent lanes;"
              + " confluence: orders of the run's operations on mbarriers that end in an error, a"
              + " deadlock or another result; or all."
              + " Exit 1 if something is found."
              + " May be repeated or given a list. scopes: find with how narrow scopes and weak"
              + " orders the run would do, and what that gains; it is run many times.")
  List<String> names = List.of();

  @Option(
      names = "--allow",
      paramLabel = "RULE",
      split = ",",
      description =
          "Do not count findings of a rule, as in race-same-value; how many there are is printed.")
  private List<String> allowed = List.of();

  @Option(
      names = "--fail-on",
      paramLabel = "RULE",
      split = ",",
      description =
          "Count findings of a rule that are notes otherwise, and leave the exit code alone:"
              + " unordered-hand-over.")
  private List<String> counted = List.of();

  /** The rules whose findings count though they are notes. */
  private Set<String> counted() {
    Set<String> rules = new LinkedHashSet<>();
    for (String rule : counted) {
      if (!Finding.NOTES.contains(rule)) {
        throw new UserErrorException(
            Finding.RULES.contains(rule)
                ? "--fail-on: findings of %s count anyway".formatted(rule)
                : "--fail-on: there is no rule %s that does not count anyway; there are %s%s"
                    .formatted(
                        rule,
                        String.join(", ", Finding.NOTES),
                        NearestName.hint(rule, Finding.NOTES)));
      }
      if (allowed.contains(rule)) {
        throw new UserErrorException(
            "--fail-on: %s is allowed by --allow: leave one out".formatted(rule));
      }
      if (!rules.add(rule)) {
        throw new UserErrorException(
            "--fail-on: %s stands there twice: leave one out".formatted(rule));
      }
    }
    return rules;
  }

  /** The rules whose findings do not count. */
  private Set<String> allowed() {
    Set<String> rules = new LinkedHashSet<>();
    for (String rule : allowed) {
      if (!Finding.RULES.contains(rule)) {
        throw new UserErrorException(
            "--allow: there is no rule %s; there are %s%s"
                .formatted(
                    rule, String.join(", ", Finding.RULES), NearestName.hint(rule, Finding.RULES)));
      }
      if (!rules.add(rule)) {
        throw new UserErrorException(
            "--allow: %s stands there twice: leave one out".formatted(rule));
      }
    }
    return rules;
  }

  /** A form of the findings for other programs. */
  public enum Form {
    GITHUB,
    SARIF,
    JUNIT
  }

  @Option(
      names = "--report",
      paramLabel = "FORM[=FILE]",
      description =
          "What the checks find for other programs, to FILE or standard output: github, sarif or"
              + " junit. May be repeated.")
  private List<String> reports = List.of();

  /**
   * A report that was asked for.
   *
   * @param file null for standard output
   */
  public record Report(Form form, @Nullable Path file) {
    /** Whether it is a document that takes up standard output. */
    public boolean printed() {
      return file == null && form != Form.GITHUB;
    }
  }

  /** The reports that were asked for, once files are known to be writable. */
  public List<Report> reports() {
    litmus.check();
    allowed();
    counted();
    if (!reports.isEmpty() && chosen().isEmpty()) {
      throw new UserErrorException("--report tells what --check finds, and there is no --check");
    }
    List<Report> parsed = new ArrayList<>();
    for (String text : reports) {
      String[] parts = text.split("=", 2);
      Form form =
          Stream.of(Form.values())
              .filter(candidate -> candidate.name().toLowerCase(Locale.ROOT).equals(parts[0]))
              .findFirst()
              .orElseThrow(() ->
                  new UserErrorException(
                      "--report takes github, sarif or junit, and =FILE after it, found '"
                          + text
                          + "'"));
      Path file = parts.length == 1 ? null : Path.of(parts[1]);
      if (file != null) {
        OutputFile.check("--report", file);
      }
      parsed.add(new Report(form, file));
    }
    return parsed;
  }

  @Option(
      names = "--unit-scope",
      description =
          "In --check races, take the scope of a CTA for that of its compute unit, whose CTAs share"
              + " an L1.")
  private boolean unitScope;

  @Mixin private LitmusOptions litmus = new LitmusOptions();
  @Mixin private RepairOptions repair = new RepairOptions();

  /** Which races are to be repaired. */
  public RepairOptions repair() {
    return repair;
  }

  /** What litmus tests were asked for. */
  public LitmusOptions litmus() {
    return litmus;
  }

  /** Refuses to be of several runs, as far as one is told of. */
  public void refuse(PerturbOptions perturb) {
    perturb.refuse(scopes(), "--check scopes");
    perturb.refuse(litmus.wanted(), "--litmus");
    perturb.refuse(repair.wanted(), "repair");
  }

  /** Advice on scopes as an option, if it is asked for. */
  public List<String> advice() {
    return scopes() ? List.of("--check scopes") : List.of();
  }

  /** Whether it is asked with how little synchronisation a run would do. */
  public boolean scopes() {
    return names.contains(SCOPES);
  }

  /** Whether other schedules than the machine's own are of interest. */
  boolean looksAtSchedules() {
    return (names.contains(Check.RACES.label()) || names.contains(ALL))
        && !litmus.wanted()
        && !repair.wanted();
  }

  /**
   * Repairs the races that were asked for.
   *
   * @param checker that has watched the run
   * @param ran where it ran
   * @param progress hears what is done
   */
  public RepairReport repair(
      AdviceRunner runs, Checker checker, Device ran, Consumer<String> progress) {
    Supplier<Checker> checkers = () -> checker(EnumSet.of(Check.RACES), ran);
    long cycles = ran.launches().stream().mapToLong(LaunchResult::cycles).sum();
    return new Repairer(runs, checkers, repair.tries(), progress)
        .repair(repair.request(checker, cycles));
  }

  /** Who finds that out. */
  public Advisor advisor(AdviceRunner runs, Device device, Consumer<String> progress) {
    return new Advisor(runs, device.machine().memory().unitsPerGpu(), unitScope, progress);
  }

  /** Has a device watched as was asked for; null where nothing was. */
  public @Nullable Checker watch(Device device) {
    if (chosen().isEmpty()) {
      return null;
    }
    Checker checker = checker(chosen(), device);
    if (chosen().contains(Check.RACES)) {
      checker.record(litmus.wanted() ? 1 : 0);
    }
    checker.watch(device::observe);
    return checker;
  }

  /** Has a device watched for races, recorded for litmus tests of them. */
  Checker watchRaces(Device device) {
    Checker checker = checker(EnumSet.of(Check.RACES), device);
    checker.record(0);
    checker.watch(device::observe);
    return checker;
  }

  private Checker checker(Set<Check> checks, Device device) {
    Checker checker =
        new Checker(checks, device.machine().memory().unitsPerGpu(), unitScope, allowed());
    checker.count(counted());
    return checker;
  }

  /** Has a device check what its own parts see. */
  public DeviceBuilder prepare(DeviceBuilder builder) {
    for (Check check : chosen()) {
      switch (check) {
        case RACES, INIT, SYNC, CONFLUENCE -> {}
        case MEMORY -> builder.checkMemory();
      }
    }
    return builder;
  }

  private Set<Check> chosen() {
    Set<Check> chosen = EnumSet.noneOf(Check.class);
    if (litmus.wanted() || repair.wanted()) {
      chosen.add(Check.RACES);
    }
    for (String name : names) {
      if (name.equals(ALL)) {
        return EnumSet.allOf(Check.class);
      }
      if (name.equals(SCOPES)) {
        continue;
      }
      chosen.add(
          Stream.of(Check.values())
              .filter(check -> check.label().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name)));
    }
    return chosen;
  }

  private static UserErrorException unknown(String name) {
    List<String> knownForms =
        Stream.concat(Stream.of(Check.values()).map(Check::label), Stream.of(ALL, SCOPES)).toList();
    return new UserErrorException(
        "--check: there is no check named %s; there are %s%s"
            .formatted(name, String.join(", ", knownForms), NearestName.hint(name, knownForms)));
  }
}
