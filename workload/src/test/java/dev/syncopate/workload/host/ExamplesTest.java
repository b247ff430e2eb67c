package dev.syncopate.workload.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hand-written examples do what their comments say. */
class ExamplesTest {
  private static final Path FOLDER = Path.of("../examples/locks");

  @ParameterizedTest
  @CsvSource({
    "spin_lock, spin_lock_gpu, 16, 32, 64",
    "spin_lock, spin_lock_fence, 16, 32, 64",
    "spin_lock, spin_lock_cta, 1, 64, 256",
    "ticket_lock, ticket_lock, 16, 32, 64"
  })
  void locksCountEveryEntry(String file, String kernel, int ctas, int threads, int entries)
      throws IOException {
    for (String model : new String[] {"drf0", "hrf", "drfrlx"}) {
      Device device = Device.open("srsp-8cu", "gpu", model);
      Buffer memory = device.copyOf(new int[64]);
      load(device, file, kernel).launch(LaunchShape.of(ctas, threads), memory, 4);
      int[] words = memory.readInts();
      assertThat(words[32]).as("%s under %s", kernel, model).isEqualTo(entries);
      assertThat(words[0]).isEqualTo(file.equals("ticket_lock") ? entries : 0);
    }
  }

  /** Reports name them: a path of the computer that compiled them would lead nowhere. */
  @Test
  void theirSourcesLieBesideThemOrInTheToolkit() throws IOException {
    Pattern directive = Pattern.compile("\\.file\\s+\\d+ \"(?!/usr/local/cuda/include/)(.*/.*)\"");
    try (Stream<Path> files = Files.walk(FOLDER.getParent())) {
      for (Path ptx : files.filter(file -> file.toString().endsWith(".ptx")).toList()) {
        assertThat(Files.readString(ptx)).as("%s", ptx).doesNotContainPattern(directive);
      }
    }
  }

  /** Wherever locks and counters lie; under hLRC it matters much how long it takes. */
  @ParameterizedTest
  @CsvSource({"gpu, 64, 4", "gpu, 8, 4", "hlrc, 64, 4", "hlrc, 4, 64", "hlrc, 8, 4"})
  void everyCtaCountsItsOwnEntries(String protocol, int stride, int counter) throws IOException {
    Device device = Device.open("srsp-8cu", protocol, "hrf");
    Buffer memory = device.copyOf(new int[256]);
    load(device, "own_locks", "own_locks")
        .launch(LaunchShape.of(8, 32), memory, 50, stride, counter);
    int[] words = memory.readInts();
    for (int cta = 0; cta < 8; cta++) {
      assertThat(words[(cta * stride + counter) / 4]).isEqualTo(50);
      assertThat(words[cta * stride / 4]).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, drf0, 42",
    "gpu, hrf, 42",
    "gpu, drfrlx, 42",
    "relaxed, drf0, 42",
    "relaxed, hrf, 0",
    "relaxed, drfrlx, 0",
    "cta, drf0, 42",
    "cta, hrf, 0",
    "cta, drfrlx, 42"
  })
  void aMessageIsSeenIfOrderAndScopeReachTheReader(String kernel, String model, int expected)
      throws IOException {
    Device device = Device.open("srsp-8cu", "gpu", model);
    Buffer memory = device.copyOf(new int[128]);
    Buffer result = device.copyOf(new int[] {-1});
    load(device, "message", "message_" + kernel).launch(LaunchShape.of(2, 1), memory, result);
    assertThat(result.readInts()).containsExactly(expected);
  }

  private static Kernel load(Device device, String file, String kernel) throws IOException {
    Path path = FOLDER.resolve(file + ".ptx");
    return device.load(path.toString(), Files.readString(path)).kernel(kernel);
  }
}
