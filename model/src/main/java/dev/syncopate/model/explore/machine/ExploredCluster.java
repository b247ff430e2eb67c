package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.local.ClusterArrivals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What CTAs of a cluster that are on one tile send to each other, and the barrier of their cluster.
 * Messages of one channel from one CTA to another stay in order; nothing else does.
 */
final class ExploredCluster {
  /** Channels between two CTAs. */
  enum Channel {
    ACCESS(0),
    COPY(1),
    BARRIER(2);

    private final int number;

    Channel(int number) {
      this.number = number;
    }
  }

  private static final int CHANNELS = Channel.values().length;
  private static final long NOT_ARRIVED = -1;

  /** Numbers of the tile's CTAs, and by each the first of its cluster. */
  private final int[] ctas;

  private final int[] clusters;

  /** By thread, the index of its CTA. */
  private final int[] ctaOfThread;

  /** By sender, receiver and channel. */
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

  ExploredCluster(List<ThreadCode> codes, @Nullable AsyncMutant mutant) {
    ctas = codes.stream().mapToInt(ThreadCode::cta).distinct().toArray();
    clusters = new int[ctas.length];
    ctaOfThread = new int[codes.size()];
    live = new int[ctas.length];
    for (int thread = 0; thread < codes.size(); thread++) {
      int index = index(codes.get(thread).cta());
      ctaOfThread[thread] = index;
      clusters[index] = codes.get(thread).cluster();
      live[index]++;
    }
    for (int cta = 0; cta < ctas.length; cta++) {
      arrivals.add(new ClusterArrivals(members(cta).size(), live[cta], mutant));
    }
    for (int way = 0; way < ctas.length * ctas.length * CHANNELS; way++) {
      ways.add(new ArrayDeque<>());
    }
    requests = new int[codes.size()];
    open = new long[codes.size()];
    Arrays.fill(open, NOT_ARRIVED);
    exited = new boolean[codes.size()];
    arrived = new boolean[codes.size()];
  }

  private int index(int cta) {
    for (int i = 0; i < ctas.length; i++) {
      if (ctas[i] == cta) {
        return i;
      }
    }
    throw new IllegalArgumentException("CTA " + cta + " is on another tile");
  }

  /** The CTAs of the cluster of one, by rank. */
  private List<Integer> members(int cta) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < ctas.length; i++) {
      if (clusters[i] == clusters[cta]) {
        members.add(i);
      }
    }
    return members;
  }

  // ---- messages ----

  /** Sends a message of a thread to a CTA. */
  void send(int thread, int cta, Channel channel, ExploredMessage message) {
    ways.get(way(ctaOfThread[thread], index(cta), channel)).add(message);
  }

  private int way(int sender, int receiver, Channel channel) {
    return (sender * ctas.length + receiver) * CHANNELS + channel.number;
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

  private void tell(int cta) {
    ClusterArrivals count = arrivals.get(cta);
    if (count.missing() > 0) {
      return;
    }
    ExploredMessage arrival = ExploredMessage.arrival(ctas[cta], count.ownPhases(live[cta]));
    for (int member : members(cta)) {
      ways.get(way(cta, member, Channel.BARRIER)).add(arrival);
    }
  }

  /** An arrival of a CTA has come. */
  void arrived(int way, long phases) {
    int sender = way / CHANNELS / ctas.length;
    int receiver = way / CHANNELS % ctas.length;
    ClusterArrivals count = arrivals.get(receiver);
    if (count.arrived(members(receiver).indexOf(sender), phases, live[receiver])) {
      for (int thread = 0; thread < ctaOfThread.length; thread++) {
        if (ctaOfThread[thread] == receiver) {
          arrived[thread] = false;
        }
      }
    }
  }
}
