package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of {@link HomeTable} that programs seldom come to: accesses that meet at a home bank. */
class HomeTableTest {
  private static final long A = 0x1000;
  private static final int OWNER = 0;
  private static final int REQUESTER = 1;

  private static final MemoryConfig TWO_GPUS =
      RigConfigs.with(QuietL2Environment.twoGpus(), "mechanisms.brsp.lock=line");

  /** A bank, and what it has sent. */
  private static final class Bank extends QuietL2Environment {
    private record Sent(Node receiver, MemoryMessage message) {}

    private final List<Sent> sent = new ArrayList<>();
    private final boolean memorySide;
    private final L2Controller controller;

    Bank(String protocol, MemoryConfig config, boolean memorySide) {
      super(config);
      this.memorySide = memorySide;
      controller = Protocols.named(protocol).l2(config, this, new L2Counters());
      controller.check();
    }

    @Override
    public Node node() {
      return memorySide ? topology().memoryBanks().getFirst() : super.node();
    }

    @Override
    public void send(Node receiver, MemoryMessage message) {
      sent.add(new Sent(receiver, message));
    }

    void request(AccessKind kind, int tile) {
      MemoryMessage load =
          new MemoryMessage.Builder(LineMessage.LOAD, A, Nodes.tile(tile))
              .mask(LineBytes.rangeLow(0, 4), 0)
              .build();
      receive(new RemoteRequest(load, kind, memorySide));
    }

    private void receive(MemoryMessage message) {
      assertThat(controller.receive(message).stalled()).as("%s is refused", message).isFalse();
      assertThat(controller.checkInvariants()).isEmpty();
    }

    /** Every L1 that was asked answers. */
    List<Integer> answer(MessageType type) {
      List<Sent> requests = List.copyOf(sent);
      sent.clear();
      for (Sent request : requests) {
        boolean bank = request.message().type instanceof SystemMessage;
        receive(new MemoryMessage(bank ? SystemMessage.DONE : type, A, request.receiver()));
      }
      return requests.stream().map(request -> request.receiver().number()).toList();
    }

    void assertHappened(String... pairs) {
      assertThat(controller.transitions())
          .filteredOn(pair -> pair.count() > 0)
          .extracting(pair -> pair.state() + " " + pair.event())
          .contains(pairs);
    }
  }

  @Test
  void whatComesWhileAnAccessIsInProgressWaitsForIt() {
    MemoryConfig oneGpu = RigConfigs.with(RigConfigs.tiny(), "mechanisms.brsp.lock=line");
    for (MemoryConfig config : List.of(oneGpu, TWO_GPUS)) {
      Bank bank = new Bank("brsp", config, false);
      bank.request(AccessKind.LOAD, REQUESTER);
      bank.request(AccessKind.LOAD, OWNER);
      bank.answer(PromotionMessage.FLUSHED);
      bank.request(AccessKind.STORE, REQUESTER);
      bank.assertHappened("IDLE REQUEST", "ASKING REQUEST", "PERFORMING REQUEST");
      assertThat(bank.controller.waiting())
          .contains(
              "REMOTE of line 0x1000 from tile 1 awaits the answers of 0 caches, 2 remote accesses"
                  + " wait behind it");
    }
  }

  @Test
  void theSameHoldsAtTheMemorySide() {
    for (String protocol : List.of("brsp", "srsp", "srsp-opt")) {
      Bank bank = new Bank(protocol, TWO_GPUS, true);
      bank.request(AccessKind.LOAD, REQUESTER);
      bank.request(AccessKind.LOAD, OWNER);
      bank.answer(PromotionMessage.FLUSHED);
      bank.request(AccessKind.LOAD, OWNER);
      bank.answer(PromotionMessage.FLUSHED);
      bank.answer(PromotionMessage.FLUSHED);
      bank.answer(PromotionMessage.FLUSHED);
      bank.request(AccessKind.LOAD, OWNER);
      bank.assertHappened("ASKING REQUEST", "ASKING_BANKS REQUEST", "PERFORMING REQUEST");
      assertThat(bank.fetches).as("the access waits for memory").hasSize(1);
    }
  }

  @Test
  void aHintCountsOnSeveralGpus() {
    Bank bank = new Bank("srsp-opt", TWO_GPUS, false);
    bank.request(AccessKind.LOAD, REQUESTER);
    assertThat(bank.answer(PromotionMessage.FLUSHED)).containsExactly(OWNER, REQUESTER);
    bank.sent.clear();
    bank.receive(
        new MemoryMessage.Builder(LineMessage.FILL, A, bank.node())
            .mask(-1L, -1L)
            .data(0, new byte[128])
            .build());
    bank.sent.clear();
    bank.request(AccessKind.ATOMIC, REQUESTER);
    bank.request(AccessKind.ATOMIC, REQUESTER);
    assertThat(bank.answer(PromotionMessage.FLUSHED)).containsExactly(OWNER, REQUESTER);
    bank.assertHappened("HINTED REQUEST", "HINTED HINT_HOLDS");
  }
}
