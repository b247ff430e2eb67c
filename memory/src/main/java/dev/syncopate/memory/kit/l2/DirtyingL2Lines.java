package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import org.jspecify.annotations.Nullable;

/**
 * A bank's lines that are wrong on purpose: a compare-and-swap that finds another value dirties its
 * word all the same.
 */
final class DirtyingL2Lines extends L2Lines {
  DirtyingL2Lines(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      L2Misses misses,
      @Nullable Uplink uplink,
      L2Policy policy) {
    super(config, environment, counters, misses, uplink, policy);
  }

  @Override
  protected WrittenBytes perform(
      MemoryMessage request, LaneAtomics atomics, int frame, long[] values) {
    WrittenBytes right = super.perform(request, atomics, frame, values);
    return new WrittenBytes(request.maskLow, request.maskHigh, right.changed());
  }
}
