package dev.syncopate.check.report;

import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceSide;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/** A race for people. */
public final class RaceText {
  private final Race race;
  private final Grid grid;
  private final InstructionDescription text;

  public RaceText(Race race) {
    this.race = race;
    this.grid = race.grid();
    this.text = new InstructionDescription(grid.kernel().program);
  }

  /**
   * What raced with what on what; below it what each thread had synchronised on, and what would
   * order them.
   */
  public Finding finding() {
    Program program = grid.kernel().program;
    Position ptx = grid.kernel().position(race.later().pc());
    return new Finding(
        Check.RACES,
        rule(),
        program.name(),
        "data race on " + object() + kind(),
        List.of(side(race.earlier()), side(race.later()), OrderingAdvice.of(race, text)),
        ptx,
        program.sourceLines().of(ptx),
        race.count(),
        identity(),
        List.of(related(race.earlier()), related(race.later())));
  }

  private Finding.Related related(RaceSide access) {
    Position ptx = grid.kernel().position(access.pc());
    return Finding.Related.of(side(access), ptx, grid.kernel().program.sourceLines().of(ptx));
  }

  /** Either side may come first; of which copy of an unrolled loop's body they are is the same. */
  private String identity() {
    String a = site(race.earlier());
    String b = site(race.later());
    return (race.shared() ? "shared " : "global ")
        + (a.compareTo(b) <= 0 ? a + " " + b : b + " " + a);
  }

  private String site(RaceSide access) {
    return text.what(access.pc()) + " at " + text.line(access.pc());
  }

  private String rule() {
    return switch (race.kind()) {
      case WEAK -> "race";
      case SAME_VALUE -> "race-same-value";
      case MIXED_STRENGTH -> "race-mixed-strength";
      case SCOPE -> "race-scope";
      case SIZE -> "race-size";
      case PROXY, MAP_PROXY -> "race-proxy";
      case EXIT -> "race-exit";
      case NON_COHERENT -> "race-non-coherent";
    };
  }

  private Instruction earlier() {
    return text.instruction(race.earlier().pc());
  }

  /** The bytes that both touch. */
  public String object() {
    Program program = grid.kernel().program;
    int bytes = race.elementBytes();
    long element = race.address() - Math.floorMod(race.address(), bytes);
    return ObjectText.of(program, race.shared(), element, bytes, race.name());
  }

  private String kind() {
    return switch (race.kind()) {
      case WEAK, MIXED_STRENGTH -> "";
      case SAME_VALUE -> ": both write the same value";
      case SCOPE -> ": scopes do not include each other's thread";
      case SIZE -> ": strong accesses overlap in part";
      case PROXY -> ": no proxy fence between them";
      case MAP_PROXY -> ": no fences of the tensormap proxy between them";
      case EXIT ->
          ": its CTA may exit before the %s"
              .formatted(OrderingAdvice.isCopy(earlier()) ? "copy is over" : "access");
      case NON_COHERENT -> ": a non-coherent load of what the launch writes";
    };
  }

  private String side(RaceSide access) {
    return "%s at %s by %s; %s"
        .formatted(text.what(access.pc()), text.where(access.pc()), thread(access), last(access));
  }

  private String thread(RaceSide access) {
    ThreadIds ids = grid.ids();
    int thread = access.thread();
    return "CTA %s, thread (%d,%d,%d)"
        .formatted(grid.indices(access.cta()), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
  }

  private String last(RaceSide access) {
    return switch (access.synchronised()) {
      case RaceSide.NEVER -> "had not synchronised since the launch";
      case RaceSide.AT_BARRIER -> "last synchronised at a barrier of its CTA";
      default ->
          "last synchronised by %s at %s"
              .formatted(text.what(access.synchronised()), text.line(access.synchronised()));
    };
  }
}
