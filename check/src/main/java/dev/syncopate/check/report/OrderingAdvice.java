package dev.syncopate.check.report;

import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.check.race.RaceSide;
import dev.syncopate.machine.warp.ClusterShape;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroup;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroupKind;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncKind;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupMultiply;

/** Synchronisation that would order the two sides of a race. */
final class OrderingAdvice {
  private final Race race;
  private final InstructionDescription text;

  private OrderingAdvice(Race race, InstructionDescription text) {
    this.race = race;
    this.text = text;
  }

  static String of(Race race, InstructionDescription text) {
    return new OrderingAdvice(race, text).sentence();
  }

  /**
   * Which of two strong accesses have too narrow a scope: one that the other's thread is not in.
   */
  private String scopes() {
    int a = race.earlier().pc();
    int b = race.later().pc();
    MemoryScope needed = isOneCluster() ? MemoryScope.CLUSTER : MemoryScope.GPU;
    boolean narrowA = MissingOrder.scope(text.instruction(a)).compareTo(needed) < 0;
    boolean narrowB = MissingOrder.scope(text.instruction(b)).compareTo(needed) < 0;
    String reason =
        ": the threads are in different CTAs" + (isOneCluster() ? " of one cluster" : "");
    if (narrowA && narrowB) {
      return "both need %s scope".formatted(MissingOrder.name(needed)) + reason;
    }
    return narrowA || narrowB
        ? MissingOrder.wider(text, narrowA ? a : b, needed) + reason
        : "both need sys scope: the threads are on different GPUs";
  }

  /** Whether the two threads are in CTAs of one cluster. */
  private boolean isOneCluster() {
    Grid grid = race.grid();
    ClusterShape shape = grid.cluster();
    return shape.ctas() > 1
        && shape.cluster(grid, race.earlier().cta()) == shape.cluster(grid, race.later().cta());
  }

  private String sentence() {
    boolean sameCta = race.earlier().cta() == race.later().cta();
    if (race.kind() == Race.Kind.SCOPE) {
      return scopes();
    }
    if (race.kind() == Race.Kind.SIZE) {
      return "strong accesses to the same bytes must be of one size and address";
    }
    if (race.kind() == Race.Kind.SAME_VALUE) {
      Passed passed = race.passed();
      String missing = passed == null ? "" : MissingOrder.of(passed, text);
      return !missing.isEmpty()
          ? missing
          : "the model allows no two weak writes at once, not even of equal values; relaxed ones would do";
    }
    if (race.kind() == Race.Kind.PROXY) {
      return proxies();
    }
    if (race.kind() == Race.Kind.EXIT) {
      return exit(sameCta);
    }
    if (race.kind() == Race.Kind.NON_COHERENT) {
      return "a non-coherent load is for what no thread writes in the same launch: no synchronisation orders"
          + " it with a write, and its cache may keep old bytes; ld.acquire or ld.relaxed reads a flag,"
          + " and a plain ld what synchronisation orders (in CUDA without __ldg and const __restrict__)";
    }
    if (race.kind() == Race.Kind.MAP_PROXY) {
      return mapProxies();
    }
    if (text.instruction(race.earlier().pc()) instanceof CopyAsync) {
      return copied(sameCta);
    }
    if (text.instruction(race.earlier().pc()) instanceof BulkCopy copy) {
      return inBulk(copy.barrier() != null);
    }
    if (text.instruction(race.earlier().pc()) instanceof TensorCopy copy) {
      return inBulk(copy.barrier() != null);
    }
    if (text.instruction(race.earlier().pc()) instanceof PeerCopy) {
      return inBulk(true);
    }
    if (text.instruction(race.earlier().pc()) instanceof StoreAsync) {
      return "the bytes may still be in flight: a wait for the phase of the mbarrier that counts them"
          + " would order them";
    }
    if (text.instruction(race.earlier().pc()) instanceof WarpgroupMultiply) {
      return "the product may still be in flight: its warps must commit it to a group and wait by"
          + " wgmma.wait_group, and then meet the other";
    }
    Instruction later = text.instruction(race.later().pc());
    if (later instanceof BulkCopy
        || later instanceof PeerCopy
        || later instanceof TensorCopy
        || later instanceof WarpgroupMultiply) {
      return order(sameCta)
          + "; and %s on the way, for the %s is by the async proxy"
              .formatted(proxyFence(), byAsyncProxy(later));
    }
    if (resets(race.earlier()) || resets(race.later())) {
      return "an mbarrier must be initialised before any other thread uses it, and used before it is"
          + " made invalid: "
          + (!sameCta && isOneCluster()
              ? "a barrier of the cluster (cluster.sync())"
              : "__syncthreads()")
          + " between the two would order them";
    }
    return (race.kind() == Race.Kind.MIXED_STRENGTH ? strong(sameCta) : "") + order(sameCta);
  }

