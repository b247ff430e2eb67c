package dev.syncopate.workload.runtime;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.SourceLines.Place;
import dev.syncopate.workload.runtime.api.Internal;
import dev.syncopate.workload.runtime.cta.CtaCycles;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Result of one launch.
 *
 * @param kernel its mangled name
 * @param shape how many threads it had
 * @param ran which CTAs of its grid; of a program on the CPU alone it says nothing
 * @param resident CTAs of its kernel that the machine holds at once; 0 for a program on the CPU
 *     alone
 * @param ending how it ended
 * @param cycles core clock cycles from launch to the end of its kernel-end release
 * @param statistics every counter's increase during the launch, by name, as documented in
 *     docs/use/statistics.md
 * @param ctas how long each CTA ran
 * @param report who waited for what, for {@link Ending#HANG}, {@link Ending#NO_PROGRESS} and {@link
 *     Ending#INTERRUPTED}, or which thread did what, for {@link Ending#FAULT}; else empty
 * @param codePlace the instruction of a fault, or at which the first threads in the report of a
 *     hang wait; null if there is none
 * @param warpsOutOfStep warps in which one side of a branch gave way to the other before both met
 *     again, which lockstep warps ({@code --divergence ipdom}) never do
 */
public record LaunchResult(
    String kernel,
    LaunchShape shape,
    @Internal CtaSubset ran,
    long resident,
    Ending ending,
    long cycles,
    SortedMap<String, Long> statistics,
    CtaCycles ctas,
    String report,
    @Nullable CodePlace codePlace,
    long warpsOutOfStep) {

  /**
   * Place of an instruction.
   *
   * @param ptx in the PTX: file, line and column
   * @param source the line that it was compiled from; null where the PTX does not say
   * @param file to show it in: the source if it is known, else the PTX
   * @param line there, from 1
   */
  public record CodePlace(String ptx, @Nullable String source, String file, int line) {
    static @Nullable CodePlace of(Program program, @Nullable Position position) {
      if (position == null) {
        return null;
      }
      Place source = program.sourceLines().of(position);
      return source == null
          ? new CodePlace(position.toString(), null, position.file(), position.line())
          : new CodePlace(
              position.toString(),
              source.toString(),
              source.called().file(),
              source.called().line());
    }
  }

  /** End of a launch. */
  public enum Ending {
    /** Every thread has exited and all its writes are visible to the host. */
    DONE,
    /**
     * No progress was possible: every thread waited or repeated itself, and for the watchdog's time
     * nothing changed.
     */
    HANG,
    /**
     * For many times the watchdog's time nothing changed that can be seen, though threads computed
     * or awaited a time: it may be a hang or not.
     */
    NO_PROGRESS,
    /** The cycle limit was reached. */
    MAX_CYCLES,
    /** The host asked it to stop. */
    INTERRUPTED,
    /**
     * A thread trapped, failed an assertion, or did something illegal; the report says which and
     * what.
     */
    FAULT
  }

  /**
   * Core clock cycles from each CTA's dispatch to its last thread's exit, by its place among those
   * that ran, as a copy; see {@link CtaCycles}.
   */
  public long[] ctaCycles() {
    return ctas.toArray();
  }

  /** The same launch with other cycles and counters. */
  LaunchResult with(long otherCycles, SortedMap<String, Long> otherStatistics) {
    return new LaunchResult(
        kernel,
        shape,
        ran,
        resident,
        ending,
        otherCycles,
        otherStatistics,
        ctas,
        report,
        codePlace,
        warpsOutOfStep);
  }

  /** Whether it stands for more than itself: CTAs of its grid that did not run, other launches. */
  public boolean isSampled() {
    return ran.isPart() || shape.represents() != 1;
  }

  /**
   * What scales the counters of a sampled launch: CTAs of the grid for each that ran, times the
   * launches that it represents.
   */
  public double scale() {
    return shape.represents() * ran.grid() / ran.count();
  }

  /**
   * Core clock cycles of all that the launch stands for. The whole launch fills the machine and
   * runs empty once, as the sample did. In between each wave of CTAs takes as long as a CTA of the
   * sample did on average ({@link CtaSubset#wholeCycles}).
   */
  public double scaledCycles() {
    double total;
    if (ran.isPart() && ctas.count() > 0) {
      double otherWork = (double) (ran.grid() - ran.count()) / ctas.count();
      total = CtaSubset.wholeCycles(cycles, ctas.mean() * ctas.count(), otherWork, resident);
    } else {
      total = (double) cycles * ran.grid() / ran.count();
    }
    return shape.represents() * total;
  }

  /** A counter's value; 0 if nothing of that name was counted. */
  public long statistic(String name) {
    return statistics.getOrDefault(name, 0L);
  }
}
