package dev.syncopate.memory.protocol;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.rig.Configs;
import java.util.ArrayList;
import java.util.List;

/** Around the first bank of the first GPU: nothing comes back unless a test says so. */
public class QuietL2Environment implements L2Environment {
  /** MSHRs that have asked memory. */
  public final List<Integer> fetches = new ArrayList<>();

  /** Whether sending a message fails, so that what is under way stays half done. */
  public boolean broken;

  /** Two GPUs with little of everything. */
  public static MemoryConfig twoGpus() {
    return Configs.withGpus(Configs.tiny(), 2);
  }

  private void send() {
    if (broken) {
      throw new IllegalStateException("broken");
    }
  }

  @Override
  public int gpu() {
    return 0;
  }

  @Override
  public void reply(MemoryMessage message) {
    send();
  }

  @Override
  public void pass(MemoryMessage message) {
    send();
  }

  @Override
  public void toMemorySide(MemoryMessage message) {
    send();
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    fetches.add(miss);
  }

  @Override
  public void readMemory(long line, int from, int bytes, byte[] into, int at) {}

  @Override
  public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {}

  @Override
  public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {}

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
