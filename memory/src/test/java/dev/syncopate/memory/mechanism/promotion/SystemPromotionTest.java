package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a bank of the memory side asks for remote accesses under {@code srsp}: two GPUs of two tiles
 * and two banks each, the requester is tile 1 of GPU 0.
 */
class SystemPromotionTest extends QuietL2Environment {
  private static final long A = 0x1000;

  /** A message and its receiver. */
  private record Sent(Node receiver, MemoryMessage message) {}

  private final List<Sent> sent = new ArrayList<>();
  private int miss = -1;

  SystemPromotionTest() {
    super(twoGpus());
  }

  private final L2Controller bank = Protocols.named("srsp").l2(twoGpus(), this, new L2Counters());

  private static RemoteRequest request(AccessKind kind) {
    LineMessage type = kind == AccessKind.LOAD ? LineMessage.LOAD : LineMessage.WRITE;
    MemoryMessage operation =
        new MemoryMessage.Builder(type, A, Nodes.tile(1))
            .mask(LineBytes.rangeLow(0, 4), 0)
            .data(0, new byte[kind == AccessKind.LOAD ? 0 : 4])
            .build();
    return new RemoteRequest(operation, kind, true);
  }

  /** Messages sent since the last call, by type and receiver. */
  private List<String> sent() {
    List<String> texts =
        sent.stream().map(entry -> entry.message().type.name() + " " + entry.receiver()).toList();
    return texts;
  }

  /** Every L2 that was asked answers. */
  private void answer() {
    List<Sent> requests = List.copyOf(sent);
    sent.clear();
    for (Sent request : requests) {
      MemoryMessage answer =
          new MemoryMessage(
              request.message().type instanceof SystemMessage
                  ? SystemMessage.DONE
                  : PromotionMessage.FLUSHED,
              A,
              request.receiver());
      bank.receive(answer);
    }
  }

  @Test
  void aLoadHasOtherGpusFlushAndItsOwnInvalidate() {
    bank.receive(request(AccessKind.LOAD));
    assertThat(sent())
        .as("line held until the access is performed, though within a GPU it is not")
        .containsExactly(
            "SELECTIVE_FLUSH_AND_HOLD tile 0",
            "SELECTIVE_FLUSH_AND_HOLD tile 2",
            "SELECTIVE_FLUSH_AND_HOLD tile 3",
            "SELECTIVE_FLUSH_AND_HOLD tile 1");
    answer();
    assertThat(sent()).containsExactly("HOLD bank 0", "HOLD bank 2");
    answer();
    assertThat(sent()).containsExactly("FLUSH bank 2", "FLUSH bank 3");
    answer();
    assertThat(sent()).containsExactly("INVALIDATE bank 0", "INVALIDATE bank 1");
    answer();
    bank.filled(miss);
    assertThat(sent())
        .containsExactly(
            "VALUE tile 1",
            "RESUME bank 0",
            "RESUME bank 2",
            "RESUME tile 0",
            "RESUME tile 1",
            "RESUME tile 2",
            "RESUME tile 3");
    assertThat(bank.idle()).isTrue();
  }

  @Test
  void aStoreHasItsOwnGpuFlushAndOthersInvalidate() {
    bank.receive(request(AccessKind.STORE));
    assertThat(sent())
        .containsExactly("HOLD tile 0", "HOLD tile 2", "HOLD tile 3", "FLUSH_AND_HOLD tile 1");
    answer();
    assertThat(sent())
        .containsExactly("HOLD bank 0", "FLUSH bank 0", "FLUSH bank 1", "HOLD bank 2");
    answer();
    assertThat(sent()).containsExactly("INVALIDATE bank 2", "INVALIDATE bank 3");
    answer();
    assertThat(sent())
        .containsExactly(
            "ACK tile 1",
            "RESUME bank 0",
            "RESUME bank 2",
            "SELECTIVE_INVALIDATE tile 0",
            "RESUME tile 1",
            "SELECTIVE_INVALIDATE tile 2",
            "SELECTIVE_INVALIDATE tile 3");
  }

  @Test
  void whatItTellsL1sNamesTheMemorySide() {
    bank.receive(request(AccessKind.STORE));
    assertThat(sent).allMatch(entry -> entry.message().system);
  }

  @Override
  public Node node() {
    return topology().memoryBanks().getFirst();
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    sent.add(new Sent(receiver, message));
  }

  @Override
  public void fetch(int number, long line, int start, int bytes) {
    miss = number;
  }
}
