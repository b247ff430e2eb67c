package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** Around the first bank of the first GPU: nothing comes back unless a test says so. */
public class QuietL2Environment implements L2Environment {
  /** MSHRs that have asked memory. */
  public final List<Integer> fetches = new ArrayList<>();

  /** Whether sending a message fails, so that what is in flight stays half done. */
  public boolean broken;

  /** Two GPUs with little of everything. */
  public static MemoryConfig twoGpus() {
    return RigConfigs.withGpus(RigConfigs.tiny(), 2);
  }

  private final Topology topology;

  /** On a machine with little of everything. */
  public QuietL2Environment() {
    this(RigConfigs.tiny());
  }

  public QuietL2Environment(MemoryConfig config) {
    topology = Topology.of(config);
  }

  @Override
  public Node node() {
    return topology.banks(0).getFirst();
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (broken) {
      throw new IllegalStateException("broken");
    }
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    fetches.add(miss);
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {}

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {}

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {}

  @Override
  public long number(long line) {
    return line / 256;
  }

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return 0;
  }
}
