package dev.syncopate.machine.energy;

/**
 * A part of a machine that energy is told apart by (lab fig. 7).
 *
 * @param key its name in documents
 * @param label its name for people
 */
public record EnergyPart(String key, String label) {
  public static final EnergyPart OPERATIONS = new EnergyPart("operations", "operations");
  public static final EnergyPart INSTRUCTION_CACHE = new EnergyPart("icache", "instruction cache");
  public static final EnergyPart SHARED = new EnergyPart("shared", "shared memory");
  public static final EnergyPart L1 = new EnergyPart("l1", "L1");
  public static final EnergyPart L2 = new EnergyPart("l2", "L2");
  public static final EnergyPart NETWORK = new EnergyPart("network", "network");
  public static final EnergyPart MEMORY = new EnergyPart("memory", "memory");
}
