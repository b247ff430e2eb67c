package dev.syncopate.machine.core;

import dev.syncopate.machine.config.InstructionCacheConfig;
import dev.syncopate.machine.warp.Warp;
import java.util.Arrays;

/**
 * A compute unit's share of an instruction cache: which lines are there, and from when. Lines come
 * at a fixed latency; their bytes are the decoded program.
 */
final class InstructionCache {
  static final int INSTRUCTION_BYTES = 8;

  private final int ways;
  private final int sets;
  private final int hitLatency;
  private final int missLatency;
  private final int lineShift;
  private final CoreCounters counters;

  /** Empty until the first fetch: most launches use few compute units. */
  private long[] tags = {};

  private long[] arrival = {};
  private long[] used = {};
  private long uses;

  InstructionCache(InstructionCacheConfig config, CoreCounters counters) {
    int lines = Math.max(1, config.size() / config.sharedBy() / config.line());
    this.ways = Math.min(config.ways(), lines);
    this.sets = Math.max(1, lines / ways);
    this.hitLatency = config.hitLatency();
    this.missLatency = config.missLatency();
    this.lineShift = Integer.numberOfTrailingZeros(config.line() / INSTRUCTION_BYTES);
    this.counters = counters;
  }

  private void allocate() {
    tags = new long[sets * ways];
    arrival = new long[sets * ways];
    used = new long[sets * ways];
    Arrays.fill(tags, -1);
  }

  /** The line that holds an instruction. */
  int line(int pc) {
    return pc >> lineShift;
  }

  /**
   * The cycle from which a warp has the instruction at its program counter. A warp that comes to
   * another line fetches it; asked again, while it waits for something else as well, it waits for
   * the same fetch.
   *
   * @param kernel number of the kernel
   */
  long arrival(Warp warp, int kernel, int pc, long now) {
    int line = line(pc);
    int previousLine = warp.line();
    if (line != previousLine) {
      warp.fetch(line, fetch(kernel, line, line == previousLine + 1, now));
    }
    return warp.fetched();
  }

  /**
   * Fetches a line.
   *
   * @param kernel number of the kernel
   * @param sequential whether the warp comes from the line before it
   * @return the cycle from which its instructions may issue
   */
  long fetch(int kernel, int line, boolean sequential, long now) {
    if (tags.length == 0) {
      allocate();
    }
    long tag = (long) kernel << 32 | line;
    int first = (int) ((line + (long) kernel * 7) % sets) * ways;
    int victim = first;
    for (int i = first; i < first + ways; i++) {
      if (tags[i] == tag) {
        counters.fetchHits++;
        used[i] = ++uses;
        return Math.max(arrival[i], sequential ? now : now + hitLatency - 1);
      }
      if (used[i] < used[victim]) {
        victim = i;
      }
    }
    counters.fetchMisses++;
    tags[victim] = tag;
    used[victim] = ++uses;
    arrival[victim] = now + missLatency;
    return arrival[victim];
  }
}
