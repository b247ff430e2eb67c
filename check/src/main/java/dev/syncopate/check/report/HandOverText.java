package dev.syncopate.check.report;

import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.RaceSide;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** A hand-over without order for people. */
public final class HandOverText {
  /** The rule of such a finding. */
  public static final String RULE = "unordered-hand-over";

  private final HandOver handOver;
  private final Grid grid;
  private final Program program;
  private final InstructionDescription text;

  private HandOverText(HandOver handOver) {
    this.handOver = handOver;
    this.grid = handOver.grid();
    this.program = grid.kernel().program;
    this.text = new InstructionDescription(program);
  }

  /**
   * Who wrote the data and then the flag, who read the flag and then the data, and what is missing.
   */
  public static Finding finding(HandOver handOver) {
    return new HandOverText(handOver).finding();
  }

  private Finding finding() {
    Position ptx = grid.kernel().position(handOver.read().pc());
    String missing = MissingOrder.of(handOver.passed(), text);
    return new Finding(
        Check.RACES,
        RULE,
        program.name(),
        "unordered hand-over of "
            + ObjectText.of(
                program, handOver.shared(), handOver.address(), handOver.bytes(), handOver.name()),
        List.of(
            both(handOver.write(), "the data", handOver.flagWriter(), "a flag"),
            both(handOver.flagReader(), "that flag", handOver.read(), "the data")
                + ": it may return what was there before",
            "no data race, for all of them are strong; "
                + (missing.isEmpty()
                    ? "a release behind the data's store, and an acquire of it before the load, would"
                        + " order them"
                    : missing)),
        ptx,
        program.sourceLines().of(ptx),
        handOver.count(),
        (handOver.shared() ? "shared " : "global ")
            + String.join(
                " ",
                site(handOver.write()),
                site(handOver.flagWriter()),
                site(handOver.flagReader()),
                site(handOver.read())),
        List.of(
            related(handOver.write(), "the data"),
            related(handOver.flagWriter(), "a flag"),
            related(handOver.flagReader(), "that flag"),
            related(handOver.read(), "the data")));
  }

  /** Two accesses of which the second is behind the first. */
  private String both(RaceSide first, String firstRole, RaceSide second, String secondRole) {
    boolean sameThread = thread(first).equals(thread(second));
    return "%s of %s at %s%s, then %s of %s at %s by %s"
        .formatted(
            text.what(first.pc()),
            firstRole,
            text.where(first.pc()),
            sameThread ? "" : " by " + thread(first),
            text.what(second.pc()),
            secondRole,
            text.where(second.pc()),
            thread(second));
  }

  private String site(RaceSide access) {
    return text.what(access.pc()) + " at " + text.line(access.pc());
  }

  private Finding.Related related(RaceSide access, String role) {
    Position ptx = grid.kernel().position(access.pc());
    String description = "%s of %s by %s".formatted(text.what(access.pc()), role, thread(access));
    return Finding.Related.of(description, ptx, program.sourceLines().of(ptx));
  }

  private String thread(RaceSide access) {
    ThreadIds ids = grid.ids();
    int thread = access.thread();
    return "CTA %s, thread (%d,%d,%d)"
        .formatted(grid.indices(access.cta()), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
  }
}
