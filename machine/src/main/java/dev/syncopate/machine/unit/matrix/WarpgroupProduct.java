package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.ptx.ir.MatrixShape;
import org.jspecify.annotations.Nullable;

/**
 * A warp's part of a product in flight.
 *
 * @param tileOfA null where {@code rows} has the elements, from registers
 * @param adds whether D is added
 */
record WarpgroupProduct(
    WarpgroupMultiplyOp op,
    Warp warp,
    Cta cta,
    @Nullable WarpgroupTile tileOfA,
    double @Nullable [] rows,
    WarpgroupTile tileOfB,
    boolean adds) {

  /** Reads the tiles, computes, and writes D. */
  void perform(AsyncProxyStore memory) {
    MatrixFragments fragments = op.fragments;
    MatrixShape shape = fragments.shape();
    WarpgroupTile.Memory shared =
        offset -> LittleEndian.get(memory.read(cta.sharedBase + offset, Long.BYTES), 0, Long.BYTES);
    double[] a = rows != null ? rows : tileOfA == null ? new double[0] : tileOfA.read(shared);
    double[] columns = tileOfB.read(shared);
    double[] b = new double[columns.length];
    for (int column = 0; column < shape.n(); column++) {
      for (int k = 0; k < shape.k(); k++) {
        b[k * shape.n() + column] = columns[column * shape.k() + k];
      }
    }
    long[] values = warp.values();
    double[] sums =
        adds
            ? fragments.sums((register, lane) -> values[op.d[register] + lane])
            : new double[shape.m() * shape.n()];
    fragments.multiply(a, b, sums);
    fragments.store(sums, (register, lane, bits) -> values[op.d[register] + lane] = bits);
  }
}
