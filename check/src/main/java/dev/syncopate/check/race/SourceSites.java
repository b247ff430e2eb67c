package dev.syncopate.check.race;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Equivalence classes of a kernel's instructions by source: those that do the same on the same line
 * are one site, such as the copies of an unrolled loop's body. Where the PTX does not say of which
 * line it is, each is its own.
 */
final class SourceSites {
  private final Program program;
  private final RunInstructions instructions;
  private final int[] sitePcs;
  private final Map<Site, Integer> first = new HashMap<>();

  private record Site(Place place, MemoryOperation operation) {}

  SourceSites(Program program, RunInstructions instructions) {
    this.program = program;
    this.instructions = instructions;
    this.sitePcs = new int[program.code().size()];
    Arrays.fill(sitePcs, -1);
  }

  /** The instruction that stands for all of a site: the first that raced. */
  int of(int pc) {
    if (sitePcs[pc] < 0) {
      @Nullable Place place = program.sourceLines().of(program.code().get(pc).position());
      sitePcs[pc] =
          place == null
              ? pc
              : first.computeIfAbsent(new Site(place, instructions.of(pc)), site -> pc);
    }
    return sitePcs[pc];
  }
}
