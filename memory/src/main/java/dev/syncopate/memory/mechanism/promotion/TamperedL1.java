package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.Function;

/** An L1 of any promoting protocol with a fault in how it talks to home banks. */
public final class TamperedL1 extends L1Decorator {
  /** What is wrong. */
  public enum Fault {
    /** Resumes a line as soon as it was asked for something that it has to hold it for. */
    NO_HOLD,
    /** Says that a flush is done before its writes are acknowledged. */
    ANSWER_EARLY
  }

  private final Fault fault;
  private final L1Environment outside;

  /**
   * @param make makes the right L1
   */
  public TamperedL1(
      Fault fault, L1Environment outside, Function<L1Environment, L1Controller> make) {
    super(make.apply(new Inside(fault, outside)));
    this.fault = fault;
    this.outside = outside;
  }

  @Override
  public void receive(MemoryMessage message) {
    PromotionMessage type = message.type instanceof PromotionMessage own ? own : null;
    long line = message.line;
    if (type != null && type.flush != PromotionMessage.Flush.NONE && fault == Fault.ANSWER_EARLY) {
      outside.send(
          outside.home(line), new MemoryMessage(PromotionMessage.FLUSHED, line, message.node));
    }
    super.receive(message);
    if (type != null && type.flush != PromotionMessage.Flush.NONE && fault == Fault.NO_HOLD) {
      super.receive(new MemoryMessage(PromotionMessage.RESUME, line, message.node));
    }
  }

  private record Inside(Fault fault, L1Environment outside) implements L1Environment {
    @Override
    public void send(Node to, MemoryMessage message) {
      boolean answer =
          message.type == PromotionMessage.FLUSHED || message.type == PromotionMessage.NOT_FOUND;
      if (!answer || fault != Fault.ANSWER_EARLY) {
        outside.send(to, message);
      }
    }

    @Override
    public Node node() {
      return outside.node();
    }

    @Override
    public Topology topology() {
      return outside.topology();
    }

    @Override
    public void occupy(int cycles) {
      outside.occupy(cycles);
    }

    @Override
    public void wordChanged() {
      outside.wordChanged();
    }

    @Override
    public long time() {
      return outside.time();
    }
  }
}
