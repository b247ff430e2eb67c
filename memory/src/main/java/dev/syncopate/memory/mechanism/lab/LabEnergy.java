package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Energy of an access to a local atomic buffer, by its size (lab Table II). */
public record LabEnergy(
    @Setting(
            value = "Reading a line of a LAB: one of up to 8 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read8,
    @Setting(
            value = "Writing a line of a LAB: one of up to 8 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write8,
    @Setting(
            value = "Reading a line of a LAB: one of up to 16 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read16,
    @Setting(
            value = "Writing a line of a LAB: one of up to 16 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write16,
    @Setting(
            value = "Reading a line of a LAB: one of up to 32 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read32,
    @Setting(
            value = "Writing a line of a LAB: one of up to 32 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write32,
    @Setting(
            value = "Reading a line of a LAB: one of up to 64 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read64,
    @Setting(
            value = "Writing a line of a LAB: one of up to 64 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write64,
    @Setting(
            value = "Reading a line of a LAB: one of up to 128 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read128,
    @Setting(
            value = "Writing a line of a LAB: one of up to 128 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write128,
    @Setting(
            value = "Reading a line of a LAB: one of up to 256 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long read256,
    @Setting(
            value = "Writing a line of a LAB: one of up to 256 lines.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long write256,
    @Setting(
            value = "Reading a line of a LAB: an unlimited one.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long readUnlimited,
    @Setting(
            value = "Writing a line of a LAB: an unlimited one.",
            unit = Unit.ATTOJOULES,
            max = LabEnergy.MOST,
            absent = "0pJ")
        long writeUnlimited) {
  /** The largest that a file may give, in attojoules. */
  static final long MOST = 1_000_000_000_000L;

  /** Of machines for which nothing is published. */
  static final LabEnergy NONE = new LabEnergy(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final int[] SIZES = {8, 16, 32, 64, 128, 256};

  /** Whether anything is published. */
  boolean isKnown() {
    return !equals(NONE);
  }

  /** Of reading a line of a buffer of so many: that of the next size listed. */
  long read(int entries) {
    return of(entries, read8, read16, read32, read64, read128, read256, readUnlimited);
  }

  /** Of writing a line, likewise. */
  long write(int entries) {
    return of(entries, write8, write16, write32, write64, write128, write256, writeUnlimited);
  }

  private static long of(int entries, long... bySize) {
    int size = 0;
    while (size < SIZES.length && SIZES[size] < entries) {
      size++;
    }
    return bySize[size];
  }
}
