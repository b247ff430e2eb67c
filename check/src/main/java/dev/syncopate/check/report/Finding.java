package dev.syncopate.check.report;

import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong that a check has found.
 *
 * @param check which
 * @param rule a short name of the kind of mistake, as in {@code race-scope}
 * @param kernel in which, by its mangled name; empty for what the host does
 * @param title what is wrong, in one line
 * @param details lines below it
 * @param ptx the instruction to show it at; null for none
 * @param source the line that it was compiled from; null where the PTX does not say
 * @param count how often it was seen
 * @param identity what tells it from others of its rule in its kernel, independent of the schedule:
 *     the instructions, not the threads
 * @param related other places that take part
 * @param severity how much it weighs
 */
public record Finding(
    Check check,
    String rule,
    String kernel,
    String title,
    List<String> details,
    @Nullable Position ptx,
    @Nullable Place source,
    long count,
    String identity,
    List<Related> related,
    Severity severity) {
  /** Rules whose findings are notes: told, and counted only where that is asked for. */
  public static final List<String> NOTES = List.of(HandOverText.RULE);

  /** Severity of a finding. */
  public enum Severity {
    /** It may change what the program does on some GPU. */
    ERROR,
    /** It is wrong by the model alone. */
    WARNING,
    /** It is told, and does not count. */
    NOTE
  }

  /** All rules of findings. */
  public static final List<String> RULES =
      List.of(
          "race",
          "race-same-value",
          "race-mixed-strength",
          "race-scope",
          "race-size",
          "race-proxy",
          "race-exit",
          "race-non-coherent",
          LostUpdateText.RULE,
          HandOverText.RULE,
          UnwrittenText.RULE,
          "stream-race",
          "host-race",
          "dependent-race",
          "division-by-zero",
          "freed-twice",
          "freed-unallocated",
          "used-freed",
          "used-unallocated",
          "barrier-count",
          "barrier-branches",
          "barrier-divergent",
          "absent-source",
          "absent-lane",
          "exited-lane",
          "lane-not-named",
          "mbarrier-no-object",
          "mbarrier-reinit",
          "mbarrier-plain-access",
          "mbarrier-over-arrival",
          "mbarrier-not-awaited",
          "mbarrier-lapped-wait",
          "mbarrier-bytes",
          "mbarrier-no-complete",
          "wgmma-no-fence",
          "wgmma-in-flight",
          "setmaxnreg-warpgroup",
          "order-error",
          "order-result",
          "order-deadlock");

  /**
   * Finds something.
   *
   * @throws IllegalArgumentException for a rule that is not among {@link #RULES}, which no user
   *     could allow
   */
  public Finding {
    if (!RULES.contains(rule)) {
      throw new IllegalArgumentException("no rule of findings: " + rule);
    }
  }

  /**
   * A place that takes part.
   *
   * @param description is there, in a clause
   */
  public record Related(String description, String file, int line) {
    /** An instruction, at its line of the source if that is known. */
    static Related of(String description, Position ptx, @Nullable Place source) {
      return source == null
          ? new Related(description, ptx.file(), ptx.line())
          : new Related(description, source.called().file(), source.called().line());
    }
  }

  /** A finding that weighs what its rule does. */
  public Finding(
      Check check,
      String rule,
      String kernel,
      String title,
      List<String> details,
      @Nullable Position ptx,
      @Nullable Place source,
      long count,
      String identity,
      List<Related> related) {
    this(
        check, rule, kernel, title, details, ptx, source, count, identity, related, severity(rule));
  }

  /** A finding of one place. */
  public Finding(
      Check check,
      String rule,
      String kernel,
      String title,
      List<String> details,
      @Nullable Position ptx,
      @Nullable Place source,
      long count,
      String identity) {
    this(check, rule, kernel, title, details, ptx, source, count, identity, List.of());
  }

  /** Where the instruction stands in the PTX; null for none. */
  public @Nullable String ptxPlace() {
    return ptx == null ? null : ptx.toString();
  }

  /** Where it stands in the source; null where the PTX does not say. */
  public @Nullable String sourcePlace() {
    return source == null ? null : source.toString();
  }

  /** The file to show it in: the source if it is known, else the PTX; null for none. */
  public @Nullable String file() {
    return source != null ? source.called().file() : ptx == null ? null : ptx.file();
  }

  /** The line there, from 1; 0 for none. */
  public int line() {
    return source != null ? source.called().line() : ptx == null ? 0 : ptx.line();
  }

  /** Whether a run with it has failed. */
  public boolean counts() {
    return severity != Severity.NOTE;
  }

  /** The same, counted if it is a note. */
  public Finding counted() {
    return counts()
        ? this
        : new Finding(
            check,
            rule,
            kernel,
            title,
            details,
            ptx,
            source,
            count,
            identity,
            related,
            Severity.WARNING);
  }

  /** Default severity of a rule's findings. */
  private static Severity severity(String rule) {
    return NOTES.contains(rule)
        ? Severity.NOTE
        : rule.equals("race-same-value") ? Severity.WARNING : Severity.ERROR;
  }
}
