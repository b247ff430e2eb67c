package dev.syncopate.check.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Warps of a warpgroup set their limits of registers alike (PTX ISA, "setmaxnreg"). */
class RegisterLimitsTest {
  private static final String DOWN = "setmaxnreg.dec.sync.aligned.u32 40;\n";
  private static final String UP = "setmaxnreg.inc.sync.aligned.u32 48;\n";
  private static final String ADVICE =
      "all four warps of a warpgroup must execute the same setmaxnreg, and synchronise before the"
          + " next: else the number of registers is undefined";

  /** Threads below a number execute one body, the others another. */
  private static List<Finding> check(int threads, int border, String below, String above) {
    String body =
        """
        .reg .pred %%q; .reg .b32 %%t;
        mov.u32 %%t, %%tid.x;
        setp.lt.u32 %%q, %%t, %d;
        @%%q bra BELOW;
        %sbra END;
        BELOW:
        %sEND:
        """
            .formatted(border, above, below);
    DeviceBuilder device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32");
    return Kernels.check(device, Set.of(Check.SYNC), 1, threads, body).findings();
  }

  private static List<String> text(Finding finding) {
    return finding.details().stream()
        .map(detail -> detail.replaceAll(" at \\S+:\\d+", "").replace(" of CTA (0,0,0)", ""))
        .toList();
  }

  @Test
  void oneLimitOfAllWarpsIsRight() {
    assertThat(check(128, 0, "", DOWN + "bar.sync 0;\n" + UP)).isEmpty();
  }

  @Test
  void warpgroupsHaveSeparateLimits() {
    assertThat(check(256, 128, DOWN, UP)).isEmpty();
  }

  @Test
  void anotherLimitOfAWarpIsFound() {
    List<Finding> findings = check(128, 32, DOWN, UP);
    assertThat(findings).isNotEmpty();
    assertThat(findings.getFirst().rule()).isEqualTo("setmaxnreg-warpgroup");
    assertThat(findings.getFirst().title())
        .isEqualTo("setmaxnreg that the warps of a warpgroup do not execute alike");
    assertThat(text(findings.getFirst()))
        .hasSize(3)
        .contains(ADVICE)
        .anyMatch(detail -> detail.contains(", of the same warpgroup, executes another"));
  }

  @Test
  void aWarpWithoutTheLimitIsFound() {
    List<Finding> findings = check(128, 32, "", DOWN);
    assertThat(findings).hasSize(1);
    assertThat(text(findings.getFirst()))
        .anyMatch(
            detail -> detail.contains("thread (0,0,0)") && detail.contains("ends without it"));
  }

  @Test
  void theNextLimitBeforeAllHaveTheLastIsFound() {
    String late = "nanosleep.u32 2000;\n";
    List<Finding> findings = check(128, 32, late + DOWN + UP, DOWN + UP);
    assertThat(findings).isNotEmpty();
    assertThat(text(findings.getFirst()))
        .anyMatch(detail -> detail.contains("has not executed the one before: setmaxnreg.dec"));
    assertThat(check(128, 32, late + DOWN + "bar.sync 0;\n" + UP, DOWN + "bar.sync 0;\n" + UP))
        .as("synchronised")
        .noneMatch(finding -> finding.rule().equals("setmaxnreg-warpgroup"));
  }
}
