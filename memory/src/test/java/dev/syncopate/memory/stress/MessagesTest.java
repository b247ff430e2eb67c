package dev.syncopate.memory.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.system.Protocols;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What protocols say of their messages, that is printed, is what they send. */
class MessagesTest {
  static List<Protocol> protocols() {
    return Protocols.all();
  }

  /** Notes what messages come, and what they carry. */
  private static final class Listening extends ForwardingProtocol {
    final Set<String> listed = new LinkedHashSet<>();
    final Set<String> observed = new LinkedHashSet<>();

    Listening(Protocol inner) {
      super(inner);
    }

    private static String name(MessageType type) {
      return type.getClass().getSimpleName() + " " + type.name();
    }

    private void note(MemoryMessage message) {
      observed.add(name(message.type));
      for (MessageField field : MessageField.values()) {
        if (field.isIn(message)) {
          observed.add(name(message.type) + " " + field);
        }
      }
    }

    private void list(MemoryConfig config) {
      for (MessageType type : messages(config)) {
        listed.add(name(type));
        type.fields().forEach(field -> listed.add(name(type) + " " + field));
      }
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      list(config);
      return new L1Decorator(super.l1(config, environment, listener, counters)) {
        @Override
        public void receive(MemoryMessage message) {
          note(message);
          super.receive(message);
        }
      };
    }

    @Override
    public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
      return new L2Decorator(super.l2(config, environment, counters)) {
        @Override
        public ControllerOutcome receive(MemoryMessage message) {
          note(message);
          return super.receive(message);
        }
      };
    }
  }

  /** Every message that is listed is sent, with every field that it is said to have. */
  @ParameterizedTest
  @MethodSource("protocols")
  void nothingIsListedThatIsNotSent(Protocol protocol) {
    Listening listening = new Listening(protocol);
    List<StressMachine> machines = StressMachine.of(protocol);
    StressCampaign campaign = new StressCampaign(listening, ConsistencyModel.HRF, machines, 77);
    for (int i = 0; i < 3 * machines.size(); i++) {
      assertThat(campaign.next()).isEmpty();
    }
    assertThat(listening.observed).containsAll(listening.listed);
  }

  private static Protocol saying(List<MessageType> messages) {
    return new ForwardingProtocol(Protocols.named("gpu")) {
      @Override
      public List<MessageType> messages(MemoryConfig machine) {
        return messages;
      }
    };
  }

  private static void play(Protocol protocol) {
    StressCampaign campaign =
        new StressCampaign(
            protocol, ConsistencyModel.HRF, List.of(StressMachine.of(StressSize.LOOSE_TINY)), 1);
    campaign
        .next()
        .ifPresent(failure -> {
          throw new AssertionError(failure.toString());
        });
  }

  @Test
  void aMessageThatIsNotListedIsAnError() {
    List<MessageType> messageTypes = new ArrayList<>(List.of(LineMessage.values()));
    messageTypes.remove(LineMessage.ACK);
    assertThatThrownBy(() -> play(saying(messageTypes)))
        .hasStackTraceContaining("protocol gpu does not list messages ACK");
  }
}
