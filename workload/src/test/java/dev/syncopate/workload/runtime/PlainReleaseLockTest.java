package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A lock that is taken by compare-and-swap and given back by a plain store with fences around it,
 * as in much code: those that fail meanwhile do not undo the store.
 */
class PlainReleaseLockTest {
  private static final String FILE = "plain-release-lock.ptx";
  private static final int CTAS = 8;
  private static final int TURNS = 20;

  private static Stream<List<String>> mechanisms() {
    return Mechanisms.rightProtocols().stream()
        .flatMap(protocol -> Mechanisms.models().stream().map(model -> List.of(protocol, model)));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void everyTurnIsCounted(List<String> mechanism) throws IOException {
    Device device = new DeviceBuilder("rsp-8cu", mechanism.get(0), mechanism.get(1)).open();
    try (InputStream stream = PlainReleaseLockTest.class.getResourceAsStream(FILE)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      Buffer lock = device.allocate(4);
      Buffer count = device.allocate(4);
      LaunchResult result =
          device.load(FILE, text).kernel("k").attempt(LaunchShape.of(CTAS, 32), lock, count, TURNS);
      assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
      assertThat(count.readInts()).containsExactly(CTAS * TURNS);
      assertThat(lock.readInts()).containsExactly(0);
    }
  }
}
