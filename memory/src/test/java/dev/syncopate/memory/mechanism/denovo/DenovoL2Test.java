package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoBench.LINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Message by message: how a bank names owners, forwards, and gets words back. */
class DenovoL2Test {
  private static final MemoryConfig CONFIG = RigConfigs.roomy();

  private static final class Environment extends QuietL2Environment {
    final List<MemoryMessage> sent = new ArrayList<>();
    final List<String> names = new ArrayList<>();

    Environment() {
      super(CONFIG);
    }

    @Override
    public void send(Node receiver, MemoryMessage message) {
      sent.add(message);
      int words = WordMask.touched(message.maskLow, message.maskHigh);
      names.add(message.type.name() + " " + Integer.toHexString(words) + " to " + receiver);
    }
  }

  private final Environment environment = new Environment();
  private final L2Counters counters = new L2Counters();
  private final L2Controller bank = new DenovoProtocol().l2(CONFIG, environment, counters);

  private Node tile(int index) {
    return environment.topology().tile(index);
  }

  private void register(int tile, int words) {
    bank.receive(new DenovoMessage(DenovoType.REGISTER, LINE, tile(tile), words, 0, 0));
  }

  private void gives(DenovoType type, int tile, int words, int carried, long value) {
    byte[] line = new byte[CONFIG.l1().line()];
    for (int offset = 0; offset < line.length; offset += 4) {
      LaneBytes.put(line, offset, 4, value);
    }
    bank.receive(
        new DenovoMessage(type, LINE, tile(tile), words, carried, 0)
            .carrying(carried, new LineData(line), 0));
  }

  private void read(int tile, int words) {
    bank.receive(new DenovoMessage(LineMessage.READ, LINE, tile(tile), words, words, 3));
  }

  @Test
  void whoeverRegistersIsTheOwnerAtOnce() {
    register(0, 1);
    register(1, 3);
    register(2, 1);
    assertThat(environment.names)
        .containsExactly(
            "REGISTERED 1 to tile 0",
            "REGISTERED 2 to tile 1",
            "FORWARD_REGISTER 1 to tile 0",
            "FORWARD_REGISTER 1 to tile 1");
    assertThat(environment.sent.getLast().node).isEqualTo(tile(2));
    assertThat(bank.owner(LINE)).isEqualTo(2);
    assertThat(bank.owner(LINE + 4)).isEqualTo(1);
    assertThat(bank.owner(LINE + 8)).isEqualTo(L2Controller.NOBODY);
  }

  @Test
  void readsGoToOwnersWordByWord() {
    register(0, 1);
    register(1, 2);
    read(2, 3);
    assertThat(environment.names.subList(2, 4))
        .containsExactly("FORWARD_READ 1 to tile 0", "FORWARD_READ 2 to tile 1");
    assertThat(bank.owner(LINE)).as("who reads does not own").isZero();
  }

  @Test
  void anOwnersWriteBackIsKeptAndReadHere() {
    register(0, 1);
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    assertThat(environment.names.getLast()).isEqualTo("WRITTEN_BACK 1 to tile 0");
    read(1, 1);
    assertThat(environment.names.getLast()).isEqualTo("FILL 1 to tile 1");
    assertThat(LaneBytes.get(environment.sent.getLast().data(), 0, 4)).isEqualTo(7);
    assertThat(environment.sent.getLast().tag).isEqualTo(3);
  }

  @Test
  void aWriteBackOfWhoIsNoLongerTheOwnerIsAnsweredAndForgotten() {
    register(0, 1);
    register(1, 1);
    gives(DenovoType.WRITE_BACK, 1, 1, 1, 8);
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    assertThat(environment.names.getLast()).isEqualTo("WRITTEN_BACK 0 to tile 0");
    read(2, 1);
    assertThat(LaneBytes.get(environment.sent.getLast().data(), 0, 4)).isEqualTo(8);
  }

  @Test
  void aWriteBackOfWhoIsNoLongerTheOwnerLeavesTheWordToItsOwner() {
    register(0, 1);
    register(1, 1);
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    assertThat(bank.owner(LINE)).isEqualTo(1);
  }

