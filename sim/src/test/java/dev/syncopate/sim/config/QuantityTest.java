package dev.syncopate.sim.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.syncopate.sim.config.Setting.Unit;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  private static final int NUMBERS = 20_000;

  @Test
  void decimalNumbersAreExact() {
    long seed = 25;
    Random random = new Random(seed);
    for (int n = 0; n < NUMBERS; n++) {
      String digits = Integer.toString(random.nextInt(1 << random.nextInt(31)));
      int decimals = random.nextInt(6);
      if (decimals > 0) {
        digits +=
            "." + Integer.toString(random.nextInt(1 << 29) + (1 << 29)).substring(0, decimals);
      }
      String text = digits;
      String description = "seed " + seed + ", number " + n + ": " + text;
      BigDecimal product = new BigDecimal(text).multiply(BigDecimal.valueOf(1_000_000));
      Executable parsing = () -> Quantity.parse(text + " pJ", Unit.ATTOJOULES);
      if (product.stripTrailingZeros().scale() > 0) {
        assertThrows(NumberFormatException.class, parsing, description);
      } else {
        assertEquals(
            product.longValueExact(), Quantity.parse(text + " pJ", Unit.ATTOJOULES), description);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "1.0001 ns", "99999999999999999999", "9999999999999999 us", "."})
  void whatIsNoWholeNumberOfTheUnitIsRefused(String text) {
    assertThrows(NumberFormatException.class, () -> Quantity.parse(text, Unit.PICOSECONDS));
  }

  @Test
  void zerosBehindThePointSayNothing() {
    assertEquals(13_000, Quantity.parse("13.0000000000000000000000 ns", Unit.PICOSECONDS));
  }
}
