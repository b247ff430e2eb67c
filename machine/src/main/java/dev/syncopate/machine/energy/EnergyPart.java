package dev.syncopate.machine.energy;

/** The parts of a machine that energy is told apart by (lab fig. 7). */
public enum EnergyPart {
  OPERATIONS("operations", "operations"),
  INSTRUCTION_CACHE("icache", "instruction cache"),
  SHARED("shared", "shared memory"),
  L1("l1", "L1"),
  L2("l2", "L2"),
  LAB("lab", "LAB"),
  NETWORK("network", "network"),
  MEMORY("memory", "memory");

  private final String key;
  private final String label;

  EnergyPart(String key, String label) {
    this.key = key;
    this.label = label;
  }

  /** Its name in documents. */
  public String key() {
    return key;
  }

  /** Its name for people. */
  public String label() {
    return label;
  }
}
