package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Nodes;
import org.junit.jupiter.api.Test;

/** Answers that wait for writes to be acknowledged. */
class L1WritesTest {
  private final L1Bench bench = new L1Bench(RigConfigs.roomy());
  private final L1Writes writes = new L1Writes(8, bench, bench.lsu);
  private final MemoryMessage answer = new MemoryMessage(LineMessage.VALUE, 0x100, Nodes.tile(0));

  @Test
  void anAnswerIsSentAtOnceWhenNoWriteIsOpen() {
    writes.answerWhen(writes.close(), answer);
    assertThat(bench.sent).containsExactly(answer);
  }

  @Test
  void anAnswerIsSentWhenTheLastWriteOfItsGenerationAndOlderOnesIsAcknowledged() {
    int first = writes.issue();
    int closed = writes.close();
    int second = writes.issue();
    int later = writes.close();
    writes.answerWhen(later, answer);
    int younger = writes.issue();
    writes.acknowledge(second);
    assertThat(bench.sent).as("an older one is open").isEmpty();
    writes.acknowledge(first);
    assertThat(bench.sent).containsExactly(answer);
    assertThat(first).isEqualTo(closed);
    assertThat(writes.acknowledge(younger)).as("a younger one did not count").isTrue();
    assertThat(writes.idle()).isTrue();
  }

  @Test
  void aGenerationLongSettledIsAnsweredAtOnce() {
    int old = writes.issue();
    int closed = writes.close();
    writes.acknowledge(old);
    writes.issue();
    writes.answerWhen(closed, answer);
    assertThat(bench.sent).containsExactly(answer);
    MemoryMessage never = new MemoryMessage(LineMessage.VALUE, 0x200, Nodes.tile(0));
    writes.answerWhen(-1, never);
    assertThat(bench.sent).as("nothing was lost").containsExactly(answer, never);
  }
}
