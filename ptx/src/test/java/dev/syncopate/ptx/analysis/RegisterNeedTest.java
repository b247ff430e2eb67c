package dev.syncopate.ptx.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.RegisterNeed;
import org.junit.jupiter.api.Test;

class RegisterNeedTest {
  private static RegisterNeed need(int minimum, int preferred) {
    return new RegisterNeed(minimum, preferred, RegisterNeed.MOST, 0, false);
  }

  @Test
  void whatIsWantedIsGivenAsLongAsItCostsNoOccupancy() {
    assertThat(need(10, 20).perThread(65_536, 2048, 0)).isEqualTo(20);
    assertThat(need(10, 50).perThread(65_536, 2048, 0)).isEqualTo(32);
    assertThat(need(10, 50).perThread(65_536, 1024, 0)).isEqualTo(50);
    assertThat(need(10, 50).perThread(65_536, 2560, 0)).as("25 in pieces of 8").isEqualTo(24);
  }

  @Test
  void whatIsNeededIsGivenWhateverItCosts() {
    assertThat(need(34, 50).perThread(65_536, 2048, 0)).as("squeezed").isEqualTo(32);
    assertThat(need(35, 50).perThread(65_536, 2048, 0)).isEqualTo(35);
    assertThat(need(300, 300).perThread(65_536, 2048, 0)).isEqualTo(255);
  }

  @Test
  void theKernelSaysHowManyAtMost() {
    RegisterNeed limited = new RegisterNeed(100, 120, 40, 0, false);
    assertThat(limited.perThread(65_536, 2048, 0)).isEqualTo(40);
    assertThat(need(100, 120).perThread(65_536, 2048, 1024)).as(".maxntid 1024").isEqualTo(64);
    RegisterNeed two = new RegisterNeed(100, 120, 255, 2, false);
    assertThat(two.perThread(65_536, 2048, 512)).as(".minnctapersm 2").isEqualTo(64);
    assertThat(two.perThread(65_536, 2048, 0))
        .as("without .maxntid it says nothing")
        .isEqualTo(100);
  }

  @Test
  void aKnownNumberIsTakenAsItIs() {
    assertThat(RegisterNeed.exactly(33).perThread(65_536, 2048, 1024)).isEqualTo(33);
  }
}
