package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.ClusterConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.FaultTexts;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.machine.core.PeerReceiver;
import dev.syncopate.machine.local.Banks;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.TransactionStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cluster port of a compute unit: sends accesses to the shared memory of other CTAs of a cluster
 * (distributed shared memory), and performs those that come. A request is performed in the cycle in
 * which it arrives, behind all that arrived before; its banks are held as by an access of the
 * unit's own. Requests of one unit to another stay in order, and answers likewise.
 */
final class PeerUnit implements PeerReceiver {
  final ComputeUnit unit;
  final ClusterFences fences;
  private final ClusterBarriers barriers;
  private final Banks banks;
  private final boolean timed;
  private final int latency;
  private final int bandwidth;

  /** The copy unit of the compute unit; null before the first kernel that needs one. */
  @Nullable CopyUnit copyUnit;

  /** Cycles from which the port takes the next request, and the next answer. */
  private long requestsFree;

  private long answersFree;

  /** Requests of this unit that are not answered; in order, for reports. */
  private final Set<PeerRequest> pending = new LinkedHashSet<>();

  PeerUnit(
      ComputeUnit unit, MachineConfig machine, ClusterFences fences, ClusterBarriers barriers) {
    this.barriers = barriers;
    this.fences = fences;
    ClusterConfig config = machine.cluster();
    this.unit = unit;
    this.banks = new Banks(unit.config.sharedBanks());
    this.timed = !unit.memory.answersAtOnce();
    this.latency = config.peerLatency();
    this.bandwidth = config.peerBandwidth();
    unit.peers = this;
  }

  // ---- addresses in the window of the cluster's shared memory ----

  /**
   * The rank that a lane's address names, {@link AddressMap#NO_RANK} for the own CTA.
   *
   * @throws KernelFault for one that the cluster does not have
   */
  int rank(Op op, Warp warp, int lane, long address) {
    int rank = AddressMap.rank(address);
    Cta cta = warp.owner();
    if (rank == AddressMap.NO_RANK || rank == cta.clusterRank) {
      return AddressMap.NO_RANK;
    }
    int size = cta.cluster == null ? 1 : cta.cluster.size();
    if (rank < 0 || rank >= size) {
      throw unit.fault(
          op,
          warp,
          lane,
          size == 1
              ? "shared::cluster address 0x%x is of another CTA than its own, and the launch has no clusters"
                  .formatted(address)
              : "shared::cluster address 0x%x is of no CTA: the cluster has the ranks 0 to %d"
                  .formatted(address, size - 1));
    }
    return rank;
  }

