package dev.syncopate.check;

import dev.syncopate.check.confluence.ConfluenceCheck;
import dev.syncopate.check.confluence.ConfluenceExtent;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.OrderedPair;
import dev.syncopate.check.extract.Recorder;
import dev.syncopate.check.extract.RecordingCut;
import dev.syncopate.check.host.HostMemory;
import dev.syncopate.check.host.StreamRaces;
import dev.syncopate.check.memory.InitCheck;
import dev.syncopate.check.memory.ZeroDivisions;
import dev.syncopate.check.order.JointOrderObserver;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceCheckExtent;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.repair.PassedEdits;
import dev.syncopate.check.repair.ProgramEdit;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.report.HandOverText;
import dev.syncopate.check.report.HostText;
import dev.syncopate.check.report.LostUpdateText;
import dev.syncopate.check.report.OrderText;
import dev.syncopate.check.report.RaceText;
import dev.syncopate.check.report.StreamText;
import dev.syncopate.check.report.SyncText;
import dev.syncopate.check.report.UnwrittenText;
import dev.syncopate.check.report.ZeroDivisionText;
import dev.syncopate.check.sync.SyncCheck;
import dev.syncopate.check.update.LostUpdates;
import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Watches a device for what the checks that were asked for find. */
public final class Checker {
  private final Set<Check> checks;
  private final Set<String> allowed;
  private Set<String> counted = Set.of();
  private final RaceDetector races;
  private final LostUpdates updates;
  private final InitCheck reads = new InitCheck();
  private final HostMemory host = new HostMemory();
  private final StreamRaces streams = new StreamRaces();
  private final ZeroDivisions divisions = new ZeroDivisions();
  private final SyncCheck syncs = new SyncCheck();
  private final ConfluenceCheck confluence = new ConfluenceCheck();
  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private Recorder recorder;

  /**
   * @param checks at least one
   * @param unitsPerGpu compute units of a GPU: those that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   * @param allowed rules whose findings do not count
   */
  public Checker(Set<Check> checks, int unitsPerGpu, boolean ctaScopeIsUnit, Set<String> allowed) {
    this.checks = Set.copyOf(checks);
    this.allowed = Set.copyOf(allowed);
    this.races = new RaceDetector(unitsPerGpu, ctaScopeIsUnit);
    this.updates = new LostUpdates(unitsPerGpu, ctaScopeIsUnit);
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
    this.recorder = new Recorder(unitsPerGpu, ctaScopeIsUnit, 0);
  }

  /** Has findings of rules count that are notes otherwise. */
  public void count(Set<String> rules) {
    counted = Set.copyOf(rules);
  }

  /** What was asked for. */
  public Set<Check> checks() {
    return checks;
  }

  /**
   * Has a device watched for what was asked for.
   *
   * @param observe the device's way to be watched
   */
  public void watch(Consumer<Observer> observe) {
    if (checks.contains(Check.RACES)) {
      races.tellLaunchRaces(streams::raced);
      streams.toldOfOverlap();
      observe.accept(
          new JointObserver(List.of(new JointOrderObserver(List.of(races, updates)), streams)));
    }
    if (checks.contains(Check.INIT)) {
      observe.accept(reads);
    }
    if (checks.contains(Check.MEMORY)) {
      observe.accept(new JointObserver(List.of(divisions, host)));
    }
    if (checks.contains(Check.SYNC)) {
      observe.accept(syncs);
    }
    if (checks.contains(Check.CONFLUENCE)) {
      observe.accept(confluence);
    }
  }

  /** Who is to be told what a program's host does with memory. */
  public HostMemory host() {
    return host;
  }

  /** Receives what a program does in which stream; null where the user does not ask for races. */
  public @Nullable StreamRaces streams() {
    return checks.contains(Check.RACES) ? streams : null;
  }

  /**
   * Has the run recorded from now on, so that excerpts can be had.
   *
   * @param waysOfPair ways of ordering that are recorded for two instructions; 0 for races alone
   */
  public void record(int waysOfPair) {
    recorder = new Recorder(unitsPerGpu, ctaScopeIsUnit, waysOfPair);
    races.listen(recorder::launched);
  }

