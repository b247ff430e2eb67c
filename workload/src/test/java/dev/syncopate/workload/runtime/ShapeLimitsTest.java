package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.Program;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeLimitsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,1,1 | 1,1,1 | grid 0,1,1: every extent is at least 1",
        "1,65536,1 | 1,1,1 | grid 1,65536,1: y and z are at most 65535",
        "1,1,65536 | 1,1,1 | grid 1,1,65536: y and z are at most 65535",
        "65536,65535,1 | 1,1,1 | grid 65536,65535,1: at most 2147483647 CTAs",
        "1,1,1 | 1,0,1 | block 1,0,1: every extent is at least 1",
        "1,1,1 | 1025,1,1 | block 1025,1,1: at most 1024 threads",
        "1,1,1 | 32,33,1 | block 32,33,1: at most 1024 threads",
        "1,1,1 | 65536,65536,1 | block 65536,65536,1: at most 1024 threads",
        "1,1,1 | 1,1,65 | block 1,1,65: z is at most 64",
      })
  void extentsHaveLimits(String grid, String block, String message) {
    assertThatThrownBy(() -> check(Programs.of(), grid, block))
        .isInstanceOf(LaunchException.class)
        .hasMessage("cannot launch k: %s", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"2147483647,1,1 | 1024,1,1", "65535,1,32767 | 1,1024,1", "1,1,1 | 4,4,64"})
  void whatIsWithinTheLimitsPasses(String grid, String block) {
    assertThatCode(() -> check(Programs.of(), grid, block)).doesNotThrowAnyException();
  }

  @Test
  void theKernelsOwnLimitsHold() {
    Program required = Programs.with(1, 0, 0, List.of(32, 2, 1));
    assertThatCode(() -> check(required, "1,1,1", "32,2,1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(required, "1,1,1", "64,1,1"))
        .hasMessage("cannot launch k: block 64,1,1: the kernel requires 32,2,1 (.reqntid)");
    Program limited = Programs.with(1, 0, 128, List.of());
    assertThatCode(() -> check(limited, "1,1,1", "128,1,1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(limited, "1,1,1", "129,1,1"))
        .hasMessage(
            "cannot launch k: block 129,1,1: the kernel takes at most 128 threads (.maxntid)");
  }

  @Test
  void dynamicSharedMemoryIsNotNegative() {
    LaunchShape shape = LaunchShape.of(1, 1).withDynamicShared(-1);
    assertThatThrownBy(() -> ShapeLimits.check(Programs.of(), shape))
        .hasMessage("cannot launch k: -1 bytes of shared memory");
  }

  private static void check(Program program, String grid, String block) {
    ShapeLimits.check(program, LaunchShape.of(extents(grid), extents(block)));
  }

  private static Dim3 extents(String text) {
    String[] parts = text.split(",", -1);
    return new Dim3(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }
}
