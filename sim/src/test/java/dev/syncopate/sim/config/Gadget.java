package dev.syncopate.sim.config;

import dev.syncopate.sim.config.Setting.Unit;
import java.util.ArrayList;
import java.util.List;

/** A configuration with a field of every kind. */
public record Gadget(
    @Setting("Name in reports.") String name,
    @Setting("Whether it is on.") boolean enabled,
    @Setting("How it behaves.") Mood mood,
    @Setting("Its store.") Store store,
    @Setting("Its clocks.") Timing timing) {

  /** A choice. */
  public enum Mood {
    CALM,
    VERY_LIVELY
  }

  /** A group with a condition across its fields. */
  public record Store(
      @Setting(value = "Capacity.", unit = Unit.BYTES, min = 128, max = 1 << 20) int size,
      @Setting(value = "Line size.", unit = Unit.BYTES, min = 32, max = 128, powerOfTwo = true)
          int line,
      @Setting(value = "Associativity.", unit = Unit.COUNT, min = 1, max = 64) int ways)
      implements CheckedConfig {
    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>();
      if (size % (line * ways) != 0) {
        problems.add(
            new Problem("size", size + " is not a multiple of line * ways = " + line * ways));
      }
      return problems;
    }
  }

  /** A group of times. */
  public record Timing(
      @Setting(value = "Clock.", unit = Unit.MEGAHERTZ, min = 1, max = 10_000) int clock,
      @Setting(value = "Delay.", unit = Unit.PICOSECONDS, max = 1L << 40) long delay,
      @Setting(value = "Latency.", unit = Unit.CYCLES, min = 1, max = 100) int latency) {}

  static final String YAML =
      """
      name: test
      enabled: true
      mood: very-lively
      store:
        size: 16KiB
        line: 64
        ways: 4
      timing:
        clock: 1.2GHz
        delay: 13.75ns
        latency: 7
      """;

  static final Gadget VALUE =
      new Gadget(
          "test", true, Mood.VERY_LIVELY, new Store(16_384, 64, 4), new Timing(1200, 13_750, 7));
}
