package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOutcome;

/** Global alignment of two random sequences of four symbols. */
public final class Alignment extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "nw",
          "Aligns two sequences by dynamic programming: tiles along anti-diagonals.",
          "symbols of each sequence",
          ClassicDescription.sizes(256, 1024, 2048, 8192),
          1,
          1 << 14);

  private static final int TILE = 32;
  private static final int MATCH = 5;
  private static final int MISMATCH = -4;
  private static final int GAP = 10;

  public Alignment() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Alignment(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    byte[] across = symbols(job);
    byte[] vertical = symbols(job);
    int pitch = n + 1;
    int[] score = new int[pitch * pitch];
    for (int i = 0; i < pitch; i++) {
      score[i] = -i * GAP;
      score[i * pitch] = -i * GAP;
    }
    Buffer scores = job.device().copyOf(score);
    Buffer acrossBuffer = job.device().copyOf(across);
    Buffer downBuffer = job.device().copyOf(vertical);
    int tiles = Math.ceilDiv(n, TILE);
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
      int first = Math.max(0, diagonal - tiles + 1);
      int last = Math.min(diagonal, tiles - 1);
      job.launch(
          "nw_tiles",
          LaunchShape.of(last - first + 1, TILE),
          scores,
          acrossBuffer,
          downBuffer,
          n,
          n,
          diagonal,
          first,
          MATCH,
          MISMATCH,
          GAP);
    }
    fill(score, across, vertical);
    return new OutcomeBuilder()
        .check(ResultComparison.signed("scores", scores.readInts(), score))
        .figure("scores", (long) n * n)
        .figure("tiles", (long) tiles * tiles)
        .outcome();
  }

  private static byte[] symbols(ClassicRun job) {
    int[] drawn = job.below(4, job.size());
    byte[] symbols = new byte[drawn.length];
    for (int i = 0; i < drawn.length; i++) {
      symbols[i] = (byte) "ACGT".charAt(drawn[i]);
    }
    return symbols;
  }

  /** Row after row. */
  private static void fill(int[] score, byte[] across, byte[] vertical) {
    int pitch = across.length + 1;
    for (int y = 1; y <= vertical.length; y++) {
      for (int x = 1; x <= across.length; x++) {
        int cell = y * pitch + x;
        int pair = score[cell - pitch - 1] + (across[x - 1] == vertical[y - 1] ? MATCH : MISMATCH);
        score[cell] = Math.max(pair, Math.max(score[cell - pitch], score[cell - 1]) - GAP);
      }
    }
  }
}
