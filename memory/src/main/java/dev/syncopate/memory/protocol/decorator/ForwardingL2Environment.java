package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.protocol.L2Environment;

/** As {@link ForwardingEnvironment}, of a bank. */
public abstract class ForwardingL2Environment extends ForwardingEnvironment
    implements L2Environment {
  private final L2Environment inner;

  protected ForwardingL2Environment(L2Environment inner) {
    super(inner);
    this.inner = inner;
  }

  @Override
  public void atomicsPerformed(LaneAtomics atomics) {
    inner.atomicsPerformed(atomics);
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    inner.fetch(miss, line, start, bytes);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    inner.readMemory(line, start, bytes, target, offset);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    inner.writeMemory(line, data, base, maskLow, maskHigh);
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    inner.pokeMemory(line, start, bytes, data, offset);
  }

  @Override
  public long number(long line) {
    return inner.number(line);
  }
}
