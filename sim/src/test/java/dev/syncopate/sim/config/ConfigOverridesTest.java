package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigOverridesTest {
  @Test
  void fieldsAreChangedByPathAndTheLaterArgumentCounts() {
    Gadget changed =
        ConfigOverrides.apply(
            Gadget.VALUE,
            List.of("store.size=32KiB", "mood = calm", "timing.delay=1ns", "timing.delay=2us"));
    assertThat(changed)
        .isEqualTo(
            new Gadget(
                "test",
                true,
                Gadget.Mood.CALM,
                new Gadget.Store(32_768, 64, 4),
                new Gadget.Timing(1200, 2_000_000, 7)));
    assertThat(ConfigOverrides.apply(changed, List.of())).isEqualTo(changed);
  }

  @Test
  void everyWrongArgumentIsNamed() {
    assertThatThrownBy(() ->
            ConfigOverrides.apply(
                Gadget.VALUE,
                List.of("stroe.size=1", "size=1", "store=1", "store.line=7", "mood", "zzzz=1")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            """
            stroe.size=1: there is no field stroe.size; did you mean store.size?
            size=1: there is no field size; did you mean store.size?
            store=1: store is a group, expected one of store.size, store.line, store.ways
            store.line=7: found 7, expected bytes, a power of two from 32B to 128B, written like 16KiB
            mood: expected path=value, such as l1.size=32KiB
            zzzz=1: there is no field zzzz\
            """);
  }

  /** A bare 1 could be a hertz or a gigahertz; a size counts bytes. */
  @Test
  void aClockOrATimeHasAUnit() {
    assertThatThrownBy(() ->
            ConfigOverrides.apply(
                Gadget.VALUE, List.of("timing.clock=1", "timing.delay=1.5", "store.size=32768 Hz")))
        .hasMessage(
            """
            timing.clock=1: found 1, expected clock from 1MHz to 10GHz, written like 850MHz
            timing.delay=1.5: found 1.5, expected time from 0ps to 1099511627776ps, written like 13.75ns
            store.size=32768 Hz: found 32768 Hz, expected bytes from 128B to 1MiB, written like 16KiB\
            """);
    assertThat(
            ConfigOverrides.apply(
                Gadget.VALUE, List.of("timing.clock=1MHz", "timing.delay=0", "store.size=32768")))
        .isEqualTo(
            ConfigOverrides.apply(
                Gadget.VALUE,
                List.of("timing.clock=0.001GHz", "timing.delay=0ps", "store.size=32KiB")));
  }

  @Test
  void conditionsAcrossFieldsAreChecked() {
    assertThatThrownBy(() -> ConfigOverrides.apply(Gadget.VALUE, List.of("store.size=10000")))
        .hasMessage("store.size=10000: 10000 is not a multiple of line * ways = 256");
    assertThatThrownBy(() -> ConfigOverrides.apply(Gadget.VALUE, List.of("store.ways=3")))
        .hasMessage("store.size: 16384 is not a multiple of line * ways = 192");
  }

  /** {@code store.size} below a line would be refused with the line that it has now. */
  @Test
  void aFieldIsCheckedWithoutTheOthers() {
    ConfigOverrides.check(Gadget.VALUE, "store.size=128B");
    assertThatThrownBy(() -> ConfigOverrides.check(Gadget.VALUE, "store.size=1B"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "store.size=1B: found 1B, expected bytes from 128B to 1MiB, written like 16KiB");
  }
}
