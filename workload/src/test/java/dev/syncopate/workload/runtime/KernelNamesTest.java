package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KernelNamesTest {
  private static final List<String> NAMES =
      List.of("_Z4pushPKjS0_Pfj", "_Z5applyPfj", "push", "_Z5applyPdj");

  private static String find(List<String> names, String part) {
    return KernelNames.find("a.ptx", names, Map.of(), part);
  }

  @Test
  void aPartThatOneNameHasIsEnough() {
    assertThat(find(NAMES, "4push")).isEqualTo("_Z4pushPKjS0_Pfj");
    assertThat(find(NAMES, "applyPd")).isEqualTo("_Z5applyPdj");
  }

  @Test
  void anExactNameWinsOverAPart() {
    assertThat(find(NAMES, "push")).isEqualTo("push");
  }

  @Test
  void theOnlyKernelNeedsNoName() {
    assertThat(find(List.of("k"), "")).isEqualTo("k");
  }

  @Test
  void errorsListWhatThereIs() {
    assertThatThrownBy(() -> find(NAMES, "apply"))
        .isInstanceOf(LaunchException.class)
        .hasMessage("'apply' is part of several kernels' names in a.ptx: _Z5applyPfj, _Z5applyPdj");
    assertThatThrownBy(() -> find(NAMES, "pull"))
        .hasMessage(
            "a.ptx has no kernel whose name contains 'pull'; it has _Z4pushPKjS0_Pfj,"
                + " _Z5applyPfj, push, _Z5applyPdj");
    assertThatThrownBy(() -> find(NAMES, ""))
        .hasMessage(
            "a.ptx has several kernels, of which one must be named: _Z4pushPKjS0_Pfj,"
                + " _Z5applyPfj, push, _Z5applyPdj");
    assertThatThrownBy(() -> find(List.of(), "")).hasMessage("a.ptx has no kernel (.entry)");
  }

  @Test
  void aLongListIsCut() {
    List<String> names = IntStream.range(0, 30).mapToObj(i -> "k" + i).toList();
    assertThatThrownBy(() -> find(names, "x")).hasMessageEndingWith("k18, k19 and 10 more");
  }

  @Test
  void kernelsThatCannotRunAreListedWithTheReason() {
    assertThatThrownBy(
            () -> KernelNames.find("a.ptx", List.of("a", "b"), Map.of("b", "found `mma`"), ""))
        .hasMessage(
            "a.ptx has several kernels, of which one must be named: a, b (cannot run: found"
                + " `mma`)");
  }
}
