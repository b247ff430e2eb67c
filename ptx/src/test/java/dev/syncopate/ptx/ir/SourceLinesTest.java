package dev.syncopate.ptx.ir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From which lines of a source an instruction was compiled. */
class SourceLinesTest {
  private static final int MAIN = 1;
  private static final int LOCK = 2;
  private static final int ATOMIC = 3;
  private static final int GENERATED = 4;

  private final SourceLines lines = new SourceLines();

  @BeforeEach
  void files() {
    lines.file(MAIN, "/home/me/main.cu");
    lines.file(LOCK, "include/lock.h");
    lines.file(ATOMIC, "/usr/local/cuda-13.0/include/cccl/cuda/std/atomic.h");
    lines.file(GENERATED, "/usr/local/cuda/bin/../targets/x86_64-linux/include/generated.h");
    lines.functionBegins(1);
  }

  private void at(int ptxLine, int file, int line, int... inlinedAt) {
    lines.location(
        ptxLine,
        List.of(file, line, 3),
        inlinedAt.length == 0 ? null : List.of(inlinedAt[0], inlinedAt[1], 3));
  }

  private @Nullable Place of(int ptxLine) {
    return lines.of(new Position("main.ptx", ptxLine, 1));
  }

  @Test
  void anInstructionBelongsToTheDirectiveBeforeIt() {
    at(10, MAIN, 7);
    at(20, MAIN, 8);
    assertThat(of(5)).isNull();
    assertThat(of(19)).hasToString("main.cu:7").isEqualTo(new Place("/home/me/main.cu", 7, null));
    assertThat(of(25)).hasToString("main.cu:8");
    lines.functionBegins(30);
    assertThat(of(31)).isNull();
  }

  /** The compiler writes the calls before what is in them: each names only its own. */
  @Test
  void aFunctionInAFunctionIsFollowedToTheKernel() {
    at(10, MAIN, 7);
    at(11, MAIN, 40, MAIN, 7);
    at(12, LOCK, 5, MAIN, 40);
    assertThat(of(12)).hasToString("main.cu:7 (in main.cu:40, in lock.h:5)");
    assertThat(requireNonNull(of(12)).called()).isEqualTo(new Place("/home/me/main.cu", 7, null));
    at(20, MAIN, 9);
    at(21, MAIN, 40, MAIN, 9);
    at(22, LOCK, 5, MAIN, 40);
    assertThat(of(22)).hasToString("main.cu:9 (in main.cu:40, in lock.h:5)");
    assertThat(of(12)).hasToString("main.cu:7 (in main.cu:40, in lock.h:5)");
  }

  @Test
  void aCallOfWhichNothingElseIsKnownIsTheKernels() {
    at(10, LOCK, 5, MAIN, 7);
    assertThat(of(10)).hasToString("main.cu:7 (in lock.h:5)");
    lines.functionBegins(20);
    at(21, LOCK, 6, LOCK, 5);
    assertThat(of(21))
        .as("another function's calls do not count")
        .hasToString("lock.h:5 (in lock.h:6)");
  }

  @Test
  void linesOfTheToolkitAreLeftOut() {
    at(10, MAIN, 7);
    at(11, LOCK, 5, MAIN, 7);
    at(12, ATOMIC, 100, LOCK, 5);
    at(13, GENERATED, 1172, ATOMIC, 100);
    assertThat(of(13)).hasToString("main.cu:7 (in lock.h:5)");
    at(20, MAIN, 8);
    at(21, ATOMIC, 101, MAIN, 8);
    assertThat(of(21)).hasToString("main.cu:8").isEqualTo(new Place("/home/me/main.cu", 8, null));
  }

  @Test
  void ofAKernelOfTheToolkitTheOutermostAndTheInnermostAreNamed() {
    at(10, ATOMIC, 7);
    at(11, ATOMIC, 8, ATOMIC, 7);
    at(12, GENERATED, 9, ATOMIC, 8);
    assertThat(of(10)).hasToString("atomic.h:7");
    assertThat(of(12)).hasToString("atomic.h:7 (in generated.h:9)");
  }

  /** Compilers give line 0 to what they have added. */
  @Test
  void whatStandsNowhereInTheSourceHasTheLineOfTheCall() {
    at(10, MAIN, 0);
    at(11, LOCK, 0, MAIN, 7);
    assertThat(of(10)).isNull();
    assertThat(of(11)).hasToString("main.cu:7");
  }

  @Test
  void aFileWithoutANumberIsLeftOut() {
    at(10, 9, 7);
    at(11, LOCK, 5, 9, 7);
    assertThat(of(10)).isNull();
    assertThat(of(11)).hasToString("lock.h:5");
  }
}
