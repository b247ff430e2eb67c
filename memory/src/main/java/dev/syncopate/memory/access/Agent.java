package dev.syncopate.memory.access;

/** Requester of a protocol's service. */
public enum Agent {
  /** A warp, by an instruction. */
  WARP("warp"),
  /** A tile, before it issues anything of a kernel. */
  KERNEL_BEGIN("kernel begin"),
  /** A tile that has no more work of a kernel. */
  KERNEL_END("kernel end"),
  /** The host, which copies memory out while no kernel runs. */
  HOST_READ("host read"),
  /** The host, which copies into memory while no kernel runs. */
  HOST_WRITE("host write");

  private final String label;

  Agent(String label) {
    this.label = label;
  }

  /** The agent's name in step tables. */
  public String label() {
    return label;
  }
}
