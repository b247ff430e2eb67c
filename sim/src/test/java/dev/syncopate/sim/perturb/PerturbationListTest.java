package dev.syncopate.sim.perturb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.perturb.Perturbation.AccessPause;
import dev.syncopate.sim.perturb.Perturbation.BeginDelay;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.MessageDelay;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import dev.syncopate.sim.perturb.Perturbation.PeerDelay;
import dev.syncopate.sim.perturb.PerturbationList.MessageKey;
import dev.syncopate.sim.perturb.PerturbationList.PeerKey;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules as lists. */
class PerturbationListTest {
  private static final String ALL =
      "begin:1.20.3+400/pause:2.0.1:17.5+12/message:tile3:bank0:WRITE:100000080.1+7"
          + "/peer:3:0:copy.2+9/issue:2@9/lanes:0@9/ctas@12";

  @Test
  void aListIsReadAndPrintedBack() {
    PerturbationList list = PerturbationList.parse(ALL);
    assertThat(list.perturbations())
        .containsExactly(
            new BeginDelay(1, 20, 3, 400),
            new AccessPause(2, 0, 1, 17, 5, 12),
            new MessageDelay("tile3", "bank0", "WRITE", 0x100000080L, 1, 7),
            new PeerDelay(3, 0, PeerChannel.COPY, 2, 9),
            new DrawnOrder(OrderKind.ISSUE, 2, 9),
            new DrawnOrder(OrderKind.LANES, 0, 9),
            new DrawnOrder(OrderKind.CTAS, 0, 12));
    assertThat(list).hasToString(ALL).isEqualTo(PerturbationList.of(list.perturbations()));
  }

  @Test
  void noneIsTheMachinesOwnSchedule() {
    assertThat(PerturbationList.parse("none").isEmpty()).isTrue();
    assertThat(PerturbationList.of(List.of())).hasToString("none");
    assertThat(new PerturbConfig(0, 1, 1).on()).isFalse();
    assertThat(new PerturbConfig(0, 1, 1).warps(0, 4)).isNull();
  }

  @Test
  void eachPartFindsWhatItDelays() {
    PerturbationList list = PerturbationList.parse(ALL);
    PerturbConfig config = new PerturbConfig(0, 1024, 4096, list);
    assertThat(list.messagesFrom("tile3"))
        .isEqualTo(Map.of(new MessageKey("bank0", "WRITE", 0x100000080L, 1), 7));
    assertThat(list.messagesFrom("tile4")).isEmpty();
    assertThat(list.messagesToPeers(3)).isEqualTo(Map.of(new PeerKey(0, PeerChannel.COPY, 2), 9));
    assertThat(list.messagesToPeers(0)).isEmpty();
    assertThat(config.orderSeed(OrderKind.ISSUE, 2)).isEqualTo(9);
    assertThat(config.orderSeed(OrderKind.ISSUE, 1)).isZero();
    WarpPauses pauses = Objects.requireNonNull(config.warps(0, 4));
    pauses.launched(1);
    assertThat(pauses.begin(0, 20, 3, 0)).isEqualTo(400);
    assertThat(pauses.begin(1, 20, 2, 0)).isZero();
    pauses.launched(2);
    assertThat(pauses.begin(0, 0, 1, 0)).isZero();
    for (int time = 1; time <= 6; time++) {
      assertThat(pauses.behindAccess(0, 16, 0)).isZero();
      assertThat(pauses.behindAccess(0, 17, 0)).as("time %d", time).isEqualTo(time == 5 ? 12 : 0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "begin:1.0.0+4/begin:1.0+4 | column 15: found 'begin:1.0+4', expected begin:LAUNCH.CTA.WARP+CYCLES",
        "pause:1.0.0:3+4 | column 1: found 'pause:1.0.0:3+4', expected pause:LAUNCH.CTA.WARP:INSTRUCTION.TIME",
        "begin:1.0.0:3.1+4 | column 1: found 'begin:1.0.0:3.1+4', expected begin:LAUNCH",
        "begin:1.0.0+0 | column 1: found 'begin:1.0.0+0', expected begin:",
        "ctas@0 | column 1: found 'ctas@0', expected ctas@SEED",
        "issue:1 | column 1: found 'issue:1', expected issue:UNIT@SEED",
        "message:tile:bank0:WRITE:80.1+4 | column 1: found 'message:tile:bank0:WRITE:80.1+4', expected message:FROM",
        "begin:1.0.0+4/delay | column 15: found 'delay', expected begin:, pause:, message:, peer:, issue:, lanes: or ctas@",
        "peer:1:2:loads.1+4 | column 1: found 'peer:1:2:loads.1+4', expected peer:FROM:TO:CHANNEL.TIME+CYCLES",
        "peer:1:2:copy.1+4/peer:1:2:copy.1+5 | column 19: peer:1:2:copy.1+5 delays what an earlier one delays",
        "begin:1.0.0+4/begin:1.0.0+5 | column 15: begin:1.0.0+5 delays what an earlier one delays",
      })
  void aMistakeIsNamedWithItsColumn(String text, String message) {
    assertThatThrownBy(() -> PerturbationList.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aMachineRefusesWhatItDoesNotHave() {
    assertThatThrownBy(() -> PerturbationList.parse("ctas@1/lanes:8@1").requireUnits(8))
        .hasMessage(
            "perturb.delays: column 8: found 'lanes:8@1', but there is no such compute unit: the"
                + " machine has 8, numbered from 0");
    assertThatThrownBy(() -> PerturbationList.parse("peer:1:8:answer.1+4").requireUnits(8))
        .hasMessageContaining("found 'peer:1:8:answer.1+4', but there is no such compute unit");
    PerturbationList message =
        PerturbationList.parse("begin:1.0.0+1/message:tile2:bank0:WRITE:80.1+4");
    assertThatThrownBy(
            () -> message.requireMessages(List.of("tile0", "tile1", "bank0"), Set.of("WRITE")))
        .hasMessageStartingWith("perturb.delays: column 15: ")
        .hasMessageEndingWith("no such nodes: there are tile0 to tile1, bank0");
    assertThatThrownBy(
            () -> message.requireMessages(List.of("tile2", "bank0"), Set.of("READ", "ACK")))
        .hasMessageEndingWith("but there is no such message: there are ACK, READ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed=3", "delays=begin:1.0+4"})
  void aConfigurationRefusesIt(String setting) {
    PerturbConfig config = new PerturbConfig(0, 1024, 4096, PerturbationList.parse("ctas@1"));
    assertThatThrownBy(() -> ConfigOverrides.apply(config, List.of(setting)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            setting.startsWith("seed")
                ? "delays: found beside seed = 3, expected one of them"
                : "delays=begin:1.0+4: column 1: found 'begin:1.0+4'");
  }
}
