package dev.syncopate.model.coverage;

import dev.syncopate.model.litmus.LitmusTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small tests that bring controllers into states which the library's do not. */
final class CornerTests {
  private static final List<String> NAMES =
      List.of(
          "line-halves", "behind-an-atomic", "evicted-store", "evicted-owner", "system-atomics");

  private CornerTests() {}

  static List<LitmusTest> tests() {
    return NAMES.stream().map(CornerTests::test).toList();
  }

  private static LitmusTest test(String name) {
    try (InputStream stream = CornerTests.class.getResourceAsStream(name + ".litmus")) {
      if (stream == null) {
        throw new IllegalStateException("there is no test " + name);
      }
      return LitmusTest.read(name, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the test " + name, e);
    }
  }
}
