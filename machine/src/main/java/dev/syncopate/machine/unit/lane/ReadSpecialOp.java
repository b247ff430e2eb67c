package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.fusion.LaneFrame;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.SpecialRegister;
import org.jspecify.annotations.Nullable;

/** Reads a special register (PTX ISA, "Special Registers"). */
public final class ReadSpecialOp extends CoreOp implements FusibleOp {
  private static final long WORD = 0xffff_ffffL;

  private final SpecialRegister register;
  private final int destination;
  private final int units;
  private final int maxWarps;
  private final int clockMegahertz;

  public ReadSpecialOp(Arithmetic.ReadSpecial read, CoreConfig config) {
    super(read);
    this.register = read.register();
    this.destination = read.destination();
    this.units = config.units();
    this.maxWarps = config.maxWarps();
    this.clockMegahertz = config.clock();
  }

  @Override
  public boolean isFusible() {
    return switch (register) {
      case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI, TX_FAILED ->
          false;
      default -> true;
    };
  }

  @Override
  public boolean differsByLane() {
    return switch (register) {
      case TID_X,
          TID_Y,
          TID_Z,
          LANEID,
          LANEMASK_EQ,
          LANEMASK_LE,
          LANEMASK_LT,
          LANEMASK_GE,
          LANEMASK_GT ->
          true;
      default -> false;
    };
  }

  @Override
  public void emit(LaneEmitter code) {
    code.object(this, ReadSpecialOp.class);
    code.frame();
    if (differsByLane()) {
      code.lane();
      code.call(ReadSpecialOp.class, "laneValue", long.class, LaneFrame.class, int.class);
    } else {
      code.call(ReadSpecialOp.class, "value", long.class, LaneFrame.class);
    }
    code.setValue(destination);
  }

  /** Value for fused code, the same in all lanes. */
  public long value(LaneFrame frame) {
    Warp warp = frame.warp();
    return uniform(frame.unit, warp.grid(), warp.owner(), warp, 0);
  }

  /** Value of a lane for fused code. */
  public long laneValue(LaneFrame frame, int lane) {
    Warp warp = frame.warp();
    int thread = warp.indexInCta() * warp.width + lane;
    return switch (register) {
      case TID_X -> warp.grid().ids().x()[thread];
      case TID_Y -> warp.grid().ids().y()[thread];
      case TID_Z -> warp.grid().ids().z()[thread];
      default -> laneValue(lane);
    };
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    Grid grid = warp.grid();
    Cta cta = warp.owner();
    switch (register) {
      case TID_X -> copy(warp, grid.ids().x(), lanes);
      case TID_Y -> copy(warp, grid.ids().y(), lanes);
      case TID_Z -> copy(warp, grid.ids().z(), lanes);
      case LANEID, LANEMASK_EQ, LANEMASK_LE, LANEMASK_LT, LANEMASK_GE, LANEMASK_GT ->
          laneValues(warp, lanes);
      case TX_FAILED -> failures(warp, unit.local.transactions(warp.slot), lanes);
      default -> warp.fill(destination, lanes, uniform(unit, grid, cta, warp, now));
    }
    warp.resultsFrom(writes, now + latency);
    warp.schedule.next();
    return true;
  }

  private long uniform(ComputeUnit unit, Grid grid, Cta cta, Warp warp, long now) {
    return switch (register) {
      case NTID_X -> grid.blockX();
      case NTID_Y -> grid.blockY();
      case NTID_Z -> grid.blockZ();
      case CTAID_X -> cta.x;
      case CTAID_Y -> cta.y;
      case CTAID_Z -> cta.z;
      case NCTAID_X -> grid.gridX();
      case NCTAID_Y -> grid.gridY();
      case NCTAID_Z -> grid.gridZ();
      case CLUSTERID_X -> cta.x / grid.cluster().x();
      case CLUSTERID_Y -> cta.y / grid.cluster().y();
      case CLUSTERID_Z -> cta.z / grid.cluster().z();
      case NCLUSTERID_X -> grid.gridX() / grid.cluster().x();
      case NCLUSTERID_Y -> grid.gridY() / grid.cluster().y();
      case NCLUSTERID_Z -> grid.gridZ() / grid.cluster().z();
      case CLUSTER_CTAID_X -> cta.x % grid.cluster().x();
      case CLUSTER_CTAID_Y -> cta.y % grid.cluster().y();
      case CLUSTER_CTAID_Z -> cta.z % grid.cluster().z();
      case CLUSTER_NCTAID_X -> grid.cluster().x();
      case CLUSTER_NCTAID_Y -> grid.cluster().y();
      case CLUSTER_NCTAID_Z -> grid.cluster().z();
      case CLUSTER_CTARANK -> grid.cluster().rank(cta);
      case CLUSTER_NCTARANK -> grid.cluster().ctas();
      case IS_EXPLICIT_CLUSTER -> grid.cluster().explicit() ? 1 : 0;
      case WARPID -> warp.slot;
      case NWARPID -> maxWarps;
      case SMID -> unit.index;
      case NSMID -> units;
      case GRIDID -> grid.number();
      case CLOCK -> now & 0xffff_ffffL;
      case CLOCK_HI -> now >>> 32;
      case CLOCK64 -> now;
      case GLOBALTIMER -> nanoseconds(now);
      case GLOBALTIMER_LO -> nanoseconds(now) & 0xffff_ffffL;
      case GLOBALTIMER_HI -> nanoseconds(now) >>> 32;
      case DYNAMIC_SMEM_SIZE -> grid.dynamicSharedBytes();
      case TOTAL_SMEM_SIZE -> grid.sharedBytes();
      case WARP_SIZE -> warp.width;
      case STACK -> grid.kernel().program.stackBase();
      case ENVREG1 -> grid.workspace() >>> 32;
      case ENVREG2 -> grid.workspace() & 0xffff_ffffL;
      case RESERVED_SMEM_OFFSET_1 -> 0;
      case TID_X,
          TID_Y,
          TID_Z,
          LANEID,
          LANEMASK_EQ,
          LANEMASK_LE,
          LANEMASK_LT,
          LANEMASK_GE,
          LANEMASK_GT,
          TX_FAILED ->
          throw new IllegalStateException(register + " differs by lane");
    };
  }

  private long nanoseconds(long cycles) {
    return cycles / clockMegahertz * 1000 + cycles % clockMegahertz * 1000 / clockMegahertz;
  }

  private void copy(Warp warp, long[] ids, long lanes) {
    int first = warp.indexInCta() * warp.width;
    if (lanes == warp.fullMask) {
      System.arraycopy(ids, first, warp.values(), destination, warp.width);
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      warp.values()[destination + lane] = ids[first + lane];
    }
  }

  /** Outside of transactions nothing has failed. */
  private void failures(Warp warp, @Nullable TransactionUnit transactions, long lanes) {
    long failed = transactions == null ? 0 : transactions.told(warp.indexInCta());
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      warp.values()[destination + lane] = failed >>> lane & 1;
    }
  }

  private void laneValues(Warp warp, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      warp.values()[destination + lane] = laneValue(lane);
    }
  }

  private long laneValue(int lane) {
    long self = 1L << lane;
    long below = self - 1;
    return switch (register) {
      case LANEID -> lane;
      case LANEMASK_EQ -> self & WORD;
      case LANEMASK_LE -> (below | self) & WORD;
      case LANEMASK_LT -> below & WORD;
      case LANEMASK_GE -> ~below & WORD;
      default -> ~(below | self) & WORD;
    };
  }
}
