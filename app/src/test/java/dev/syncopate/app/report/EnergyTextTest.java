package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.energy.Energy;
import dev.syncopate.machine.energy.EnergyPart;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergyTextTest {
  private static final Energy ENERGY = new Energy(parts());

  private static Map<EnergyPart, Double> parts() {
    Map<EnergyPart, Double> parts = new LinkedHashMap<>();
    parts.put(EnergyPart.SHARED, 0.0);
    parts.put(EnergyPart.L2, 500.0);
    parts.put(EnergyPart.NETWORK, 1500.0);
    return parts;
  }

  @Test
  void aLineHasThePartsThatCostAnything() {
    assertThat(EnergyText.line(ENERGY)).isEqualTo("energy: 2.00 nJ (L2 25.0%, network 75.0%)");
  }

  @Test
  void aDocumentHasAllParts() {
    assertThat(EnergyText.json(ENERGY))
        .isEqualTo(
            Map.of(
                "picojoules",
                2000.0,
                "parts",
                Map.of("shared", 0.0, "l2", 500.0, "network", 1500.0)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 pJ",
    "999, 999.0 pJ",
    "1000, 1.00 nJ",
    "123456, 123.5 nJ",
    "2e9, 2.00 mJ",
    "5e15, 5000.0 J"
  })
  void amountsHaveAUnitThatFits(double picojoules, String text) {
    assertThat(EnergyText.amount(picojoules)).isEqualTo(text);
  }
}
