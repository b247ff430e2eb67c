package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.config.Setting.Unit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecordDescriptionTest {
  @Section(name = "pond", value = "A pond.")
  record Pond(
      @Setting("Frogs.") int frogs,
      @Setting(
              value = "Depth.",
              unit = Unit.BYTES,
              min = 2,
              max = 64,
              powerOfTwo = true,
              absent = "4B")
          long depth) {}

  @Test
  void annotationsAreDescribed() {
    RecordDescription pond = RecordDescription.annotated(Pond.class);
    assertThat(pond)
        .isEqualTo(
            new RecordDescription(
                "pond",
                "A pond.",
                Map.of(
                    "frogs",
                    new SettingDescription("Frogs.", Unit.NONE, 0, Long.MAX_VALUE, false, ""),
                    "depth",
                    new SettingDescription("Depth.", Unit.BYTES, 2, 64, true, "4B"))));
    assertThat(List.copyOf(pond.settings().keySet())).containsExactly("frogs", "depth");
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    RecordDescription pond = RecordDescription.annotated(Pond.class);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    pond.write(new DataOutputStream(bytes));
    DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    assertThat(RecordDescription.read(input)).isEqualTo(pond);
    assertThat(input.read()).as("nothing behind it").isEqualTo(-1);
  }
}
