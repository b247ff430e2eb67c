package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An L2 bank of any protocol that answers some of what it is told without doing it. */
final class TamperedL2 implements L2Controller {
  private final L2Environment environment;
  private final L2Controller of;
  private final SystemMessage ignored;
  private final boolean promotion;

  /** A line that it should hold: it must not be told to resume. */
  private @Nullable Long notHeld;

  /**
   * @param ignored what it does not do
   * @param promotion whether only what is asked for a promotion is ignored; else only the rest
   */
  TamperedL2(L2Environment environment, L2Controller of, SystemMessage ignored, boolean promotion) {
    this.environment = environment;
    this.of = of;
    this.ignored = ignored;
    this.promotion = promotion;
  }

  private boolean ignores(MemoryMessage message) {
    return message.type == ignored && message.tile < 0 == promotion;
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    if (message.type == SystemMessage.RESUME
        && notHeld != null
        && notHeld.longValue() == message.line) {
      notHeld = null;
      return Outcome.DONE;
    }
    if (!ignores(message)) {
      return of.receive(message);
    }
    if (message.type == SystemMessage.HOLD) {
      notHeld = message.line;
    }
    message.type = SystemMessage.DONE;
    if (message.tile >= 0) {
      environment.reply(message);
    } else {
      environment.toMemorySide(message);
    }
    return Outcome.DONE;
  }

  @Override
  public void filled(int miss) {
    of.filled(miss);
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return of.transitions();
  }

  @Override
  public boolean idle() {
    return of.idle();
  }

  @Override
  public void renumber() {
    of.renumber();
  }

  @Override
  public List<String> violations() {
    return of.violations();
  }

  @Override
  public List<String> waiting() {
    return of.waiting();
  }

  @Override
  public void hostRead(long address, byte[] into, int at, int bytes) {
    of.hostRead(address, into, at, bytes);
  }

  @Override
  public void hostWrite(long address, byte[] from, int at, int bytes) {
    of.hostWrite(address, from, at, bytes);
  }
}
