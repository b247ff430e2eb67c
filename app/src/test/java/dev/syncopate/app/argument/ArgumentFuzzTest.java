package dev.syncopate.app.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Every typed text is an argument or a clear error. */
class ArgumentFuzzTest {
  private static final long SEED = 20_261_121;
  private static final int ROUNDS = 50_000;
  private static final List<String> PIECES =
      List.of(
          "u32",
          "f32",
          "s8",
          "f64",
          "[",
          "]",
          "=",
          "(",
          ")",
          "@",
          "zero",
          "iota",
          "fill",
          "random",
          "0x",
          "-",
          "1",
          "99",
          "4096",
          "K",
          "G",
          ".",
          "e",
          "nan",
          "inf",
          ":",
          ",",
          "{",
          "}",
          "struct{",
          "bytes",
          " ",
          "\u0000",
          "\u20ac",
          "99999999999999999999");

  @Test
  void nothingElseIsThrown() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    int understood = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String text = text(random);
      try {
        KernelArgument argument = ArgumentParser.parse(text);
        assertThat(argument.text()).isEqualTo(text);
        understood++;
      } catch (ArgumentSyntaxException e) {
        assertThat(e.getMessage()).as("round %d of seed %d", i, SEED).isNotBlank();
      } catch (RuntimeException e) {
        fail("round %d of seed %d: %s of '%s'".formatted(i, SEED, e, text), e);
      }
    }
    assertThat(understood).as("arguments among the noise").isGreaterThan(100);
  }

  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    int pieces = random.nextInt(9);
    for (int i = 0; i < pieces; i++) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    // Half of them begin like an argument, so that the fuzz gets past the first check.
    return random.nextBoolean()
        ? "u32[4]=" + text
        : switch (random.nextInt(3)) {
          case 0 -> "f32=" + text;
          case 1 -> "struct{s8=1," + text;
          default -> text.toString();
        };
  }
}
