package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupMultiply;

/**
 * {@code wgmma.mma_async}: each warp of a warpgroup computes 16 rows of the product. The registers
 * of A are read when it issues. Tiles in shared memory are read, by the async proxy, and D is
 * written when it ends ({@link ProductQueue}).
 */
public final class WarpgroupMultiplyOp extends Op {
  private static final int LANES = 32;

  /** Warps of a warpgroup. */
  private static final int WARPS = 4;

  private static final int A = 0;
  private static final int B = 1;

  final MatrixFragments fragments;
  final int[] d;
  private final int[] a;
  private final int[] descriptors;
  private final int accumulates;
  private final boolean[] negates;
  private final boolean[] across;
  private final long[] constants;
  private final WholeWarp wholeWarp;
  final int pc;

  public WarpgroupMultiplyOp(WarpgroupMultiply multiply, HotOperands operands, int width, int pc) {
    super(multiply);
    WholeWarp.requireWidth(multiply, "wgmma", width);
    this.wholeWarp = new WholeWarp(this, "wgmma", pc);
    this.fragments = new MatrixFragments(multiply.shape());
    this.d = multiply.d().stream().mapToInt(operands::valueOrSpare).toArray();
    this.a = multiply.a().stream().mapToInt(Integer::intValue).toArray();
    this.descriptors = new int[] {multiply.aDescriptor(), multiply.bDescriptor()};
    this.accumulates = multiply.accumulates();
    this.negates = new boolean[] {multiply.negatesA(), multiply.negatesB()};
    this.across = new boolean[] {multiply.transposesA(), multiply.transposesB()};
    this.constants = operands.constants;
    this.pc = pc;
  }

  /** Executes, as {@link TensorUnit#issue}. */
  boolean issue(TensorUnit tensor, Warp warp, long lanes, long now) {
    if (lanes != 0 && warp.accesses.synchronising()) { // it reads shared memory behind a fence
      return tensor.unit.refuse(warp, Wait.SYNCHRONISATION, Stall.FENCE);
    }
    // D is no result of which the scoreboard knows: reads of it before the wait see what was there
    wholeWarp.issue(
        tensor.unit,
        warp,
        lanes,
        now,
        NO_WRITES,
        gathered -> tensor.products().add(product(tensor, gathered), now + latency));
    return true;
  }

  private static final int[] NO_WRITES = {};

  /** A warp's product, which has issued. */
  private WarpgroupProduct product(TensorUnit tensor, Warp warp) {
    Cta cta = warp.owner();
    int member = warp.indexInCta() % WARPS;
    if (warp.indexInCta() - member + WARPS > cta.warps.length) {
      throw tensor.unit.fault(
          this,
          warp,
          0,
          "wgmma needs the four warps of a warpgroup; the CTA has %d warps"
              .formatted(cta.warps.length));
    }
    if (!(tensor.unit.local instanceof AsyncProxyStore)) {
      throw tensor.unit.fault(
          this, warp, 0, "wgmma in a kernel with transactions is not supported");
    }
    MatrixShape shape = fragments.shape();
    WarpgroupTile tileOfA =
        a.length != 0
            ? null
            : WarpgroupTile.of(
                descriptor(tensor, warp, A),
                member * shape.m(),
                shape.m(),
                shape.k(),
                shape.a(),
                across[A],
                negates[A]);
    WarpgroupTile tileOfB =
        WarpgroupTile.of(
            descriptor(tensor, warp, B), 0, shape.n(), shape.k(), shape.b(), across[B], negates[B]);
    if (tileOfA != null) {
      requireInside(tensor, warp, tileOfA);
    }
    requireInside(tensor, warp, tileOfB);
    double[] rows = tileOfA != null ? null : registers(warp);
    boolean adds = (warp.predicates()[accumulates] & 1) != 0;
    LaunchObserver observer = tensor.unit.observer;
    if (observer != null) {
      observer.productIssued(
          tensor.unit.index, warp, pc, WarpgroupTile.stretches(tileOfA, tileOfB));
    }
    return new WarpgroupProduct(this, warp, cta, tileOfA, rows, tileOfB, adds);
  }

  /** A, of registers. */
  private double[] registers(Warp warp) {
    double[] rows = fragments.left((register, lane) -> read(warp, a[register], lane));
    for (int i = 0; negates[A] && i < rows.length; i++) {
      rows[i] = -rows[i];
    }
    return rows;
  }

  private long read(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }

  private MatrixDescriptor descriptor(TensorUnit tensor, Warp warp, int matrix) {
    int operand = descriptors[matrix];
    long bits = read(warp, operand, 0);
    String name = matrix == A ? "A" : "B";
    for (int lane = 1; lane < LANES; lane++) {
      if (read(warp, operand, lane) != bits) {
        throw tensor.unit.fault(
            this,
            warp,
            lane,
            "the descriptor of %s is 0x%x, and 0x%x in lane 0: it must be the same in all threads"
                .formatted(name, read(warp, operand, lane), bits));
      }
    }
    MatrixDescriptor descriptor = MatrixDescriptor.of(bits);
    if (descriptor.baseOffset() != 0) {
      throw tensor.unit.fault(
          this,
          warp,
          0,
          "the descriptor of %s has the base offset %d: only tiles whose swizzle begins at a multiple"
                  .formatted(name, descriptor.baseOffset())
              + " of its pattern are supported");
    }
    return descriptor;
  }

  private void requireInside(TensorUnit tensor, Warp warp, WarpgroupTile tile) {
    int limit = warp.owner().grid().sharedLimit();
    for (int offset : tile.chunks()) {
      if (offset + MatrixDescriptor.CHUNK > limit) {
        throw tensor.unit.fault(
            this,
            warp,
            0,
            "a tile with 16 bytes at shared address 0x%x leaves the CTA's %d bytes"
                .formatted(offset, warp.owner().grid().sharedBytes()));
      }
    }
  }
}
