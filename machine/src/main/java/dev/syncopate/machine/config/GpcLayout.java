package dev.syncopate.machine.config;

/**
 * Division of the compute units into GPCs: consecutive units, anew in each GPU.
 *
 * @param units compute units of all GPUs
 * @param unitsPerGpu compute units of a GPU
 * @param unitsPerGpc compute units of a GPC; 0 for a machine without clusters
 */
public record GpcLayout(int units, int unitsPerGpu, int unitsPerGpc) {
  /** That of a machine. */
  public static GpcLayout of(MachineConfig machine) {
    int units = machine.core().units();
    return new GpcLayout(
        units, Math.max(1, units / machine.system().gpus()), machine.cluster().unitsPerGpc());
  }

  /** Whether the machine has clusters. */
  public boolean present() {
    return unitsPerGpc > 0;
  }

  private int gpcsPerGpu() {
    return Math.ceilDiv(unitsPerGpu, unitsPerGpc);
  }

  /** GPCs of the machine; 0 without clusters. */
  public int gpcs() {
    return present() ? gpcsPerGpu() * (units / unitsPerGpu) : 0;
  }

  /** First compute unit of a GPC. */
  public int firstUnit(int gpc) {
    return gpc / gpcsPerGpu() * unitsPerGpu + gpc % gpcsPerGpu() * unitsPerGpc;
  }

  /** Compute units of a GPC. */
  public int unitsOf(int gpc) {
    return Math.min(unitsPerGpc, unitsPerGpu - gpc % gpcsPerGpu() * unitsPerGpc);
  }

  /** The GPC of a compute unit. */
  public int gpcOf(int unit) {
    return unit / unitsPerGpu * gpcsPerGpu() + unit % unitsPerGpu / unitsPerGpc;
  }

  /**
   * The most CTAs of one cluster that a GPC holds.
   *
   * @param ctasPerUnit CTAs that a compute unit holds at once
   */
  public int largestCluster(int ctasPerUnit) {
    int largest = 0;
    for (int gpc = 0; gpc < gpcs(); gpc++) {
      largest = Math.max(largest, unitsOf(gpc) * ctasPerUnit);
    }
    return largest;
  }

  /**
   * Clusters that are resident at once.
   *
   * @param ctas of a cluster
   * @param ctasPerUnit CTAs that a compute unit holds at once
   */
  public long clusters(int ctas, int ctasPerUnit) {
    long sum = 0;
    for (int gpc = 0; gpc < gpcs(); gpc++) {
      sum += unitsOf(gpc) * ctasPerUnit / ctas;
    }
    return sum;
  }
}
