package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KernelNamesTest {
  private static final List<String> NAMES =
      List.of("_Z4pushPKjS0_Pfj", "_Z5applyPfj", "push", "_Z5applyPdj");

  @Test
  void aPartThatOneNameHasIsEnough() {
    assertThat(KernelNames.find("a.ptx", NAMES, "4push")).isEqualTo("_Z4pushPKjS0_Pfj");
    assertThat(KernelNames.find("a.ptx", NAMES, "applyPd")).isEqualTo("_Z5applyPdj");
  }

  @Test
  void anExactNameWinsOverAPart() {
    assertThat(KernelNames.find("a.ptx", NAMES, "push")).isEqualTo("push");
  }

  @Test
  void theOnlyKernelNeedsNoName() {
    assertThat(KernelNames.find("a.ptx", List.of("k"), "")).isEqualTo("k");
  }

  @Test
  void errorsListWhatThereIs() {
    assertThatThrownBy(() -> KernelNames.find("a.ptx", NAMES, "apply"))
        .isInstanceOf(LaunchException.class)
        .hasMessage("'apply' is part of several kernels' names in a.ptx: _Z5applyPfj, _Z5applyPdj");
    assertThatThrownBy(() -> KernelNames.find("a.ptx", NAMES, "pull"))
        .hasMessage(
            "a.ptx has no kernel whose name contains 'pull'; it has _Z4pushPKjS0_Pfj,"
                + " _Z5applyPfj, push, _Z5applyPdj");
    assertThatThrownBy(() -> KernelNames.find("a.ptx", NAMES, ""))
        .hasMessage(
            "a.ptx has several kernels, of which one must be named: _Z4pushPKjS0_Pfj,"
                + " _Z5applyPfj, push, _Z5applyPdj");
    assertThatThrownBy(() -> KernelNames.find("a.ptx", List.of(), ""))
        .hasMessage("a.ptx has no kernel (.entry)");
  }

  @Test
  void aLongListIsCut() {
    List<String> many = IntStream.range(0, 30).mapToObj(i -> "k" + i).toList();
    assertThatThrownBy(() -> KernelNames.find("a.ptx", many, "x"))
        .hasMessageEndingWith("k18, k19 and 10 more");
  }
}