  /** The lanes whose addresses name a rank; others are left alone. */
  long ofRank(Op op, Warp warp, long lanes, long[] address, int rank) {
    long matchingLanes = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      matchingLanes |= rank(op, warp, lane, address[lane]) == rank ? 1L << lane : 0;
    }
    return matchingLanes;
  }

  /** Offsets in shared memory of what addresses of one CTA name. */
  static void cut(long[] address, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      address[lane] = AddressMap.inCta(address[lane]);
    }
  }

  /** Checks offsets in the shared memory of a CTA. */
  void check(Op op, Warp warp, long lanes, long[] offset, int bytes, int alignment) {
    int limit = warp.grid().sharedLimit();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if ((offset[lane] & (alignment - 1)) != 0) {
        throw unit.misaligned(op, warp, lane, offset[lane], alignment, "shared");
      }
      if (offset[lane] + bytes > limit) {
        throw unit.fault(
            op,
            warp,
            lane,
            "shared address 0x%x is beyond the %d bytes of a CTA of the cluster"
                .formatted(offset[lane], warp.grid().sharedBytes()));
      }
    }
  }

  /** Where a rank of the warp's cluster is. */
  PeerCta target(Warp warp, int rank) {
    PeerCta target = PeerCta.of(warp.grid(), warp.owner(), rank);
    if (target == null) {
      throw new IllegalStateException("the cluster has no rank " + rank);
    }
    return target;
  }

  /**
   * CTAs of the cluster to whose shared memory a lane's bulk copy goes; none where it stays in the
   * own CTA.
   *
   * @param rank that the address of the target names
   * @param mask of the ranks of a multicast; null for a copy to one CTA
   */
  List<PeerCta> targets(Op op, Warp warp, int lane, int rank, @Nullable Long mask) {
    if (mask == null) {
      return rank == AddressMap.NO_RANK ? List.of() : List.of(target(warp, rank));
    }
    Cta cta = warp.owner();
    int size = cta.cluster == null ? 1 : cta.cluster.size();
    long ranks = mask & 0xffff;
    if (ranks == 0 || ranks >>> size != 0) {
      throw unit.fault(
          op,
          warp,
          lane,
          size == 1
              ? "a multicast to the CTAs of mask 0x%x in a launch without clusters".formatted(ranks)
              : "a multicast to the CTAs of mask 0x%x: the cluster has the ranks 0 to %d"
                  .formatted(ranks, size - 1));
    }
    if (cta.cluster == null) {
      return List.of();
    }
    List<PeerCta> targets = new ArrayList<>();
    for (long rest = ranks; rest != 0; rest &= rest - 1) {
      targets.add(target(warp, Long.numberOfTrailingZeros(rest)));
    }
    return targets;
  }

  // ---- messages ----

  /** The cycle from which the port takes the next request. */
  long requestsFree() {
    return requestsFree;
  }

  /** Sends bytes that take their turn among the requests. */
  void post(int target, PeerMessage message, int bytes, long now) {
    sent(bytes);
    if (!timed) {
      unit.send(target, message, now);
      return;
    }
    requestsFree = Math.max(now, requestsFree) + cycles(bytes);
    unit.send(target, message, requestsFree + latency);
  }

  /** Counts a message to the shared memory of a CTA. */
  void sent(int bytes) {
    unit.counters.clusterMessages++;
    unit.counters.clusterBytes += bytes;
  }

  /** Sends an answer without data. */
  void acknowledge(int target, PeerMessage message, long now) {
    unit.send(target, message, timed ? now + latency : now);
  }

  /** Sends a request. */
  void request(PeerRequest request, long now) {
    pending.add(request);
    sent(request.sentBytes());
    request.issued = now;
    request.warp.accesses.peerRequested(request.asynchronous());
    if (!timed) {
      unit.send(request.target.unit(), request, now);
      return;
    }
    requestsFree = Math.max(now, requestsFree) + cycles(request.sentBytes());
    unit.hold(Pipe.MEMORY, Math.max(now + 1, requestsFree));
    unit.send(request.target.unit(), request, requestsFree + latency);
  }

  @Override
  public void retry(Warp warp) {
    fences.retry(warp);
  }

  private CopyUnit copies() {
    CopyUnit present = copyUnit;
    if (present == null) {
      throw new IllegalStateException("a kernel without bulk copies sends bytes of one");
    }
    return present;
  }

  private long cycles(int bytes) {
    return Math.ceilDiv(bytes, bandwidth);
  }

  @Override
  public void receive(PeerMessage message, long now) {
    if (message instanceof ClusterArrival arrival) {
      barriers.receive(arrival);
      return;
    }
    if (message instanceof CopyPart part) {
      copies().receive(part, now);
      return;
    }
    if (message instanceof CopyReceipt receipt) {
      copies().receive(receipt);
      return;
    }
    PeerRequest request = (PeerRequest) message;
    if (request.performed()) {
      answered(request, now);
    } else {
      long ready = perform(request, now);
      if (timed) {
        answersFree = Math.max(ready, answersFree) + cycles(request.returnedBytes());
        unit.send(request.unit, request, answersFree + latency);
      } else {
        unit.send(request.unit, request, now);
      }
    }
  }

  /** Performs a request, if its CTA is here. Returns the cycle in which its answer is ready. */
  private long perform(PeerRequest request, long now) {
    Cta cta = request.target.in(unit);
    request.arrived(cta != null);
    if (cta == null) {
      return now;
    }
    LocalStore store = unit.local;
    long lanes = request.lanes;
    long[] address = new long[request.offset.length];
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      address[lane] = cta.sharedBase + request.offset[lane];
    }
    request.perform(this, cta, store, address);
    unit.progressed();
    if (!timed) {
      return now;
    }
    boolean turns = request.use() == LocalMemoryUse.UPDATE;
    int passes = banks.passes(address, lanes, request.bytes(), turns);
    unit.counters.sharedReads += request.use() == LocalMemoryUse.WRITE ? 0 : passes;
    unit.counters.sharedWrites += request.use() == LocalMemoryUse.READ ? 0 : passes;
    unit.counters.conflictCycles += passes - banks.fewestPasses(lanes, request.bytes());
    return unit.queue(Pipe.SHARED, now, passes) + unit.config.sharedLatency() - 1;
  }

  private void answered(PeerRequest request, long now) {
    pending.remove(request);
    Warp warp = request.warp;
    warp.accesses.peerAnswered(request.asynchronous());
    if (!request.present()) {
      throw absent(request);
    }
    unit.progressed();
    request.answered(this, now);
    unit.recheck(warp);
  }

  private KernelFault absent(PeerRequest request) {
    int lane = request.firstLane();
    String name =
        FaultTexts.name(
            request.warp.grid(), request.op, true, request.offset[lane], request.bytes());
    return unit.fault(
        request.op,
        request.warp,
        lane,
        "accesses " + gone(request.offset[lane], name, request.target, request.warp.grid()));
  }

  /** What of an access to a CTA that has exited, and what would keep the memory. */
  String gone(long offset, String name, PeerCta target, Grid grid) {
    return "shared address 0x%x%s of %s which has exited: its shared memory is gone. A cluster barrier (cluster.sync()) before the exit of each CTA, behind the last access to its shared memory, keeps it there"
        .formatted(offset, name, target.text(grid));
  }

  /** A kernel is loaded. */
  void load() {
    requestsFree = 0;
    answersFree = 0;
    pending.clear();
  }

  /** Refuses an access to another CTA in a kernel with transactions. */
  void requirePlain(Op op, Warp warp, int lane) {
    if (unit.local instanceof TransactionStore) {
      throw unit.fault(
          op,
          warp,
          lane,
          "an access to the shared memory of another CTA in a kernel with transactions is not supported");
    }
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (PeerRequest request : pending) {
      Cta cta = request.warp.owner();
      lines.add(
          "cu%d: access to shared 0x%x of %s by CTA %d, on its way since cycle %d"
              .formatted(
                  unit.index,
                  request.offset[request.firstLane()],
                  request.target.text(request.warp.grid()),
                  cta.index,
                  request.issued));
    }
    return lines;
  }
}
