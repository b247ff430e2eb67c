package dev.syncopate.check.report;

import dev.syncopate.check.memory.UnwrittenRead;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** A read of unwritten bytes, for people. */
public final class UnwrittenText {
  /** The rule of such a finding. */
  public static final String RULE = "unwritten";

  private UnwrittenText() {}

  /** What was read, where, and by which thread. */
  public static Finding finding(UnwrittenRead read) {
    Grid grid = read.grid();
    Program program = grid.kernel().program;
    InstructionDescription text = new InstructionDescription(program);
    Position ptx = grid.kernel().position(read.pc());
    ThreadIds ids = grid.ids();
    int thread = read.thread();
    String object =
        read.name() == null ? "address 0x" + Long.toHexString(read.address()) : read.name();
    String side =
        "%s at %s by CTA %s, thread (%d,%d,%d)"
            .formatted(
                text.what(read.pc()),
                text.where(read.pc()),
                grid.indices(read.cta()),
                ids.x()[thread],
                ids.y()[thread],
                ids.z()[thread]);
    String nobody = read.shared() ? "nothing in the CTA" : "no copy, no memset and no thread";
    String unwrittenText =
        read.unwritten() == read.bytes()
            ? nobody + " has written it"
            : "%s has written %d of its %d bytes".formatted(nobody, read.unwritten(), read.bytes());
    return new Finding(
        Check.INIT,
        RULE,
        program.name(),
        "read of unwritten " + object,
        List.of(side, unwrittenText),
        ptx,
        program.sourceLines().of(ptx),
        read.count(),
        Integer.toString(read.pc()));
  }
}
