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

  @Test
  void conditionsAcrossFieldsAreChecked() {
    assertThatThrownBy(() -> ConfigOverrides.apply(Gadget.VALUE, List.of("store.size=10000")))
        .hasMessage("store.size=10000: 10000 is not a multiple of line * ways = 256");
    assertThatThrownBy(() -> ConfigOverrides.apply(Gadget.VALUE, List.of("store.ways=3")))
        .hasMessage("store.size: 16384 is not a multiple of line * ways = 192");
  }
}
