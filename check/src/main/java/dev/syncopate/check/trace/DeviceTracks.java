package dev.syncopate.check.trace;

import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The tracks of a device: its launches, groups of counters, its compute units. */
final class DeviceTracks {
  private static final int FIRST_UNIT = 1000;

  /** Rank of launches that overlap others: behind the groups of counters. */
  private static final int FIRST_LAUNCH = 900;

  final TraceFile file;

  /** The launches, and the group of everything. */
  final Track device;

  private final IntPredicate shown;
  private final Map<Integer, UnitTracks> units = new HashMap<>();
  private final Map<String, Track> groups = new HashMap<>();
  private final List<Track> launchRows = new ArrayList<>();

  DeviceTracks(TraceFile file, String name, String description, IntPredicate shown) {
    this.file = file;
    this.device = file.track(name, description);
    this.shown = shown;
    launchRows.add(device);
  }

  /**
   * Row for a launch that begins: the first one without a launch. That of a launch alone is the
   * group of everything.
   */
  Track launchRow() {
    int row = 0;
    while (launchRow(row).isOpen()) {
      row++;
    }
    return launchRow(row);
  }

  private Track launchRow(int row) {
    while (row >= launchRows.size()) {
      int number = launchRows.size();
      String name = "overlapping launches" + (number == 1 ? "" : " " + number);
      launchRows.add(file.track(device, name, FIRST_LAUNCH + number));
    }
    return launchRows.get(row);
  }

  /** Those of a unit; null for one that is not shown. */
  @Nullable UnitTracks unit(int index) {
    if (!shown.test(index)) {
      return null;
    }
    return units.computeIfAbsent(
        index,
        unit ->
            new UnitTracks(file, file.track(device, "compute unit " + unit, FIRST_UNIT + unit)));
  }

  /** A group of tracks next to those of the units. */
  Track group(String name) {
    return groups.computeIfAbsent(name, text -> file.track(device, text, groups.size()));
  }
}
