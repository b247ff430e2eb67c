package dev.syncopate.model.explore.machine.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import org.junit.jupiter.api.Test;

class SizeTest {
  /** Scarce tables are those of remote scope promotion; a promotion lock is broadcast's alone. */
  @Test
  void aSizeDiffersForProtocolsThatLookAtWhatItChanges() {
    assertThat(Protocols.names())
        .filteredOn(name -> Size.TABLES.differs(Size.ROOMY, name))
        .containsExactly("brsp", "srsp", "srsp-opt", "brsp-text", "srsp-text");
    assertThat(Protocols.names())
        .filteredOn(name -> Size.LINES.differs(Size.TINY, name))
        .containsExactly("brsp", "brsp-text");
    Protocol buffered = Protocols.named("brsp+lab2");
    assertThat(Size.LINES.differs(Size.TINY, buffered)).as("brsp behind a buffer").isTrue();
  }
}
