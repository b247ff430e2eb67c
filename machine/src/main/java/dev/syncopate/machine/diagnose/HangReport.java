package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.core.WarpStatus;
import java.util.List;

/** What a hung launch looks like, for a person. */
public final class HangReport {
  private final List<String> source;
  private final List<WarpStatus> warps;
  private final Memory memory;
  private final List<String> queues;

  /** Reads device memory as the L2 has it. */
  @FunctionalInterface
  public interface Memory {
    void read(long address, byte[] into);
  }

  /**
   * @param source lines of the PTX text; may be empty
   * @param warps where every resident warp stands
   * @param memory to look up the words warps wait for
   * @param queues what waits in the memory system
   */
  public HangReport(
      List<String> source, List<WarpStatus> warps, Memory memory, List<String> queues) {
    this.source = source;
    this.warps = warps;
    this.memory = memory;
    this.queues = queues;
  }

  public String text(String reason) {
    return reason + source + warps + memory + queues;
  }
}
