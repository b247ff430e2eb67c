package dev.syncopate.memory.mechanism.denovo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every word has one owner at every moment, and it is seen at once where that is not so. */
class OwnersConservedTest {
  private static TestBed bed(boolean timed, Protocol protocol) {
    return timed
        ? new Rig(RigConfigs.tiny(), protocol, ConsistencyModel.HRF, 1)
        : new LooseMachine(
            RigConfigs.tiny(), protocol, ConsistencyModel.HRF, new SplittableRandom(7), 1_000_000);
  }

  /** A tile writes a word, and reads more lines than its L1 has. */
  private static void overflow(TestBed bed) {
    bed.thread(0, 0).store(Rig.BASE, 1);
    for (int line = 1; line < 40; line++) {
      bed.thread(0, 0).load(Rig.BASE + 128L * line);
    }
    bed.run();
  }

  /** The tables of both controllers list all that happens here. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anOwnerThatIsLostIsMissedInTheEventThatLosesIt(boolean timed) {
    overflow(bed(timed, new DenovoProtocol()));
    Protocol wrong = DenovoMutant.EVICTION_DROPS_REGISTERED.of(new DenovoProtocol());
    assertThatThrownBy(() -> overflow(bed(timed, wrong)))
        .hasStackTraceContaining(ProtocolException.class.getName())
        .hasStackTraceContaining("L1 of tile 0")
        .hasStackTraceContaining("has lost its owner");
  }

  @Test
  void whatIsHeldAndWhatIsGivenAwayIsNothing() {
    OwnershipBalance holdings = new OwnershipBalance();
    holdings.add(0x100, 0b101, 1);
    holdings.add(0x100, 0b001, -1);
    assertThat(holdings.balanced()).isFalse();
    assertThat(holdings.surplus()).containsExactly("word 0x108 has come to have an owner more");
    OwnershipBalance bank = new OwnershipBalance();
    bank.add(0x100, 0b110, -1);
    holdings.add(bank, 1);
    assertThat(holdings.surplus()).containsExactly("word 0x104 has lost its owner");
    holdings.add(bank, -1);
    holdings.add(bank, 1);
    assertThat(holdings.surplus()).hasSize(1);
  }
}
