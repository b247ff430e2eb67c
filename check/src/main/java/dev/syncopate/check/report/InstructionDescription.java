package dev.syncopate.check.report;

import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkGroup;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.InitialisationFence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorMapFence;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.SourceLines.Place;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.Elect;
import dev.syncopate.ptx.ir.WarpInstruction.WarpReduce;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.util.Locale;

/** Text of an instruction, with its position. */
public final class InstructionDescription {
  private final Program program;

  public InstructionDescription(Program program) {
    this.program = program;
  }

  /** For example {@code a weak store}, or {@code atom.add.acq_rel.gpu}. */
  public String what(int pc) {
    return switch (instruction(pc)) {
      case Load load when load.nonCoherent() -> "non-coherent load";
      case Load load when load.order() == MemoryOrder.WEAK -> "weak load";
      case Load load when load.isVolatile() -> "volatile load";
      case Load load -> "ld" + remote(load.remote()) + suffix(load.order(), load.scope());
      case Store store when store.order() == MemoryOrder.WEAK -> "weak store";
      case Store store when store.isVolatile() -> "volatile store";
      case Store store -> "st" + remote(store.remote()) + suffix(store.order(), store.scope());
      case Atomic atomic ->
          (atomic.resultUsed() || atomic.operation() == AtomicOperation.EXCH ? "atom." : "red.")
              + lower(atomic.operation())
              + remote(atomic.remote())
              + (atomic.commutative() ? ".comm" : suffix(atomic.order(), atomic.scope()));
      case Fence fence -> "fence" + suffix(fence.order(), fence.scope());
      case CopyAsync copy -> "asynchronous copy";
      case BulkCopy copy ->
          copy.reduction() != null
              ? "bulk reduction of global memory"
              : copy.ranks() != null
                  ? "bulk copy to shared memory of several CTAs"
                  : copy.toShared() ? "bulk copy to shared memory" : "bulk copy to global memory";
      case PeerCopy copy ->
          copy.reduction() != null
              ? "bulk reduction of another CTA's shared memory"
              : "bulk copy to another CTA's shared memory";
      case StoreAsync store ->
          store.reduction() == null
              ? "asynchronous store"
              : "red.async." + lower(store.reduction());
      case TensorCopy copy ->
          copy.reduction() != null
              ? "tensor reduction of global memory"
              : copy.ranks() != null
                  ? "tensor copy to shared memory of several CTAs"
                  : copy.toShared()
                      ? "tensor copy to shared memory"
                      : "tensor copy to global memory";
      case TensorMapFence fence ->
          "fence.proxy.tensormap::generic" + (fence.map() == null ? ".release" : ".acquire");
      case BulkGroup group ->
          switch (group.kind()) {
            case COMMIT -> "cp.async.bulk.commit_group";
            case WAIT -> "cp.async.bulk.wait_group " + group.pending();
            case WAIT_READ -> "cp.async.bulk.wait_group.read " + group.pending();
          };
      case InitialisationFence _ -> "fence.mbarrier_init";
      case ProxyFence fence -> proxyFence(fence.objects());
      case CopyAsyncControl control ->
          switch (control.kind()) {
            case COMMIT_GROUP -> "cp.async.commit_group";
            case WAIT_GROUP -> "cp.async.wait_group " + control.pending();
            case WAIT_ALL -> "cp.async.wait_all";
            case MBARRIER_ARRIVE, MBARRIER_ARRIVE_NOINC -> "cp.async.mbarrier.arrive";
          };
      case MemoryBarrierObject barrier ->
          "mbarrier."
              + lower(barrier.kind())
              + (barrier.expects() ? ".expect_tx" : "")
              + (barrier.order() == MemoryOrder.RELAXED
                      && (barrier.kind().arrives() || barrier.kind().tests())
                  ? suffix(barrier.order(), barrier.scope())
                  : "");
      case WarpInstruction.ClusterBarrier barrier ->
          "barrier.cluster."
              + (barrier.arrives() ? "arrive" : "wait")
              + (barrier.arrives() && !barrier.ordered() ? ".relaxed" : "");
      case Barrier barrier ->
          switch (barrier.kind()) {
            case SYNC -> "bar.sync";
            case ARRIVE -> "bar.arrive";
            case RED_AND -> "bar.red.and";
            case RED_OR -> "bar.red.or";
            case RED_POPC -> "bar.red.popc";
          };
      case WarpInstruction.Shuffle shuffle -> "shfl." + lower(shuffle.mode());
      case WarpInstruction.Vote vote -> "vote." + lower(vote.mode());
      case WarpInstruction.Match match -> match.matchAll() ? "match.all" : "match.any";
      case WarpReduce reduce -> "redux." + lower(reduce.operation());
      case Elect elect -> "elect.sync";
      case WarpInstruction.MatrixMultiply multiply -> "mma.sync";
      case WarpInstruction.WarpgroupMultiply multiply -> "wgmma.mma_async";
      case WarpInstruction.WarpgroupControl control ->
          switch (control.kind()) {
            case FENCE -> "wgmma.fence";
            case COMMIT -> "wgmma.commit_group";
            case WAIT -> "wgmma.wait_group " + control.pending();
          };
      case WarpInstruction.RegisterLimit limit ->
          limit.raises() ? "setmaxnreg.inc" : "setmaxnreg.dec";
      case WarpSync sync -> "bar.warp.sync";
      case Compute compute -> compute.function().mnemonic();
      case ControlInstruction.Exit exit -> "exit";
      case ControlInstruction.Return exit -> "exit";
      default -> "instruction";
    };
  }

  /** The CUDA line if it is known, and the PTX line. */
  public String where(int pc) {
    Position position = instruction(pc).position();
    Place place = program.sourceLines().of(position);
    String ptx = position.fileName() + ":" + position.line();
    return place == null ? ptx : place + ", " + ptx;
  }

  /** The CUDA line if it is known, else the PTX line. */
  public String line(int pc) {
    Position position = instruction(pc).position();
    Place place = program.sourceLines().of(position);
    return place == null ? position.fileName() + ":" + position.line() : place.toString();
  }

  /** The instruction itself. */
  public Instruction instruction(int pc) {
    return program.code().get(pc);
  }

  private static String remote(boolean remote) {
    return remote ? ".remote" : "";
  }

  private static String suffix(MemoryOrder order, MemoryScope scope) {
    return "." + lower(order) + "." + lower(scope);
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  /** A fence between the generic and the async proxy for some objects. */
  public static String proxyFence(ProxyObjects objects) {
    return "fence.proxy.async"
        + switch (objects) {
          case ALL -> "";
          case GLOBAL -> ".global";
          case SHARED -> ".shared::cta";
        };
  }
}
