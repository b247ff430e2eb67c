package dev.syncopate.check.report;

import dev.syncopate.check.update.LostUpdate;
import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** A lost update for people. */
public final class LostUpdateText {
  /** The rule of such a finding. */
  public static final String RULE = "lost-update";

  private LostUpdateText() {}

  /**
   * A lost update for people: the word and its threads, the access between, and the single
   * operation that would do.
   */
  public static Finding finding(LostUpdate lost) {
    Grid grid = lost.grid();
    Program program = grid.kernel().program;
    InstructionDescription text = new InstructionDescription(program);
    Position ptx = grid.kernel().position(lost.store());
    String first = "%s at %s".formatted(text.what(lost.load()), text.where(lost.load()));
    String second =
        "%s of what was computed from it at %s by %s"
            .formatted(
                text.what(lost.store()), text.where(lost.store()), thread(grid, lost.storer()));
    if (!lost.computed()) {
      second = second.replace("of what was computed from it", "that depends on what it has read");
    }
    String update =
        lost.reader().equals(lost.storer())
            ? first + " and " + second
            : first + " by " + thread(grid, lost.reader()) + ", and " + second;
    String otherWrite =
        "%s at %s by %s"
            .formatted(
                text.what(lost.write()), text.where(lost.write()), thread(grid, lost.writer()));
    return new Finding(
        Check.RACES,
        RULE,
        program.name(),
        "lost update on "
            + ObjectText.of(program, lost.shared(), lost.address(), lost.bytes(), lost.name()),
        List.of(
            update,
            otherWrite + "; nothing keeps it from coming between the two, and there it is lost",
            "no data race, for all of them are strong; " + instead(lost)),
        ptx,
        program.sourceLines().of(ptx),
        lost.count(),
        (lost.shared() ? "shared " : "global ")
            + lost.load()
            + " "
            + Math.min(lost.store(), lost.write())
            + " "
            + Math.max(lost.store(), lost.write()));
  }

  private static String thread(Grid grid, Who actor) {
    ThreadIds ids = grid.ids();
    int thread = actor.thread();
    return "CTA %s, thread (%d,%d,%d)"
        .formatted(grid.indices(actor.cta()), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
  }

  /** An atomic that does what the arithmetic between load and store does. */
  private static String instead(LostUpdate lost) {
    if (!lost.computed()) {
      return "an atomic that compares and writes in one (atomicCAS; atomicMax or atomicMin for an"
          + " extremum) loses none";
    }
    String operation = lost.operation();
    String opcode = operation.replaceFirst("\\..*", "");
    boolean isFloat = operation.matches(".*\\.b?f(16|32|64).*");
    boolean wide = lost.bytes() >= Integer.BYTES;
    String function =
        switch (opcode) {
          case "add", "sub" -> "add";
          case "and", "or", "xor", "min", "max" -> isFloat ? "" : opcode;
          default -> "";
        };
    return function.isEmpty() || !wide
        ? "an atomicCAS (atom.cas) that tries again when another value is there loses none"
        : "atomic%s (atom.%s, red.%s) does it in one"
            .formatted(
                Character.toUpperCase(function.charAt(0)) + function.substring(1),
                function,
                function);
  }
}
