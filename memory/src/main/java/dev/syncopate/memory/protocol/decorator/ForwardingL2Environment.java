package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.protocol.L2Environment;

/** As {@link ForwardingEnvironment}, of a bank. */
public abstract class ForwardingL2Environment extends ForwardingEnvironment
    implements L2Environment {
  private final L2Environment of;

  protected ForwardingL2Environment(L2Environment of) {
    super(of);
    this.of = of;
  }

  @Override
  public void atomicsPerformed(LaneAtomics atomics) {
    of.atomicsPerformed(atomics);
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    of.fetch(miss, line, from, bytes);
  }

  @Override
  public void readMemory(long line, int from, int bytes, LineData into, int at) {
    of.readMemory(line, from, bytes, into, at);
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    of.writeMemory(line, data, base, maskLow, maskHigh);
  }

  @Override
  public void pokeMemory(long line, int from, int bytes, LineData data, int at) {
    of.pokeMemory(line, from, bytes, data, at);
  }

  @Override
  public long number(long line) {
    return of.number(line);
  }
}