  /** Whether an instruction is a bulk copy. */
  static boolean isCopy(Instruction instruction) {
    return instruction instanceof BulkCopy
        || instruction instanceof TensorCopy
        || instruction instanceof PeerCopy;
  }

  /** What would keep shared memory until an access to it is over. */
  private String exit(boolean sameCta) {
    String lifetime = "shared memory is gone when the last thread of its CTA has exited: ";
    String cluster = "a barrier of the cluster (cluster.sync())";
    return switch (text.instruction(race.earlier().pc())) {
      case BulkCopy copy when copy.barrier() == null -> lifetime + GROUP;
      case TensorCopy copy when copy.barrier() == null -> lifetime + GROUP;
      case PeerCopy copy when sameCta ->
          lifetime
              + "the target's CTA must wait for the phase of the copy's mbarrier, and %s behind that wait, before the exit, keeps the source there"
                  .formatted(cluster);
      case BulkCopy copy -> PHASE;
      case TensorCopy copy -> PHASE;
      case PeerCopy copy -> PHASE;
      case StoreAsync store -> PHASE;
      default -> lifetime + cluster + " behind the access, before the exit, keeps it there";
    };
  }

  private static final String GROUP =
      "the thread that issues the copy must commit it to a group, and wait by"
          + " cp.async.bulk.wait_group.read until it has been read, before it exits";

  private static final String PHASE =
      "its bytes may come when the last thread of the CTA has exited, into shared memory that another"
          + " CTA has by then: a thread of the CTA must wait for the phase of the mbarrier that counts"
          + " them before it exits";

  /** The proxy fence of the memory at hand. */
  private String proxyFence() {
    return race.shared() ? "fence.proxy.async.shared::cta" : "fence.proxy.async.global";
  }

  /** What lacks between an access by the generic proxy and a copy behind it. */
  private String proxies() {
    String access = text.what(race.earlier().pc());
    String reader = byAsyncProxy(text.instruction(race.later().pc()));
    return "they are in order, but the %s is by the generic proxy and the %s by the async proxy: %s behind the %s, before the synchronisation that leads to the %s"
        .formatted(access, reader, proxyFence(), access, reader);
  }

  private static String byAsyncProxy(Instruction instruction) {
    return instruction instanceof WarpgroupMultiply ? "product" : "copy";
  }

  /** What lacks between a change of a tensor map and a copy that reads it. */
  private String mapProxies() {
    return "they are in order, but the copy reads its tensor map by the tensormap proxy: fence.proxy.tensormap::generic.release.gpu behind the %s, and fence.proxy.tensormap::generic.acquire.gpu of the map before the copy"
        .formatted(text.what(race.earlier().pc()));
  }

  /** What would order a bulk copy before what follows. */
  private String inBulk(boolean onBarrier) {
    if (onBarrier) {
      return "the copy may still be in flight: a wait for the phase of its mbarrier would order them";
    }
    RaceSide later = race.later();
    boolean reads =
        later.synchronised() >= 0
            && text.instruction(later.synchronised()) instanceof BulkGroup group
            && group.kind() == BulkGroupKind.WAIT_READ;
    return reads && !race.shared()
        ? "the %s at %s waits until the copy has read its source, and not until it has written: without .read it would"
            .formatted(text.what(later.synchronised()), text.line(later.synchronised()))
        : "the copy may still be in flight: its thread must commit it to a group and wait by"
            + " cp.async.bulk.wait_group, and then meet the other";
  }

