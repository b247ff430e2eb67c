package dev.syncopate.model.explore.machine.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import org.junit.jupiter.api.Test;

class MachineSizeTest {
  /** Scarce tables are those of remote scope promotion; a promotion lock is broadcast's alone. */
  @Test
  void aSizeDiffersForProtocolsThatLookAtWhatItChanges() {
    assertThat(Protocols.names())
        .filteredOn(name -> MachineSize.TABLES.differs(MachineSize.ROOMY, name))
        .containsExactly("brsp", "srsp", "srsp-opt", "brsp-text", "srsp-text");
    assertThat(Protocols.names())
        .filteredOn(name -> MachineSize.LINES.differs(MachineSize.TINY, name))
        .containsExactly("brsp", "brsp-text");
    Protocol buffered = Protocols.named("brsp+lab2");
    assertThat(MachineSize.LINES.differs(MachineSize.TINY, buffered))
        .as("brsp behind a buffer")
        .isTrue();
  }
}
