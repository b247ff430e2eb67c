package dev.syncopate.memory.area;

import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.config.MemoryConfig;
import java.util.ArrayList;
import java.util.List;

/** SRAM structures of a machine's caches under any mechanism. */
public final class CacheStructures {
  private CacheStructures() {}

  /** Those of L1s, then those of banks. */
  public static List<Structure> of(MemoryConfig config) {
    List<Structure> structures = new ArrayList<>();
    int line = config.l1().line();
    int l1Lines = config.l1().size() / line;
    add(structures, "L1", Place.L1, l1Lines, config.l1().ways(), line);
    queues(structures, "L1", Place.L1, config.l1().mshrs(), config.l1().sfifoEntries(), line);
    int bankLines = config.l2().size() / config.l2().banks() / line;
    add(structures, "L2", Place.BANK, bankLines, config.l2().ways(), line);
    queues(structures, "L2", Place.BANK, config.l2().mshrs(), config.l2().sfifoEntries(), line);
    return List.copyOf(structures);
  }

  private static void add(
      List<Structure> structures, String name, Place place, int lines, int ways, int line) {
    int tag = Structure.lineBits(line) - Structure.bitsOf(lines / ways);
    structures.add(new Structure(name + " data", place, lines, 8L * line, "a line"));
    structures.add(
        new Structure(
            name + " tags", place, lines, tag + Structure.bitsOf(ways), "tag, age in its set"));
    structures.add(
        new Structure(
            name + " byte masks", place, lines, 2L * line, "which bytes are valid, which dirty"));
  }

  private static void queues(
      List<Structure> structures, String name, Place place, int mshrs, int sfifo, int line) {
    int address = Structure.lineBits(line);
    structures.add(
        new Structure(
            name + " MSHRs", place, mshrs, address + (long) line, "line, which bytes are awaited"));
    structures.add(new Structure(name + " sFIFO", place, sfifo, address, "line"));
  }
}