  private boolean resets(RaceSide access) {
    return text.instruction(access.pc()) instanceof MemoryBarrierObject barrier
        && (barrier.kind() == MbarrierKind.INIT || barrier.kind() == MbarrierKind.INVAL);
  }

  /** A weak access of a place that others access strongly may have been meant to be like those. */
  private String strong(boolean sameCta) {
    boolean first = weak(race.earlier());
    RaceSide access = first ? race.earlier() : race.later();
    if (!weak(access)) {
      return "";
    }
    int otherPc = (first ? race.later() : race.earlier()).pc();
    boolean cta = sameCta && MissingOrder.scope(text.instruction(otherPc)) == MemoryScope.CTA;
    return "the %s at %s must be a relaxed one at %s scope, as the other access is strong, if either order will do; else "
        .formatted(
            text.what(access.pc()),
            text.line(access.pc()),
            cta ? "cta" : isOneCluster() ? "cluster" : "gpu");
  }

  private boolean weak(RaceSide access) {
    return switch (text.instruction(access.pc())) {
      case Load load -> load.order() == MemoryOrder.WEAK;
      case Store store -> store.order() == MemoryOrder.WEAK;
      default -> false;
    };
  }

  private String order(boolean sameCta) {
    Passed passed = race.passed();
    if (passed != null) {
      String missing = MissingOrder.of(passed, text);
      if (!missing.isEmpty()) {
        return missing;
      }
    }
    if (sameCta && race.earlier().warp(race.grid()) == race.later().warp(race.grid())) {
      return race.earlier().pc() == race.later().pc()
          ? "threads of one warp do it at once: one of them should, or an atomic"
          : "nothing orders these threads of one warp: __syncwarp() between the two would";
    }
    if (!sameCta && isOneCluster()) {
      return "nothing orders threads of these CTAs of one cluster: a barrier of the cluster"
          + " (cluster.sync()) between the two would, or a release at cluster scope after the first"
          + " and an acquire of it before the second";
    }
    if (!sameCta) {
      return "nothing orders threads of these CTAs: a release at gpu scope after the first, and an"
          + " acquire of it before the second would";
    }
    int first = race.earlier().synchronised();
    int second = race.later().synchronised();
    if (isMbarrier(first) && isMbarrier(second)) {
      return "the %s comes behind the %s at %s, which tells of what its thread did before: the arrival must come behind it"
          .formatted(text.what(race.earlier().pc()), text.what(first), text.line(first));
    }
    return isMbarrier(first) || isMbarrier(second)
        ? "nothing orders these threads of one CTA: an arrival at the mbarrier behind the first, for"
            + " which the second waits, would"
        : "nothing orders these threads of one CTA: __syncthreads() between the two would";
  }

  private boolean isMbarrier(int pc) {
    return pc >= 0 && text.instruction(pc) instanceof MemoryBarrierObject;
  }

  /** What would order a copy before what follows. */
  private String copied(boolean sameCta) {
    RaceSide copy = race.earlier();
    RaceSide later = race.later();
    boolean oneThread = sameCta && copy.thread() == later.thread();
    if (race.awaited()) {
      boolean oneWarp = sameCta && copy.warp(race.grid()) == later.warp(race.grid());
      return "the thread that copies has waited for it, of which the other knows nothing: "
          + (oneWarp
              ? "__syncwarp() between the wait and this would tell it"
              : sameCta
                  ? "__syncthreads() between the wait and this would tell it"
                  : "a release behind the wait, and an acquire of it, would tell it");
    }
    if (later.synchronised() >= 0
        && oneThread
        && text.instruction(later.synchronised()) instanceof CopyAsyncControl wait
        && wait.kind() == CopyAsyncKind.WAIT_GROUP) {
      return "the %s at %s does not wait for this copy: its group must be older, or the number smaller"
          .formatted(text.what(later.synchronised()), text.line(later.synchronised()));
    }
    String waiting = "cp.async.wait_group or cp.async.wait_all (__pipeline_wait_prior)";
    return oneThread
        ? "the copy may still be in flight: " + waiting + " between the two would wait for it"
        : "the copy may still be in flight: its thread must wait for it by %s, and then meet the other"
            .formatted(waiting);
  }
}
