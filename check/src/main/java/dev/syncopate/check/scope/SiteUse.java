package dev.syncopate.check.scope;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.Comparator;

/** A run's use of a synchronising line. In order of files and lines. */
final class SiteUse implements Comparable<SiteUse> {
  private static final Comparator<SiteUse> ORDER =
      Comparator.<SiteUse, String>comparing(use -> use.file)
          .thenComparingInt(use -> use.line)
          .thenComparing(use -> use.site.line())
          .thenComparing(use -> use.site.description());

  final InstructionSite site;

  /** One of its instructions. */
  final Instruction instruction;

  private final String file;
  private final int line;

  final int warpWidth;

  /** Whether the launch has clusters of several CTAs. */
  final boolean inCluster;

  /** How often threads have executed it; barriers count once for all. */
  long executed;

  /** Whether it has accessed global memory, or is no access. */
  boolean global;

  /** Whether it is a barrier that threads complete at other lines, too. */
  boolean entangled;

  /** Accesses by the CTA that uses a word most, and by others, to words that several CTAs use. */
  long owner;

  long otherUses;

  SiteUse(InstructionSite site, Program program, int pc, int warpWidth, boolean inCluster) {
    this.site = site;
    this.instruction = program.code().get(pc);
    this.warpWidth = warpWidth;
    this.inCluster = inCluster;
    Position position = instruction.position();
    Place place = program.sourceLines().of(position);
    this.file = place == null ? position.file() : place.called().file();
    this.line = place == null ? position.line() : place.called().line();
  }

  @Override
  public int compareTo(SiteUse right) {
    return ORDER.compare(this, right);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof SiteUse use && compareTo(use) == 0;
  }

  @Override
  public int hashCode() {
    return site.hashCode();
  }
}
