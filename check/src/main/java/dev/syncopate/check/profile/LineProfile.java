package dev.syncopate.check.profile;

import dev.syncopate.ptx.ir.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums over the instructions of one source line.
 *
 * @param source null where the PTX does not say: then it is a line of the PTX
 * @param ptx lines of the PTX text, ascending
 * @param ptxFile its name as it was given
 * @param counts over all launches of the kernel
 */
public record LineProfile(
    @Nullable SourceLine source, List<Integer> ptx, String ptxFile, MeasureCounts counts) {
  /** The PTX file's name without its folder. */
  public String ptxName() {
    return Position.fileName(ptxFile);
  }
}
