package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.local.ClusterArrivals;
import dev.syncopate.sim.perturb.PeerChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the CTAs of a tile send to others of their cluster, and the barriers of their clusters. A
 * message to another tile leaves by its channel. CTAs of this tile have ways here: messages of one
 * kind from one CTA to another stay in order; nothing else does.
 */
final class ExploredCluster {
  /** Kinds of messages between CTAs of one tile, where an answer is there at once. */
  private static final List<PeerChannel> KINDS =
      List.of(PeerChannel.REQUEST, PeerChannel.COPY, PeerChannel.BARRIER);

  private static final long NOT_ARRIVED = -1;

  private final TilePart tile;

  /** All CTAs of the test. */
  private final List<Resident> residents;

  /** Numbers of the tile's CTAs. */
  private final int[] ctas;

  /** By thread, the index of its CTA. */
  private final int[] ctaOfThread;

  /** By sender, receiver and kind. */
  private final List<ArrayDeque<ExploredMessage>> ways = new ArrayList<>();

  /** By thread: accesses to other CTAs that are on their way, but for asynchronous ones. */
  private final int[] requests;

  /** By CTA: its count of the barrier, and its threads that have not exited. */
  private final List<ClusterArrivals> arrivals = new ArrayList<>();

  private final int[] live;

  /** By thread: the phase at which it has arrived and not waited. */
  private final long[] open;

  private final boolean[] exited;
  private final boolean[] arrived;

  /**
   * A CTA of the test.
   *
   * @param cta its number
   * @param cluster that of its cluster
   * @param tile the number of its tile
   */
  record Resident(int cta, int cluster, int tile) {}

  /**
   * @param codes of the tile's threads
   * @param residents all CTAs of the test, those of a cluster by rank
   */
  ExploredCluster(
      TilePart tile,
      List<ThreadCode> codes,
      List<Resident> residents,
      @Nullable AsyncMutant mutant) {
    this.tile = tile;
    this.residents = List.copyOf(residents);
    ctas = codes.stream().mapToInt(ThreadCode::cta).distinct().toArray();
    ctaOfThread = new int[codes.size()];
    live = new int[ctas.length];
    for (int thread = 0; thread < codes.size(); thread++) {
      int index = index(codes.get(thread).cta());
      ctaOfThread[thread] = index;
      live[index]++;
    }
    for (int cta = 0; cta < ctas.length; cta++) {
      arrivals.add(new ClusterArrivals(members(ctas[cta]).size(), live[cta], mutant));
    }
    for (int way = 0; way < ctas.length * ctas.length * KINDS.size(); way++) {
      ways.add(new ArrayDeque<>());
    }
    requests = new int[codes.size()];
    open = new long[codes.size()];
    Arrays.fill(open, NOT_ARRIVED);
    exited = new boolean[codes.size()];
    arrived = new boolean[codes.size()];
  }

  /** The index of one of the tile's CTAs; -1 for one of another tile. */
  private int index(int cta) {
    for (int i = 0; i < ctas.length; i++) {
      if (ctas[i] == cta) {
        return i;
      }
    }
    return -1;
  }

  private Resident resident(int cta) {
    for (Resident resident : residents) {
      if (resident.cta == cta) {
        return resident;
      }
    }
    throw new IllegalArgumentException("the test has no CTA " + cta);
  }

  /** The CTAs of the cluster of one, by rank. */
  private List<Resident> members(int cta) {
    int cluster = resident(cta).cluster;
    return residents.stream().filter(resident -> resident.cluster == cluster).toList();
  }

  // ---- messages ----

  /** Sends a message of a thread to a CTA. */
  void send(int thread, int cta, PeerChannel kind, ExploredMessage message) {
    send(ctas[ctaOfThread[thread]], resident(cta), kind, message);
  }

  private void send(int sender, Resident receiver, PeerChannel kind, ExploredMessage message) {
    int index = index(receiver.cta);
    if (index >= 0) {
      int pair = index(sender) * ctas.length + index;
      ways.get(pair * KINDS.size() + KINDS.indexOf(kind)).add(message);
    } else {
      tile.sendToPeer(receiver.tile, kind, message);
    }
  }

  /** Ways that messages may be on. */
  int ways() {
    return ways.size();
  }

  /** The next message on a way; null for none. */
  @Nullable ExploredMessage first(int way) {
    return ways.get(way).peek();
  }

  ExploredMessage take(int way) {
    return ways.get(way).remove();
  }

  boolean idle() {
    return ways.stream().allMatch(ArrayDeque::isEmpty);
  }

  /** An access of a thread leaves, or has been performed. */
  void requested(int thread, int change) {
    requests[thread] += change;
  }

  /** Whether accesses of a thread to other CTAs are on their way. */
  boolean awaitsPeers(int thread) {
    return requests[thread] > 0;
  }

  // ---- the barrier ----

  /** Whether a thread may not go on at an arrival or a wait. */
  boolean refuses(int thread, boolean arrives) {
    return arrives
        ? open[thread] != NOT_ARRIVED
        : open[thread] != NOT_ARRIVED && arrivals.get(ctaOfThread[thread]).phase() <= open[thread];
  }

  void arrive(int thread) {
    ClusterArrivals count = arrivals.get(ctaOfThread[thread]);
    open[thread] = count.phase();
    arrived[thread] = true;
    count.count(1);
    tell(ctaOfThread[thread]);
  }

  /** It has waited. */
  void pass(int thread) {
    open[thread] = NOT_ARRIVED;
  }

  /** A thread has come to its end. */
  void exit(int thread) {
    if (exited[thread]) {
      return;
    }
    exited[thread] = true;
    int cta = ctaOfThread[thread];
    live[cta]--;
    if (!arrived[thread]) {
      arrivals.get(cta).count(1);
    }
    tell(cta);
  }

  private void tell(int index) {
    ClusterArrivals count = arrivals.get(index);
    if (count.missing() > 0) {
      return;
    }
    int cta = ctas[index];
    for (Resident member : members(cta)) {
      send(
          cta,
          member,
          PeerChannel.BARRIER,
          new ExploredMessage.Arrival(member.cta, cta, count.ownPhases(live[index])));
    }
  }

  /** An arrival of a CTA has come. */
  void arrived(ExploredMessage.Arrival arrival) {
    int receiver = index(arrival.receiver());
    ClusterArrivals count = arrivals.get(receiver);
    int rank = members(arrival.receiver()).indexOf(resident(arrival.sender()));
    if (count.arrived(rank, arrival.phases(), live[receiver])) {
      for (int thread = 0; thread < ctaOfThread.length; thread++) {
        if (ctaOfThread[thread] == receiver) {
          arrived[thread] = false;
        }
      }
    }
  }
}
