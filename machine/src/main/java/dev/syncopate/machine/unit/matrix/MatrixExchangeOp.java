package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.MatrixExchange;

/**
 * Half of {@code ldmatrix} and {@code stmatrix}. A fragment of lane {@code l} is a register of two
 * elements of 16 bits: of row {@code l / 4}, columns {@code 2 (l mod 4)} and the next. Transposed,
 * they are of column {@code l / 4}, rows {@code 2 (l mod 4)} and the next (PTX ISA, "Warp-level
 * matrix load instruction: ldmatrix").
 */
public final class MatrixExchangeOp extends WholeWarpOp {
  private static final int LANES = 32;
  private static final int ROWS = 8;
  private static final int HALF = 16;

  private final boolean stores;
  private final boolean transposed;
  private final int[] rows;
  private final int[] fragments;

  public MatrixExchangeOp(MatrixExchange exchange, HotOperands operands, int width, int pc) {
    super(exchange, exchange.mnemonic(), pc, width);
    this.stores = exchange.stores();
    this.transposed = exchange.transposed();
    this.rows = exchange.rows().stream().mapToInt(operands::valueOrSpare).toArray();
    this.fragments = exchange.fragments().stream().mapToInt(operands::valueOrSpare).toArray();
  }

  @Override
  void compute(Warp warp) {
    long[] values = warp.values();
    int[][] words = new int[fragments.length][LANES];
    for (int matrix = 0; matrix < fragments.length; matrix++) {
      for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < 2; i++) {
          int line = lane >> 2;
          int along = 2 * (lane & 3) + i;
          int row = transposed ? along : line;
          int column = transposed ? line : along;
          if (stores) {
            int element = (int) (values[fragments[matrix] + lane] >>> (HALF * i)) & 0xffff;
            words[matrix][ROW_WORDS * row + column / 2] |= element << (HALF * (column & 1));
          } else {
            long word = values[rows[column / 2] + ROWS * matrix + row];
            int element = (int) (word >>> (HALF * (column & 1))) & 0xffff;
            words[matrix][lane] |= element << (HALF * i);
          }
        }
      }
    }
    for (int matrix = 0; matrix < fragments.length; matrix++) {
      for (int i = 0; i < LANES; i++) {
        int target =
            stores ? rows[i % ROW_WORDS] + ROWS * matrix + i / ROW_WORDS : fragments[matrix] + i;
        values[target] = words[matrix][i] & 0xffff_ffffL;
      }
    }
  }

  /** Registers of a row. */
  private static final int ROW_WORDS = 4;
}
