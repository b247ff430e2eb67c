package dev.syncopate.check;

import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.report.RaceText;
import dev.syncopate.machine.observer.Observer;
import java.util.List;
import java.util.Set;

/** Watches a device for what the checks that were asked for find. */
public final class Checker {
  private final Set<Check> checks;
  private final RaceDetector races;

  /**
   * @param checks at least one
   * @param unitsPerGpu compute units of a GPU: those that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   */
  public Checker(Set<Check> checks, int unitsPerGpu, boolean ctaScopeIsUnit) {
    this.checks = Set.copyOf(checks);
    this.races = new RaceDetector(unitsPerGpu, ctaScopeIsUnit);
  }

  /** What was asked for. */
  public Set<Check> checks() {
    return checks;
  }

  /** Who is to watch the device. */
  public Observer observer() {
    return races;
  }

  /** What was found so far, in the order of finding. */
  public List<Finding> findings() {
    return races.races().stream().map(race -> new RaceText(race).finding()).toList();
  }

  /** What could not be checked, a sentence each: a run with any is not known to be right. */
  public List<String> unchecked() {
    return races.unchecked();
  }
}
