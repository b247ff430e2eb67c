package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Nodes;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What an L2 bank of one of two GPUs answers tiles, and what it says to the memory side. 4 sets of
 * 2 lines of 128 bytes, sFIFO of 3.
 */
class GpuBankTest implements L2Environment {
  private static final long A = 0x1000;
  private static final long B = 0x1080;
  private final MemoryConfig config = RigConfigs.withGpus(RigConfigs.tiny(), 2);
  private final Topology topology = Topology.of(config);

  /** To tiles, and to the memory side, in the order sent. */
  private final List<MemoryMessage> replies = new ArrayList<>();

  private final List<MemoryMessage> sent = new ArrayList<>();
  private final L2Cache bank = (L2Cache) new GpuProtocol().l2(config, this, new L2Counters());

  private int tags = 100;

  /** Each request has a unique tag, which its answer returns. */
  private MemoryMessage.Builder request(LineMessage type, long line, int bytes) {
    return new MemoryMessage.Builder(type, line, Nodes.tile(0))
        .mask(LineBytes.rangeLow(0, bytes), 0)
        .tag(tags++);
  }

  private MemoryMessage message(LineMessage type, long line) {
    return request(type, line, 32).build();
  }

  private MemoryMessage write(long line, long word) {
    byte[] data = new byte[4];
    LaneBytes.put(data, 0, 4, word);
    return request(LineMessage.WRITE, line, 4).data(0, data).build();
  }

  /** The requests that are answered, in the order of their answers. */
  private List<Integer> answered() {
    return replies.stream().map(reply -> reply.tag).toList();
  }

  private MemoryMessage answer(MemoryMessage request) {
    return replies.stream().filter(reply -> reply.tag == request.tag).findFirst().orElseThrow();
  }

  private MemoryMessage read(long line) {
    MemoryMessage message = message(LineMessage.READ, line);
    bank.receive(message);
    return message;
  }

  private void command(SystemMessage type, long line) {
    bank.receive(new MemoryMessage(type, line, topology.memoryBanks().getFirst()));
  }

  /** The memory side answers a READ: every word is the same. */
  private void fill(MemoryMessage read, int word) {
    assertThat(read.type).isEqualTo(LineMessage.READ);
    byte[] data = new byte[32];
    for (int offset = 0; offset < 32; offset += 4) {
      LaneBytes.put(data, offset, 4, word);
    }
    bank.receive(read.answer(LineMessage.FILL, new LineData(data), 0));
  }

  private void acknowledge(MemoryMessage write) {
    assertThat(write.type).isEqualTo(LineMessage.WRITE);
    bank.receive(write.answer(LineMessage.ACK));
  }

  /** The first word of the answer to a request. */
  private long word(MemoryMessage request) {
    return LaneBytes.get(answer(request).data(), 0, 4);
  }

  private MemoryMessage lastSent() {
    return sent.removeLast();
  }

  @Test
  void bytesThatAreLackingAreAskedOfTheMemorySideAndKept() {
    MemoryMessage first = read(A);
    assertThat(sent)
        .extracting(MemoryMessage::toString)
        .containsExactly("READ of line 0x1000 from bank 0");
    fill(lastSent(), 5);
    assertThat(word(first)).isEqualTo(5);
    assertThat(word(read(A))).isEqualTo(5);
    assertThat(replies).hasSize(2);
    assertThat(sent).isEmpty();
    assertThat(bank.idle()).isTrue();
  }

  /** Else an acquire could be followed by a load of what was there before it. */
  @Test
  void whatWasAskedForBeforeAnInvalidationIsForThoseThatWaitedThenOnly() {
    MemoryMessage earlyRead = read(A);
    MemoryMessage fetch = lastSent();
    command(SystemMessage.INVALIDATE, 0);
    assertThat(lastSent().type).isEqualTo(SystemMessage.DONE);
    MemoryMessage lateRead = read(A);
    fill(fetch, 1);
    assertThat(answered()).containsExactly(earlyRead.tag);
    assertThat(word(earlyRead)).isEqualTo(1);
    fill(lastSent(), 2);
    assertThat(answered()).containsExactly(earlyRead.tag, lateRead.tag);
    assertThat(word(lateRead)).isEqualTo(2);
  }

  @Test
  void anInvalidationKeepsDirtyBytesOnly() {
    read(A);
    fill(lastSent(), 1);
    bank.receive(write(A, 7));
    command(SystemMessage.INVALIDATE, 0);
    sent.clear();
    MemoryMessage read = read(A);
    fill(lastSent(), 2);
    assertThat(word(read)).isEqualTo(7);
    assertThat(LaneBytes.get(answer(read).data(), 4, 4)).isEqualTo(2);
  }

