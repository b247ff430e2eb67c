package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.diagnose.HangReport;
import dev.syncopate.machine.diagnose.StoppedLaunch;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.machine.space.Allocations;
import dev.syncopate.machine.space.PointerNames;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.text.KernelName;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes how launches ended: the failure, and the position of every warp. */
final class LaunchEndings {
  private final Tiles tiles;
  private final Cpus cpus;
  private final MemorySystem memory;
  private final FirstFault faults;
  private final Allocations allocations;
  private final int units;

  /**
   * @param allocations that addresses are named after
   * @param units compute units
   */
  LaunchEndings(
      Tiles tiles,
      Cpus cpus,
      MemorySystem memory,
      FirstFault faults,
      Allocations allocations,
      int units) {
    this.tiles = tiles;
    this.cpus = cpus;
    this.memory = memory;
    this.faults = faults;
    this.allocations = allocations;
    this.units = units;
  }

  /**
   * How it ended, while everything stands as it stood then.
   *
   * @param launch null where no kernel ran
   * @param now the cycle
   */
  EndingText of(@Nullable Launch launch, Watcher watcher, long now) {
    return launch == null ? ofHost(watcher, now) : of(List.of(launch), 0, watcher, now);
  }

  /**
   * How launches ended that overlap.
   *
   * @param place of the first that is not complete
   */
  EndingText of(List<Launch> launches, int place, Watcher watcher, long now) {
    return ofKernel(launches, place, watcher, now);
  }

  private EndingText ofKernel(List<Launch> launches, int place, Watcher watcher, long now) {
    KernelFault fault = faults.first();
    return switch (watcher.outcome()) {
      case TRAP, FAULT ->
          fault == null
              ? new EndingText(hostFailure(), null)
              : new EndingText(String.valueOf(fault.getMessage()), fault.at());
      case HANG -> hang(launches, place, "hang: " + watcher.hangReason(now));
      case NO_PROGRESS -> standings(launches, place, watcher.standstill(now));
      case INTERRUPTED -> {
        String why = watcher.interruption(now);
        yield watcher.hangs(now) ? hang(launches, place, why) : standings(launches, place, why);
      }
      case DONE, MAX_CYCLES -> EndingText.NOTHING;
    };
  }

  private EndingText hang(List<Launch> launches, int place, String reason) {
    HangReport report = new HangReport(scene(launches, place));
    return new EndingText(report.text(reason), report.at());
  }

  private EndingText standings(List<Launch> launches, int place, String reason) {
    HangReport report = new HangReport(scene(launches, place));
    return new EndingText(report.standings(reason), report.at());
  }

  private String hostFailure() {
    String failure = cpus.failure();
    return failure == null ? "" : failure;
  }

  private EndingText ofHost(Watcher watcher, long now) {
    return switch (watcher.outcome()) {
      case TRAP, FAULT -> new EndingText(hostFailure(), null);
      case HANG -> hostStanding("hang: " + watcher.hangReason(now));
      case NO_PROGRESS -> hostStanding(watcher.standstill(now));
      case INTERRUPTED -> hostStanding(watcher.interruption(now));
      case DONE, MAX_CYCLES -> EndingText.NOTHING;
    };
  }

  private EndingText hostStanding(String reason) {
    List<String> lines = new ArrayList<>(List.of(reason));
    lines.addAll(cpus.standing(new AddressNames(allocations, PointerNames.NONE)));
    memory.waiting().forEach(line -> lines.add("  " + line));
    return new EndingText(String.join("\n", lines) + "\n", null);
  }

  private StoppedLaunch scene(List<Launch> launches, int place) {
    Launch launch = launches.get(place);
    AddressNames names = new AddressNames(allocations, launch.names());
    return new StoppedLaunch(
        launch.program(),
        launch.parameters(),
        launch.source(),
        tiles.status(place),
        tiles.traces(place),
        tiles.motions(),
        tiles.ctasToCome(place),
        new StoppedMemory(memory, units),
        names,
        cpus.standing(names),
        others(launches, place),
        Stream.concat(memory.waiting().stream(), tiles.copies().stream()).toList());
  }

  /** Positions of the launches behind one that overlap it. */
  private List<String> others(List<Launch> launches, int place) {
    List<String> lines = new ArrayList<>();
    for (int behind = place + 1; behind < launches.size(); behind++) {
      List<WarpStatus> warps = tiles.status(behind);
      long waiting = warps.stream().filter(warp -> warp.waiting() == Wait.GRIDS).count();
      lines.add(
          "overlapped by %s, launch %d behind it: %d warps are here, %d wait by griddepcontrol.wait, %d CTAs have not started"
              .formatted(
                  KernelName.readable(launches.get(behind).program().name()),
                  behind - place,
                  warps.size(),
                  waiting,
                  tiles.ctasToCome(behind)));
    }
    return lines;
  }
}