  /**
   * The races and hand-overs without order among the {@link #findings}, which these begin with,
   * each with what was cut out of a recorded run.
   */
  public List<Recorded> recorded() {
    return Stream.concat(
            races.races().stream()
                .map(race ->
                    new Recorded(
                        weighed(new RaceText(race).finding()),
                        recorder.race(race),
                        Recorded.isBehindMbarrier(race),
                        PassedEdits.of(race.grid().kernel().program, race.passed()))),
            races.handOvers().stream()
                .map(handOver ->
                    new Recorded(
                        weighed(HandOverText.finding(handOver)),
                        recorder.unordered(handOver),
                        false,
                        PassedEdits.of(handOver.grid().kernel().program, handOver.passed()))))
        .filter(recorded -> !allowed.contains(recorded.finding.rule()))
        .toList();
  }

  /**
   * A finding and what was cut out for it.
   *
   * @param behindMbarrier whether a thread of the race synchronised last by an mbarrier, and the
   *     race is not of an mbarrier object itself
   * @param passed sets of edits that let the synchronisation order the accesses which the later one
   *     has passed without order; none where there was none
   */
  public record Recorded(
      Finding finding, RecordingCut cut, boolean behindMbarrier, List<List<ProgramEdit>> passed) {
    /** Keeps a copy. */
    public Recorded {
      passed = List.copyOf(passed);
    }

    private static boolean isBehindMbarrier(Race race) {
      List<Instruction> code = race.grid().kernel().program.code();
      return Stream.of(race.earlier(), race.later())
              .anyMatch(side -> side.synchronised() >= 0 && isMbarrier(code, side.synchronised()))
          && Stream.of(race.earlier(), race.later())
              .noneMatch(side -> side.pc() >= 0 && isMbarrier(code, side.pc()));
    }

    private static boolean isMbarrier(List<Instruction> code, int pc) {
      return code.get(pc) instanceof MemoryBarrierObject;
    }
  }

  /** How conflicting accesses were ordered, by the two instructions. */
  public List<OrderedPair> orderedPairs() {
    return recorder.orderedPairs();
  }

  /** What conflicting accesses were ordered by, as {@link Recorder#handOvers}. */
  public List<List<Excerpt>> handOvers() {
    return recorder.handOvers();
  }

  /** What was found so far and is not allowed, in the order of finding. */
  public List<Finding> findings() {
    return all().stream().filter(finding -> !allowed.contains(finding.rule())).toList();
  }

  /** What was found and is allowed: findings, by rule. */
  public SortedMap<String, Long> allowed() {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Finding finding : all()) {
      if (allowed.contains(finding.rule())) {
        counts.merge(finding.rule(), 1L, Long::sum);
      }
    }
    return counts;
  }

  private Finding weighed(Finding finding) {
    return counted.contains(finding.rule()) ? finding.counted() : finding;
  }

  private List<Finding> all() {
    return Stream.of(
            races.races().stream().map(race -> new RaceText(race).finding()),
            races.handOvers().stream().map(HandOverText::finding),
            updates.updates().stream().map(LostUpdateText::finding),
            reads.reads().stream().map(UnwrittenText::finding),
            streams.races().stream().map(StreamText::finding),
            host.errors().stream()
                .filter(_ -> checks.contains(Check.MEMORY))
                .map(HostText::finding),
            divisions.divisions().stream().map(ZeroDivisionText::finding),
            syncs.errors().stream().map(SyncText::finding),
            confluence.errors().stream().map(OrderText::finding))
        .flatMap(findings -> findings)
        .map(this::weighed)
        .toList();
  }

  /** How much there was to find races in. */
  public RaceCheckExtent extent() {
    return races.extent();
  }

  /** Mbarrier objects whose orders were examined. */
  public ConfluenceExtent confluence() {
    return confluence.extent();
  }

  /** What could not be checked, a sentence each: a run with any is not known to be right. */
  public List<String> unchecked() {
    return Stream.of(
            races.unchecked(), updates.unchecked(), streams.unchecked(), confluence.unchecked())
        .flatMap(List::stream)
        .toList();
  }
}
