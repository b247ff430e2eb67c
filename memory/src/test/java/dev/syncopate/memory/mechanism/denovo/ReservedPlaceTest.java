package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoBench.LINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A registration that needs an owner entry and an MSHR, on a bank with one of each. It keeps the
 * entry while it waits for the MSHR, and other requests for the entry wait for it.
 */
class ReservedPlaceTest {
  private static final MemoryConfig CONFIG = RigConfigs.ones();

  private final List<String> sent = new ArrayList<>();
  private final QuietL2Environment environment =
      new QuietL2Environment(CONFIG) {
        @Override
        public void send(Node receiver, MemoryMessage message) {
          sent.add(message.type.name() + " " + line(message.line) + " to " + receiver);
        }
      };
  private final L2Controller bank = new DenovoProtocol().l2(CONFIG, environment, new L2Counters());

  /** The line of a set's number; those of one set differ by the number of sets. */
  private static long line(int number) {
    return LINE + (long) number * CONFIG.l2().size();
  }

  private static String line(long line) {
    return "line " + (line - LINE) / CONFIG.l2().size();
  }

  private ControllerOutcome register(int tile, int line, int needed) {
    return bank.receive(
        new DenovoMessage(
            DenovoType.REGISTER, line(line), environment.topology().tile(tile), 1, needed, 0));
  }

  private void givesBack(int tile, int line) {
    byte[] bytes = new byte[CONFIG.l1().line()];
    bank.receive(
        new DenovoMessage(
                DenovoType.RECALLED, line(line), environment.topology().tile(tile), 1, 1, 0)
            .carrying(1, new LineData(bytes), 0));
  }

  private void memoryAnswers(int fetch) {
    bank.filled(environment.fetches.get(fetch));
  }

  @Test
  void whoWaitsForAnMshrKeepsTheEntry() {
    register(0, 1, 0);
    bank.receive(
        new DenovoMessage(LineMessage.READ, line(2), environment.topology().tile(0), 1, 1, 0));
    assertThat(environment.fetches).as("the MSHR is taken").hasSize(1);
    register(1, 3, 1);
    assertThat(sent).containsExactly("REGISTERED line 1 to tile 0", "RECALL line 1 to tile 0");
    givesBack(0, 1);
    register(0, 1, 0);
    assertThat(sent).as("the entry is line 3's, which is still unowned").hasSize(2);
    assertThat(bank.idle()).isFalse();
    memoryAnswers(0);
    memoryAnswers(1);
    assertThat(sent.subList(2, sent.size()))
        .containsExactly(
            "FILL line 2 to tile 0", "RECALL line 3 to tile 1", "REGISTERED line 3 to tile 1");
    givesBack(1, 3);
    assertThat(sent.getLast()).isEqualTo("REGISTERED line 1 to tile 0");
    assertThat(bank.idle()).isTrue();
  }
}
