package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An L1 of any promoting protocol with a fault in how it talks to home banks. */
public final class TamperedL1 implements L1Controller {
  /** What is wrong. */
  public enum Fault {
    /** Resumes a line as soon as it was asked for something that it has to hold it for. */
    NO_HOLD,
    /** Says that a flush is done before its writes are acknowledged. */
    ANSWER_EARLY
  }

  private final Fault fault;
  private final L1Environment outside;
  private final L1Controller of;

  /**
   * @param make makes the right L1
   */
  public TamperedL1(
      Fault fault, L1Environment outside, Function<L1Environment, L1Controller> make) {
    this.fault = fault;
    this.outside = outside;
    of = make.apply(new Inside(fault, outside));
  }

  @Override
  public void receive(MemoryMessage message) {
    PromotionMessage type = message.type instanceof PromotionMessage own ? own : null;
    long line = message.line;
    int tile = message.tile;
    if (type != null && type.flush != PromotionMessage.Flush.NONE && fault == Fault.ANSWER_EARLY) {
      outside.send(new MemoryMessage(PromotionMessage.FLUSHED, line, tile));
    }
    of.receive(message);
    if (type != null && type.flush != PromotionMessage.Flush.NONE && fault == Fault.NO_HOLD) {
      of.receive(new MemoryMessage(PromotionMessage.RESUME, line, tile));
    }
  }

  @Override
  public @Nullable CachedCopy copy(long address, int bytes) {
    return of.copy(address, bytes);
  }

  @Override
  public Outcome accept(LineAccess access) {
    return of.accept(access);
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    return of.step(step, access);
  }

  @Override
  public int cycles(Step step) {
    return of.cycles(step);
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

  private record Inside(Fault fault, L1Environment outside) implements L1Environment {
    @Override
    public void send(MemoryMessage message) {
      boolean answer =
          message.type == PromotionMessage.FLUSHED || message.type == PromotionMessage.NOT_FOUND;
      if (!answer || fault != Fault.ANSWER_EARLY) {
        outside.send(message);
      }
    }

    @Override
    public int banks() {
      return outside.banks();
    }

    @Override
    public void performed(LineAccess access) {
      outside.performed(access);
    }

    @Override
    public void stepDone(WarpAccess access) {
      outside.stepDone(access);
    }

    @Override
    public void diverted(LineAccess access) {
      outside.diverted(access);
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
