package dev.syncopate.check.trace;

import dev.syncopate.machine.observer.Meter;
import dev.syncopate.memory.system.Utilisation;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.trace.Track;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of how busy banks, channels, links and ports are; and of everything that the machine
 * counts, if that is wanted.
 */
final class LoadTracks {
  private static final String SHARE = "%";

  private final DeviceTracks tracks;
  private final boolean showsLoads;
  private final boolean showsCounters;
  private final CounterRates loads = new CounterRates();
  private final CounterRates counters = new CounterRates();

  LoadTracks(DeviceTracks tracks, boolean showsLoads, boolean showsCounters) {
    this.tracks = tracks;
    this.showsLoads = showsLoads;
    this.showsCounters = showsCounters;
  }

  /** A kernel begins. */
  void begun(long cycle, Meter meter) {
    if (showsLoads) {
      List<Utilisation> now = meter.loads();
      if (loads.isEmpty()) {
        for (int i = 0; i < now.size(); i++) {
          add(now.get(i), i);
        }
      }
      loads.begun(cycle, done(now));
    }
    if (showsCounters) {
      Map<String, Long> now = meter.counters();
      if (counters.isEmpty()) {
        int rank = 0;
        for (String name : now.keySet()) {
          counters.add(counter(name, "a cycle", "counters", rank++), 1);
        }
      }
      counters.begun(cycle, done(now));
    }
  }

  /** An interval is over. */
  void sampled(long cycle, Meter meter) {
    if (showsLoads) {
      loads.sampled(cycle, done(meter.loads()));
    }
    if (showsCounters) {
      counters.sampled(cycle, done(meter.counters()));
    }
  }

  /** The kernel has ended. */
  void ended(long cycle, Meter meter) {
    if (showsLoads) {
      loads.ended(cycle, done(meter.loads()));
    }
    if (showsCounters) {
      counters.ended(cycle, done(meter.counters()));
    }
  }

  private static long[] done(List<Utilisation> now) {
    return now.stream().mapToLong(Utilisation::amount).toArray();
  }

  private static long[] done(Map<String, Long> now) {
    return now.values().stream().mapToLong(Long::longValue).toArray();
  }

  private void add(Utilisation load, int number) {
    Node node = load.node();
    switch (load.kind()) {
      case BANK -> loads.add(counter(node + " " + load.name(), SHARE, "banks", number), 100);
      case CHANNEL -> loads.add(counter(load.name(), "bytes/cycle", "DRAM", number), 1);
      case LINK -> loads.add(link(load, node, number), 100);
    }
  }

  private @Nullable Track link(Utilisation load, @Nullable Node node, int number) {
    if (node != null && node.kind() == Node.Kind.TILE) {
      UnitTracks unit = tracks.unit(node.index());
      return unit == null ? null : unit.port(load.name(), SHARE);
    }
    String name = node == null ? load.name() : node + " " + load.name();
    return counter(name, SHARE, "network", number);
  }

  private Track counter(String name, String unit, String group, int rank) {
    return tracks.file.counter(tracks.group(group), name, unit, rank);
  }
}