  @Test
  void aFlushIsAnsweredOnceWhatItAndOthersBeforeWroteIsAcknowledged() {
    bank.receive(write(A, 1));
    bank.receive(write(B, 2));
    command(SystemMessage.FLUSH, 0);
    assertThat(sent).extracting(message -> message.type).containsOnly(LineMessage.WRITE);
    assertThat(sent).extracting(message -> message.line).containsExactly(A, B);
    acknowledge(sent.get(1));
    assertThat(sent).as("not answered").hasSize(2);
    assertThat(bank.waiting())
        .containsExactly("1 writes to the memory side are unanswered, 1 flushes wait for such");
    acknowledge(sent.get(0));
    assertThat(sent.getLast().type).isEqualTo(SystemMessage.DONE);
  }

  @Test
  void aTilesCommandIsAnsweredToTheTile() {
    bank.receive(new MemoryMessage(SystemMessage.FLUSH, 0, Nodes.tile(3)));
    assertThat(replies)
        .extracting(MemoryMessage::toString)
        .containsExactly("DONE of line 0x0 from tile 3");
    assertThat(sent).isEmpty();
  }

  @Test
  void anAccessOfSystemScopeTakesTheLinesDirtyBytesAlongAndDropsIt() {
    bank.receive(write(A, 1));
    MemoryMessage load = request(LineMessage.LOAD, A, 32).system(true).build();
    bank.receive(load);
    assertThat(sent).hasSize(2);
    assertThat(sent.getFirst().type).isEqualTo(LineMessage.WRITE);
    assertThat(sent.getLast()).isSameAs(load);
    read(A);
    assertThat(lastSent().type).as("nothing of it is left").isEqualTo(LineMessage.READ);
  }

  @Test
  void aHeldLineIsSurrenderedAndLetsAllWaitInOrderUntilItIsResumed() {
    MemoryMessage first = read(A);
    MemoryMessage fetch = lastSent();
    command(SystemMessage.HOLD, A);
    List<MemoryMessage> later = List.of(write(A, 1), write(A, 2), write(A, 3));
    bank.receive(later.get(0));
    bank.receive(later.get(1));
    assertThat(sent).as("behind the read").isEmpty();
    fill(fetch, 9);
    assertThat(answered()).containsExactly(first.tag);
    assertThat(sent).extracting(message -> message.type).containsExactly(SystemMessage.DONE);
    bank.receive(later.get(2));
    assertThat(replies).hasSize(1);
    assertThat(bank.waiting())
        .containsExactly(
            "line 0x1000 is held for a remote access of system scope, 3 messages wait for it");
    command(SystemMessage.RESUME, A);
    assertThat(answered().subList(1, 4))
        .isEqualTo(later.stream().map(message -> message.tag).toList());
    command(SystemMessage.FLUSH, 0);
    assertThat(Arrays.copyOf(lastSent().data(), 1)).as("the last one's").containsExactly(3);
  }

  @Test
  void aHeldLinesDirtyBytesGoFirst() {
    bank.receive(write(A, 1));
    command(SystemMessage.HOLD, A);
    assertThat(sent)
        .extracting(message -> message.type)
        .containsExactly(LineMessage.WRITE, SystemMessage.DONE);
    MemoryMessage otherWrite = write(B, 1);
    bank.receive(otherWrite);
    assertThat(replies.getLast().tag).as("another line is not").isEqualTo(otherWrite.tag);
  }

  @Test
  void whatNobodyAskedForIsAProtocolError() {
    assertThatThrownBy(() -> command(SystemMessage.RESUME, A))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event RESUME is not listed for state INVALID");
    assertThatThrownBy(() -> command(SystemMessage.DONE, A)).isInstanceOf(ProtocolException.class);
    for (LineMessage answer : new LineMessage[] {LineMessage.FILL, LineMessage.ACK}) {
      assertThatThrownBy(() -> bank.receive(message(answer, A)))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("event " + answer);
    }
  }

  @Override
  public Node node() {
    return topology.banks(0).getFirst();
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    assertThat(receiver.isMemorySide() || !receiver.isBank())
        .as("a bank says nothing to another")
        .isTrue();
    (receiver.isMemorySide() ? sent : replies).add(message);
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    throw new AssertionError("there is no memory here");
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    throw new AssertionError("there is no memory here");
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    throw new AssertionError("there is no memory here");
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    throw new AssertionError("there is no memory here");
  }

  @Override
  public long number(long line) {
    return line / 128;
  }

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return 77;
  }
}
