package dev.syncopate.check.report;

import dev.syncopate.check.memory.ZeroDivision;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** A division by zero, for people. */
public final class ZeroDivisionText {
  private ZeroDivisionText() {}

  /** Who divides where. */
  public static Finding finding(ZeroDivision division) {
    Grid grid = division.grid();
    Program program = grid.kernel().program;
    InstructionDescription text = new InstructionDescription(program);
    Position ptx = grid.kernel().position(division.pc());
    ThreadIds ids = grid.ids();
    int thread = division.thread();
    return new Finding(
        Check.MEMORY,
        "division-by-zero",
        program.name(),
        "division of an integer by zero",
        List.of(
            "%s at %s by CTA %s, thread (%d,%d,%d)"
                .formatted(
                    text.what(division.pc()),
                    text.where(division.pc()),
                    grid.indices(division.cta()),
                    ids.x()[thread],
                    ids.y()[thread],
                    ids.z()[thread]),
            "its result is an unspecified value, and no GPU says a word"),
        ptx,
        program.sourceLines().of(ptx),
        division.count(),
        Integer.toString(division.pc()));
  }
}
