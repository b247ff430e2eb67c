package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import org.jspecify.annotations.Nullable;

/** A faulty L2 bank of any protocol: it acknowledges some requests without performing them. */
public final class TamperedL2 extends L2Decorator {
  private final L2Environment environment;
  private final SystemMessage ignored;
  private final boolean byMemorySide;

  /** A line that it should hold: it must not be told to resume. */
  private @Nullable Long notHeld;

  private TamperedL2(
      L2Environment environment,
      L2Controller controller,
      SystemMessage ignored,
      boolean byMemorySide) {
    super(controller);
    this.environment = environment;
    this.ignored = ignored;
    this.byMemorySide = byMemorySide;
  }

  /**
   * A protocol on several GPUs whose L2s do so; those of the memory side are right.
   *
   * @param ignored what they do not do
   * @param byMemorySide whether only what the memory side asks is ignored; else only the rest
   */
  public static Protocol under(Protocol right, SystemMessage ignored, boolean byMemorySide) {
    return new ForwardingProtocol(right) {
      @Override
      public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
        L2Controller l2 = super.l2(config, environment, counters);
        return environment.node().isMemorySide()
            ? l2
            : new TamperedL2(environment, l2, ignored, byMemorySide);
      }
    };
  }

  private boolean ignores(MemoryMessage message) {
    return message.type == ignored && message.node.isMemorySide() == byMemorySide;
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    if (message.type == SystemMessage.RESUME
        && notHeld != null
        && notHeld.longValue() == message.line) {
      notHeld = null;
      return ControllerOutcome.DONE;
    }
    if (!ignores(message)) {
      return super.receive(message);
    }
    if (message.type == SystemMessage.HOLD) {
      notHeld = message.line;
    }
    environment.send(message.node, message.answer(SystemMessage.DONE));
    return ControllerOutcome.DONE;
  }
}
