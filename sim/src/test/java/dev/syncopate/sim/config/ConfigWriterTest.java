package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.config.Setting.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConfigWriterTest {
  @Test
  void everyFieldHasItsMeaningAndRange() {
    assertThat(ConfigWriter.print(Gadget.VALUE))
        .isEqualTo(
            """
            name: test                        # Name in reports. Text.
            enabled: true                     # Whether it is on. True or false.
            mood: very-lively                 # How it behaves. Calm or very-lively.

            # Its store.
            store:
              size: 16KiB                     # Capacity. Bytes from 128B to 1MiB.
              line: 64B                       # Line size. Bytes, a power of two from 32B to 128B.
              ways: 4                         # Associativity. From 1 to 64.

            # Its clocks.
            timing:
              clock: 1.2GHz                   # Clock. Clock from 1MHz to 10GHz.
              delay: 13.75ns                  # Delay. Time from 0ps to 1099511627776ps.
              latency: 7                      # Latency. Cycles from 1 to 100.
            """);
  }

  @Test
  void whatIsPrintedReadsBackEqual() {
    long seed = 9;
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      int line = 32 << random.nextInt(3);
      int ways = 1 + random.nextInt(4);
      StringBuilder name = new StringBuilder("x");
      for (int j = random.nextInt(5); j > 0; j--) {
        name.append("a: #'\"\\\n\u00e9-1".charAt(random.nextInt(11)));
      }
      Gadget gadget =
          new Gadget(
              name.reverse().toString(),
              random.nextBoolean(),
              random.nextBoolean() ? Gadget.Mood.CALM : Gadget.Mood.VERY_LIVELY,
              new Gadget.Store(line * ways * (4 + random.nextInt(60)), line, ways),
              new Gadget.Timing(
                  1 + random.nextInt(10_000), random.nextLong(1L << 40), 1 + random.nextInt(100)));
      String yaml = ConfigWriter.print(gadget);
      assertThat(ConfigReader.read("printed", yaml, Gadget.class))
          .as("seed %s: %s", seed, yaml)
          .isEqualTo(gadget);
    }
  }

  @Test
  void quantitiesArePrintedShort() {
    assertThat(Quantity.print(0, Unit.BYTES)).isEqualTo("0B");
    assertThat(Quantity.print(1536, Unit.BYTES)).isEqualTo("1536B");
    assertThat(Quantity.print(4608 << 10, Unit.BYTES)).isEqualTo("4608KiB");
    assertThat(Quantity.print(16L << 30, Unit.BYTES)).isEqualTo("16GiB");
    assertThat(Quantity.print(13_751, Unit.PICOSECONDS)).isEqualTo("13751ps");
    assertThat(Quantity.print(14_000, Unit.PICOSECONDS)).isEqualTo("14ns");
    assertThat(Quantity.print(1455, Unit.MEGAHERTZ)).isEqualTo("1455MHz");
    assertThat(Quantity.print(1000, Unit.MEGAHERTZ)).isEqualTo("1GHz");
    assertThat(Quantity.print(12, Unit.CYCLES)).isEqualTo("12");
  }

  @Test
  void thePageHasATableForEachGroup() {
    Map<String, Gadget> configurations = new LinkedHashMap<>();
    configurations.put("first", Gadget.VALUE);
    configurations.put(
        "second",
        ConfigOverrides.apply(Gadget.VALUE, java.util.List.of("store.size=32KiB", "name=n")));
    assertThat(ConfigPage.sections(Gadget.class, configurations))
        .startsWith(
            """
            | field | meaning | value | first | second |
            |---|---|---|---|---|
            | `name` | Name in reports. | text | test | n |
            | `enabled` | Whether it is on. | true or false | true | true |
            | `mood` | How it behaves. | calm or very-lively | very-lively | very-lively |

            ## store

            Its store.

            | field | meaning | value | first | second |
            |---|---|---|---|---|
            | `store.size` | Capacity. | bytes from 128B to 1MiB | 16KiB | 32KiB |
            """)
        .contains("\n## timing\n");
  }
}
