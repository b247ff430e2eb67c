package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.config.EnergyShare;
import dev.syncopate.memory.config.EnergyTerm;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.config.Section;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The local atomic buffer (lab §III-A) in front of the L1 of each compute unit: lines of partial
 * values, carved out of the unit's SRAM.
 */
@Section(name = "lab", value = "Local atomic buffer in front of the L1.")
public record LabSettings(
    @Setting(
            value =
                "Lines of the buffer; 0 for a unit without one. An unlimited buffer takes no SRAM,"
                    + " like the paper's.",
            unit = Unit.COUNT_OR_UNLIMITED,
            absent = "0")
        int entries,
    @Setting(
            value = "Associativity; one with fewer entries is fully associative.",
            unit = Unit.COUNT,
            min = 1,
            max = 1024,
            absent = "8")
        int ways,
    @Setting(value = "What loses the SRAM that it takes: the L1 or shared memory.", absent = "l1")
        From from,
    @Setting(
            value =
                "Whether lines are kept; when off, what an access has come to is sent at once, which"
                    + " tells what reuse is worth.",
            absent = "on")
        Reuse reuse,
    @Setting(
            value =
                "What the flush at a kernel's end costs: its time, or none, which tells what the burst"
                    + " costs.",
            absent = "timed")
        KernelEnd flushAtKernelEnd,
    @Setting(
            value =
                "Cycles for each further update of a word by the same access: lanes that meet there"
                    + " follow one another.",
            unit = Unit.CYCLES,
            max = 1000,
            absent = "1")
        int conflictCycles,
    @Setting("Energy of its accesses.") LabEnergy energy)
    implements MechanismSettings, CheckedConfig {

  /** Lines of one that never runs out. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** A buffer of so many lines and nothing out of the common. */
  public static LabSettings of(int entries) {
    return new LabSettings(entries, 8, From.L1, Reuse.ON, KernelEnd.TIMED, 1, LabEnergy.NONE);
  }

  /** Memory that gives its SRAM to the buffer. */
  public enum From {
    L1,
    SHARED
  }

  /** Whether lines are kept after an access. */
  public enum Reuse {
    ON,
    OFF
  }

  /** Cost of the flush at a kernel's end. */
  public enum KernelEnd {
    TIMED,
    FREE
  }

  /** Whether units have one. */
  public boolean present() {
    return entries > 0;
  }

  public boolean unlimited() {
    return entries == UNLIMITED;
  }

  /** Bytes of SRAM that it takes. */
  private long bytes(int lineBytes) {
    return unlimited() ? 0 : (long) entries * lineBytes;
  }

  /**
   * {@inheritDoc} Those are whole sets of it, or as many sets of fewer ways where that is more.
   * What is less than one of either is lost.
   */
  @Override
  public L1Config behind(L1Config l1) {
    int remaining = (int) left(l1);
    if (remaining == l1.size() || tooMuchOf(l1) != null) {
      return l1;
    }
    int bySets = remaining - remaining % set(l1);
    int byWays = remaining - remaining % way(l1);
    return bySets >= byWays ? l1.with(bySets, l1.ways()) : l1.with(byWays, byWays / way(l1));
  }

  @Override
  public long sharedBytes(int lineBytes) {
    return from == From.SHARED ? bytes(lineBytes) : 0;
  }

  @Override
  public List<Problem> problems(L1Config l1, int sharedBytes) {
    String wrong = tooMuchOf(l1);
    if (sharedBytes(l1.line()) > sharedBytes) {
      wrong =
          "%d lines of %d bytes are %d, more than core.sharedBytes = %d bytes"
              .formatted(entries, l1.line(), bytes(l1.line()), sharedBytes);
    }
    return wrong == null ? List.of() : List.of(new Problem("entries", wrong));
  }

  /** An update that hits reads what is there; so does what leaves. */
  @Override
  public List<EnergyShare> energyShares() {
    return List.of(
        new EnergyShare(
            "lab",
            "LAB",
            energy.isKnown(),
            List.of(
                new EnergyTerm(
                    List.of(
                        "lab.hits",
                        "lab.evictions",
                        "lab.clashes",
                        "lab.passed",
                        "lab.flushedLines"),
                    energy.read(entries)),
                new EnergyTerm(List.of("lab.updates"), energy.write(entries)))));
  }

  /** Why what is left of an L1 is no cache, with the arithmetic; null where it is one. */
  private @Nullable String tooMuchOf(L1Config l1) {
    long remaining = left(l1);
    return remaining >= set(l1) || remaining >= way(l1)
        ? null
        : "%d lines of %d bytes are %d and leave %d of l1.size = %d bytes, which is no L1"
            .formatted(entries, l1.line(), bytes(l1.line()), remaining, l1.size());
  }

  private long left(L1Config l1) {
    return l1.size() - (from == From.L1 ? bytes(l1.line()) : 0);
  }

  /** Bytes of a set. */
  private static int set(L1Config l1) {
    return l1.line() * l1.ways();
  }

  /** Bytes of a line in each set. */
  private static int way(L1Config l1) {
    return Math.max(1, l1.size() / l1.ways());
  }

  @Override
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (!unlimited() && entries > ways && entries % ways != 0) {
      problems.add(
          new Problem("entries", entries + " lines are not a whole number of sets of " + ways));
    }
    return problems;
  }
}
