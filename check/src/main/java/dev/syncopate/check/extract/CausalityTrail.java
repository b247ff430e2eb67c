package dev.syncopate.check.extract;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds how one thread could know of what another did: by program order, by reads of what others
 * have written, and by meetings, over as few threads as possible.
 */
final class CausalityTrail {
  /** Events that a search looks at, so that a launch of many threads cannot hold it up. */
  private static final int PATIENCE = 400_000;

  /** Events of a warp that were over before the earlier access, after which a search ends. */
  private static final int LOOK_BACK = 32;

  private final WarpLog startLog;
  private final int fromLane;
  private final WarpEvent earlier;
  private final boolean releasesOnly;
  private final Set<WarpEvent> banned = new HashSet<>();
  private int looked;

  /**
   * A thread on the way.
   *
   * @param entry its event by which it knows of the thread before; null for the first
   * @param out its event by which the next one knows of it; null for the last
   */
  record Stop(WarpLog warp, int lane, @Nullable WarpEvent entry, @Nullable WarpEvent out) {}

  /** A thread, what it had done before a moment, and how that leads to the later access. */
  private record Node(
      WarpLog warp,
      int lane,
      long limit,
      @Nullable WarpEvent out,
      @Nullable WarpEvent nextIn,
      @Nullable Node next) {}

  private record Who(WarpLog warp, int lane) {}

  /**
   * @param earlier the access that one wants to know of, of a lane of a warp
   * @param releasesOnly whether only what carries releases is followed
   */
  CausalityTrail(WarpLog startLog, int fromLane, WarpEvent earlier, boolean releasesOnly) {
    this.startLog = startLog;
    this.fromLane = fromLane;
    this.earlier = earlier;
    this.releasesOnly = releasesOnly;
  }

  /** From now on another way is looked for, that does not come to its last thread like this. */
  void ban(List<Stop> way) {
    WarpEvent entry = way.getLast().entry;
    if (entry != null) {
      banned.add(entry);
    }
  }

  /** The ways' stops, from the earlier access's thread to the later one's; null for none. */
  @Nullable List<Stop> to(WarpLog warp, int lane, WarpEvent later) {
    looked = 0;
    Map<Who, Long> limits = new HashMap<>();
    ArrayDeque<Node> open = new ArrayDeque<>();
    open.add(new Node(warp, lane, later.number, null, null, null));
    while (!open.isEmpty() && looked < PATIENCE) {
      Node node = open.removeFirst();
      Iterator<WarpEvent> latest = node.warp.synchronising.descendingIterator();
      int settledEvents = 0;
      while (latest.hasNext() && settledEvents < LOOK_BACK) {
        WarpEvent event = latest.next();
        looked++;
        if (event.resolved <= earlier.number) {
          settledEvents++;
          continue;
        }
        if (event.number >= node.limit || !event.by(node.lane) || banned.contains(event)) {
          continue;
        }
        for (Node predecessor : before(node, event)) {
          if (predecessor.warp == startLog && predecessor.lane == fromLane) {
            return stops(predecessor);
          }
          Who thread = new Who(predecessor.warp, predecessor.lane);
          if (limits.getOrDefault(thread, 0L) < predecessor.limit) {
            limits.put(thread, predecessor.limit);
            open.addLast(predecessor);
          }
        }
      }
    }
    return null;
  }

  /** The threads of which a thread has learnt by an event. */
  private List<Node> before(Node node, WarpEvent event) {
    List<Node> predecessors = new ArrayList<>();
    History.Written source = source(event, node.lane);
    if (source != null && isBehind(source)) {
      WarpEvent writer = source.event();
      predecessors.add(
          new Node(writer.warp, source.lane(), writer.number + 1, writer, event, node));
    }
    boolean waits = event.meeting.stream().anyMatch(part -> part.event() == event && part.waits());
    for (WarpEvent.Part part : waits ? event.meeting : List.<WarpEvent.Part>of()) {
      WarpEvent partner = part.event();
      for (long rest = partner.lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        if (partner.warp != node.warp || lane != node.lane) {
          predecessors.add(new Node(partner.warp, lane, partner.number + 1, partner, event, node));
        }
      }
    }
    return predecessors;
  }

  /**
   * Whether a write may be behind the earlier access: of its thread by program order, of another by
   * time. Another one may have been issued before, and be on its way.
   */
  private boolean isBehind(History.Written source) {
    boolean isOfThread = source.event().warp == startLog && source.lane() == fromLane;
    return (isOfThread ? source.event().number : source.event().resolved) >= earlier.number;
  }

  /** What a lane has read of others, as far as it is known; null for nothing. */
  private History.@Nullable Written source(WarpEvent event, int lane) {
    WarpEvent sourceEvent = event.source(lane);
    if (releasesOnly && (sourceEvent == null || !event.hasReadRelease(lane))) {
      return null;
    }
    History.Written source =
        sourceEvent == null || sourceEvent.dropped
            ? null
            : new History.Written(sourceEvent, event.sourceLane(lane));
    boolean isOwn = source != null && source.event().warp == event.warp && source.lane() == lane;
    return isOwn ? null : source;
  }

  private static List<Stop> stops(Node first) {
    List<Stop> stops = new ArrayList<>();
    WarpEvent entry = null;
    for (Node node = first; node != null; node = node.next) {
      stops.add(new Stop(node.warp, node.lane, entry, node.out));
      entry = node.nextIn;
    }
    return stops;
  }
}
