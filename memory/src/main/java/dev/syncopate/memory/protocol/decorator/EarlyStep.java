package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;

/** An L1, wrong on purpose, one of whose steps counts as done before it is. */
public final class EarlyStep extends L1Decorator {
  /** Passes completions on, without those of steps that were said to be done before. */
  private static final class Completions implements CompletionListener {
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

  private final Step early;
  private final ControllerOutcome ended;
  private final Completions completions;

  private EarlyStep(
      L1Controller right, Completions completions, Step early, ControllerOutcome ended) {
    super(right);
    this.completions = completions;
    this.early = early;
    this.ended = ended;
  }

  /**
   * A protocol whose L1s are so.
   *
   * @param step which step
   * @param ended the outcome that is taken for done: AGAIN, or PENDING
   */
  public static Protocol in(Protocol right, Step step, ControllerOutcome ended) {
    return WrongProtocol.l1(
        right,
        (protocol, config, environment, listener, counters) -> {
          Completions completions = new Completions(listener);
          L1Controller l1 = protocol.l1(config, environment, completions, counters);
          return new EarlyStep(l1, completions, step, ended);
        });
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    ControllerOutcome outcome = super.step(step, access);
    if (!step.equals(early) || outcome != ended) {
      return outcome;
    }
    if (outcome == ControllerOutcome.PENDING) {
      completions.early.add(access);
    }
    return ControllerOutcome.DONE;
  }
}
