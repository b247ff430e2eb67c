package dev.syncopate.check.schedule;

import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.perturb.Perturbation;
import dev.syncopate.sim.perturb.Perturbation.AccessPause;
import dev.syncopate.sim.perturb.Perturbation.BeginDelay;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.MessageDelay;
import dev.syncopate.sim.perturb.Perturbation.PeerDelay;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Watches a run under a listed schedule, to tell which warps and accesses the list concerns. */
public final class ScheduleWitness implements Observer {
  /** Warps that are watched at most; later ones are told by number alone. */
  private static final int MOST_WARPS = 1 << 14;

  /** Accesses of a warp that are kept at most. */
  private static final int MOST_ACCESSES = 256;

  /** Warps of a story at most. */
  private static final int MOST_TOLD = 12;

  private static final String TILE = "tile";

  private final int lineBytes;
  private final Map<WarpKey, WatchedWarp> warps = new LinkedHashMap<>();
  private final List<LaunchWitness> launches = new ArrayList<>();

  private record WarpKey(int launch, long cta, int warp) {}

  /**
   * @param lineBytes of a cache line
   */
  public ScheduleWitness(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    LaunchWitness launch = new LaunchWitness(grid, clock);
    launches.add(launch);
    return launch;
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  /** Warp with its accesses so far. */
  private static final class WatchedWarp {
    final LaunchWitness launch;
    final WarpKey key;
    final int unit;
    final long start;
    final List<WatchedAccess> accesses = new ArrayList<>();
    long end = -1;

    WatchedWarp(LaunchWitness launch, WarpKey key, int unit, long start) {
      this.launch = launch;
      this.key = key;
      this.unit = unit;
      this.start = start;
    }

    boolean touches(Set<Long> lines) {
      return accesses.stream().anyMatch(access -> access.lines.stream().anyMatch(lines::contains));
    }

    /** The access to a line that was issued last up to a cycle; null for none. */
    @Nullable WatchedAccess before(long line, long cycle) {
      WatchedAccess latest = null;
      for (WatchedAccess access : accesses) {
        if (access.first <= cycle && access.lines.contains(line)) {
          latest = access;
        }
      }
      return latest;
    }

    WarpStory story() {
      return new WarpStory(
          launch.grid.kernel().program.name(),
          key.launch,
          key.cta,
          key.warp,
          unit,
          start,
          end < 0 ? launch.end : end,
          accesses.stream().map(access -> access.told(launch)).toList());
    }
  }

  private static final class WatchedAccess {
    final int pc;
    final long first;
    final long address;
    final int bytes;
    final Set<Long> lines;
    long last;
    int times = 1;

    WatchedAccess(int pc, long now, long address, int bytes, Set<Long> lines) {
      this.pc = pc;
      this.first = now;
      this.last = now;
      this.address = address;
      this.bytes = bytes;
      this.lines = lines;
    }

    DelayedAccess told(LaunchWitness launch) {
      String object = lines.isEmpty() ? "" : launch.name(address, bytes);
      return new DelayedAccess(
          pc, first, last, times, launch.text.what(pc), launch.text.line(pc), object);
    }
  }

  /** Watches a launch. */
  private final class LaunchWitness implements LaunchObserver {
    final Grid grid;
    final IntToLongFunction clock;
    final InstructionDescription text;
    long end;

    LaunchWitness(Grid grid, IntToLongFunction clock) {
      this.grid = grid;
      this.clock = clock;
      this.text = new InstructionDescription(grid.kernel().program);
    }

    int number() {
      return (int) grid.number();
    }

    String name(long address, int bytes) {
      String name = grid.space().names().name(address, bytes);
      return name == null ? "address 0x" + Long.toHexString(address) : name;
    }

    @Override
    public void started(int unit, Cta cta) {
      for (Warp warp : cta.warps) {
        if (warps.size() < MOST_WARPS) {
          WarpKey key = new WarpKey(number(), cta.index, warp.indexInCta());
          warps.put(key, new WatchedWarp(this, key, unit, clock.applyAsLong(unit)));
        }
      }
    }

    @Override
    public void left(int unit, Warp warp) {
      WatchedWarp watched = watched(warp);
      if (watched != null) {
        watched.end = clock.applyAsLong(unit);
      }
    }

    @Override
    public void ended(long cycle) {
      end = cycle;
    }

    @Override
    public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
      WatchedWarp watched = watched(warp);
      if (watched == null) {
        return;
      }
      long now = clock.applyAsLong(unit);
      List<WatchedAccess> accesses = watched.accesses;
      Set<Long> lines = lines(access);
      if (!accesses.isEmpty()) {
        WatchedAccess latest = accesses.getLast();
        if (latest.pc == pc && latest.lines.equals(lines)) {
          latest.last = now;
          latest.times++;
          return;
        }
      }
      if (accesses.size() < MOST_ACCESSES) {
        int lane = Long.numberOfTrailingZeros(access.lanes);
        long address = access.lanes == 0 ? 0 : access.address[lane];
        accesses.add(
            new WatchedAccess(
                pc, now, address, Math.max(1, access.operation.bytesPerLane()), lines));
      }
    }

    private Set<Long> lines(WarpAccess access) {
      Set<Long> lines = new LinkedHashSet<>();
      for (long rest = access.lanes; rest != 0; rest &= rest - 1) {
        lines.add(access.address[Long.numberOfTrailingZeros(rest)] & -lineBytes);
      }
      return lines;
    }

    private @Nullable WatchedWarp watched(Warp warp) {
      return warps.get(new WarpKey(number(), warp.owner().index, warp.indexInCta()));
    }
  }

