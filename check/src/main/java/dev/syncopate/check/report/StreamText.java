package dev.syncopate.check.report;

import dev.syncopate.check.host.StreamRace;
import dev.syncopate.check.host.StreamRace.Side;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.text.KernelName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two operations of different streams that nothing orders, for people. */
public final class StreamText {
  private StreamText() {}

  /** Which operations, on what, and what would order them. */
  public static Finding finding(StreamRace race) {
    Side shown = race.later().grid() == null ? race.earlier() : race.later();
    Grid grid = shown.grid();
    @Nullable Position ptx = grid == null ? null : grid.kernel().position(shown.pc());
    Program program = grid == null ? null : grid.kernel().program;
    String object =
        race.name() == null ? "address 0x" + Long.toHexString(race.address()) : race.name();
    return new Finding(
        Check.RACES,
        rule(race),
        program == null ? "" : program.name(),
        title(race) + object,
        List.of(side(race.earlier()), side(race.later()), advice(race)),
        ptx,
        program == null || ptx == null ? null : program.sourceLines().of(ptx),
        race.count(),
        race.earlier().pc() + " " + race.later().pc());
  }

  private static String rule(StreamRace race) {
    return race.dependent() ? "dependent-race" : race.byHost() ? "host-race" : "stream-race";
  }

  private static String title(StreamRace race) {
    return race.dependent()
        ? "launch and dependent launch race on "
        : race.byHost() ? "host and device race on " : "streams race on ";
  }

  private static String advice(StreamRace race) {
    if (race.dependent()) {
      return "the later launch may start before the earlier one is complete (programmatic stream"
          + " serialisation): its threads must wait before the access, by griddepcontrol.wait"
          + " (cudaGridDependencySynchronize)";
    }
    return race.byHost()
        ? "the host must wait for it first: cudaStreamSynchronize, cudaEventSynchronize or"
            + " cudaDeviceSynchronize"
        : "nothing orders the two: one stream, cudaStreamWaitEvent for an event recorded behind the"
            + " first, or a wait of the host between them would";
  }

  private static String side(Side side) {
    String verb = side.writes() ? "writes" : "reads";
    Grid grid = side.grid();
    if (side.isHost()) {
      return "the host " + verb + " it by itself";
    }
    if (grid == null) {
      return "%s in %s %s".formatted(side.description(), stream(side), verb);
    }
    InstructionDescription text = new InstructionDescription(grid.kernel().program);
    return "launch %d, %s, in %s %s: %s at %s"
        .formatted(
            side.launch(),
            KernelName.readable(grid.kernel().program.name()),
            stream(side),
            verb,
            text.what(side.pc()),
            text.where(side.pc()));
  }

  private static String stream(Side side) {
    return side.stream() == 0 ? "the default stream" : "stream " + side.stream();
  }
}
