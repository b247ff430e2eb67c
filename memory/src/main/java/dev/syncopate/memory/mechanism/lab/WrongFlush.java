package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;

/** A local atomic buffer, wrong on purpose, whose flush counts as done at the first wait. */
final class WrongFlush extends L1Decorator {
  /** Passes completions on, without those of flushes that were said to be done before. */
  static final class Completions implements CompletionListener {
    private final CompletionListener listener;
    private final List<WarpAccess> early = new ArrayList<>();

    Completions(CompletionListener listener) {
      this.listener = listener;
    }

    @Override
    public void performed(LineAccess access) {
      listener.performed(access);
    }

    @Override
    public void stepDone(WarpAccess access) {
      if (!early.remove(access)) {
        listener.stepDone(access);
      }
    }

    @Override
    public void diverted(LineAccess access) {
      listener.diverted(access);
    }
  }

  private final Outcome ended;
  private final Completions completions;

  /**
   * @param completions what the right controller calls
   * @param ended the outcome that is taken for done: AGAIN after the first line, or PENDING while
   *     what was sent is not performed
   */
  WrongFlush(L1Controller right, Completions completions, Outcome ended) {
    super(right);
    this.completions = completions;
    this.ended = ended;
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    Outcome outcome = super.step(step, access);
    if (step != LabStep.FLUSH_LAB || outcome != ended) {
      return outcome;
    }
    if (outcome == Outcome.PENDING) {
      completions.early.add(access);
    }
    return Outcome.DONE;
  }
}