  /**
   * The story of the run.
   *
   * @param delays as the device has logged them
   */
  public ScheduleStory story(List<PerturbationLog.Entry> delays) {
    Map<WarpKey, WatchedWarp> toldWarps = new LinkedHashMap<>();
    Set<Long> lines = new LinkedHashSet<>();
    List<@Nullable WatchedWarp> subjects = new ArrayList<>();
    for (PerturbationLog.Entry delay : delays) {
      WatchedWarp subject = subject(delay);
      subjects.add(subject);
      if (subject != null) {
        toldWarps.put(subject.key, subject);
        subject.accesses.forEach(access -> lines.addAll(access.lines));
      }
      if (delay.perturbation() instanceof MessageDelay message) {
        lines.add(message.line());
      }
    }
    warps.values().stream()
        .filter(warp -> warp.touches(lines))
        .sorted(Comparator.comparingLong(warp -> warp.start))
        .forEach(warp -> toldWarps.putIfAbsent(warp.key, warp));
    List<WatchedWarp> shown = toldWarps.values().stream().limit(MOST_TOLD).toList();
    List<DelayStory> stories = new ArrayList<>();
    for (int i = 0; i < delays.size(); i++) {
      PerturbationLog.Entry delay = delays.get(i);
      WatchedWarp subject = subjects.get(i);
      stories.add(
          new DelayStory(
              delay.perturbation().toString(),
              name(delay.perturbation()),
              delay.cycle(),
              delay.perturbation().cycles(),
              subject == null ? -1 : shown.indexOf(subject),
              subject == null ? null : access(subject, delay)));
    }
    return new ScheduleStory(
        stories,
        shown.stream().map(WatchedWarp::story).toList(),
        Math.max(0, toldWarps.size() - shown.size()));
  }

  /** The warp that is delayed, or whose message is; null where that is not known. */
  private @Nullable WatchedWarp subject(PerturbationLog.Entry delay) {
    return switch (delay.perturbation()) {
      case BeginDelay begin -> warps.get(new WarpKey(begin.launch(), begin.cta(), begin.warp()));
      case AccessPause pause -> warps.get(new WarpKey(pause.launch(), pause.cta(), pause.warp()));
      case MessageDelay message -> {
        int unit = unit(message);
        WatchedWarp latest = null;
        long latestCycle = -1;
        for (WatchedWarp warp : warps.values()) {
          WatchedAccess access =
              warp.unit == unit ? warp.before(message.line(), delay.cycle()) : null;
          long cycle = access == null ? -1 : Math.min(access.last, delay.cycle());
          if (cycle > latestCycle) {
            latest = warp;
            latestCycle = cycle;
          }
        }
        yield latest;
      }
      case PeerDelay _, DrawnOrder _ -> null;
    };
  }

  /** The compute unit that sends a message or gets it; -1 for none. */
  private static int unit(MessageDelay message) {
    String node =
        message.sender().startsWith(TILE)
            ? message.sender()
            : message.receiver().startsWith(TILE) ? message.receiver() : "";
    return node.isEmpty() ? -1 : Integer.parseInt(node.substring(TILE.length()));
  }

  private @Nullable DelayedAccess access(WatchedWarp warp, PerturbationLog.Entry delay) {
    return switch (delay.perturbation()) {
      case AccessPause pause -> {
        WatchedAccess latest = null;
        for (WatchedAccess access : warp.accesses) {
          if (access.pc == pause.pc() && access.first <= delay.cycle()) {
            latest = access;
          }
        }
        InstructionDescription text = warp.launch.text;
        yield latest != null
            ? latest.told(warp.launch)
            : new DelayedAccess(
                pause.pc(),
                delay.cycle(),
                delay.cycle(),
                1,
                text.what(pause.pc()),
                text.line(pause.pc()),
                "");
      }
      case MessageDelay message -> {
        WatchedAccess access = warp.before(message.line(), delay.cycle());
        yield access == null ? null : access.told(warp.launch);
      }
      case BeginDelay begin -> null;
      case PeerDelay _, DrawnOrder _ -> null;
    };
  }

  private String name(Perturbation perturbation) {
    return switch (perturbation) {
      case BeginDelay begin -> warp(begin.launch(), begin.cta(), begin.warp());
      case AccessPause pause -> warp(pause.launch(), pause.cta(), pause.warp());
      case MessageDelay message ->
          "%s of %s from %s to %s"
              .formatted(
                  message.type(),
                  launches.isEmpty()
                      ? "line 0x" + Long.toHexString(message.line())
                      : "the line of " + launches.getLast().name(message.line(), 4),
                  message.sender(),
                  message.receiver());
      case PeerDelay peer ->
          "%s from compute unit %d to compute unit %d"
              .formatted(
                  switch (peer.channel()) {
                    case REQUEST -> "access to shared memory";
                    case ANSWER -> "answer";
                    case COPY -> "part of a bulk copy";
                    case BARRIER -> "arrival at the barrier of the cluster";
                  },
                  peer.sender(),
                  peer.receiver());
      case DrawnOrder order ->
          switch (order.kind()) {
            case ISSUE -> "order in which warps of compute unit " + order.unit() + " issue";
            case LANES -> "order in which lanes of compute unit " + order.unit() + " run";
            case CTAS -> "order in which CTAs start";
          };
    };
  }

  private static String warp(int launch, long cta, int warp) {
    return "warp " + warp + " of CTA " + cta + (launch > 1 ? " of launch " + launch : "");
  }
}