  @Test
  void anotherMechanismsRequestHasTheOwnerGiveTheWordBackFirst() {
    register(0, 1);
    MemoryMessage plain =
        new MemoryMessage.Builder(LineMessage.READ, LINE, tile(1)).mask(0xf, 0).tag(9).build();
    bank.receive(plain);
    assertThat(environment.names.getLast()).isEqualTo("RECALL 1 to tile 0");
    register(2, 2);
    assertThat(environment.names.getLast()).as("the line is held").startsWith("RECALL");
    gives(DenovoType.RECALLED, 0, 1, 1, 7);
    assertThat(environment.names.subList(2, 4))
        .containsExactly("FILL 1 to tile 1", "REGISTERED 2 to tile 2");
    assertThat(LaneBytes.get(environment.sent.get(2).data(), 0, 4)).isEqualTo(7);
    assertThat(bank.idle()).isTrue();
  }

  @Test
  void aRecallCrossesAWriteBack() {
    register(0, 1);
    bank.receive(new MemoryMessage.Builder(LineMessage.READ, LINE, tile(1)).mask(0xf, 0).build());
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    gives(DenovoType.RECALLED, 0, 1, 0, 0);
    assertThat(environment.names.getLast()).isEqualTo("FILL 1 to tile 1");
    assertThat(LaneBytes.get(environment.sent.getLast().data(), 0, 4)).isEqualTo(7);
  }

  /** They are on different virtual networks, so that either may come first. */
  @Test
  void aRecallsAnswerOvertakesTheWriteBackThatHasTheBytes() {
    register(0, 3);
    bank.receive(new MemoryMessage.Builder(LineMessage.READ, LINE, tile(1)).mask(0xff, 0).build());
    gives(DenovoType.RECALLED, 0, 1, 0, 0);
    gives(DenovoType.RECALLED, 0, 2, 2, 5);
    assertThat(bank.idle()).as("word 0 is on its way").isFalse();
    assertThat(environment.names).noneMatch(name -> name.startsWith("FILL"));
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    assertThat(environment.names.getLast()).isEqualTo("FILL 3 to tile 1");
    assertThat(LaneBytes.get(environment.sent.getLast().data(), 0, 4)).isEqualTo(7);
    assertThat(LaneBytes.get(environment.sent.getLast().data(), 4, 4)).isEqualTo(5);
    assertThat(bank.idle()).isTrue();
  }

  @Test
  void whatIsForwardedOrGrantedIsAnAccessOfTheBank() {
    register(0, 1); // granted without bytes
    register(1, 1); // forwarded
    read(2, 1); // forwarded
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7); // too late
    assertThat(counters.accesses).isEqualTo(4);
    assertThat(counters.hits).isEqualTo(4);
    assertThat(counters.reads).isEqualTo(1);
    assertThat(counters.writes).isEqualTo(1);
    gives(DenovoType.WRITE_BACK, 1, 1, 1, 7);
    read(2, 1);
    assertThat(counters.accesses).isEqualTo(6);
    assertThat(counters.reads).isEqualTo(2);
    assertThat(counters.writes).isEqualTo(2);
  }

  @Test
  void aReadWaitsBehindOneThatAsksMemoryForWordsOfADirtyLine() {
    register(0, 1);
    gives(DenovoType.WRITE_BACK, 0, 1, 1, 7);
    read(1, 2);
    read(2, 2);
    assertThat(environment.names.getLast()).isEqualTo("WRITTEN_BACK 1 to tile 0");
    assertThat(counters.mergedMisses).isEqualTo(1);
    assertThat(bank.transitions())
        .filteredOn(pair -> pair.count() > 0)
        .extracting(pair -> pair.state() + " " + pair.event())
        .contains("DIRTY MISS", "DIRTY QUEUE");
  }

  @Test
  void anOwnerThatRegistersAgainIsAnError() {
    register(0, 1);
    assertThatThrownBy(() -> register(0, 1))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event REGISTER from tile 0 is not listed");
  }
}
