package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
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
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;

/**
 * A protocol decorator that checks each event: it ends in a state that the controllers' tables list
 * and leaves every word one owner. The protocol checkers use it; the machine checks the same where
 * a launch asks for it.
 */
public final class CheckedProtocol extends ForwardingProtocol {
  private final Protocol inner;

  public CheckedProtocol(Protocol inner) {
    super(inner);
    this.inner = inner;
  }

  @Override
  public Protocol at(Node node) {
    Protocol nodeProtocol = inner.at(node);
    return nodeProtocol.equals(inner) ? this : new CheckedProtocol(nodeProtocol);
  }

  @Override
  public boolean answersAlone(boolean remote) {
    return inner.answersAlone(remote);
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    WatchedL1Environment watched = new WatchedL1Environment(environment);
    L1Controller l1 = super.l1(config, watched, listener, counters);
    return new CheckedL1(l1, watched.watch(EventChecks.of(l1, inner, config, environment)));
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    WatchedL2Environment watched = new WatchedL2Environment(environment);
    L2Controller l2 = super.l2(config, watched, counters);
    return new CheckedL2(l2, watched.watch(EventChecks.of(l2, inner, config, environment)));
  }

  private static final class CheckedL1 extends L1Decorator {
    private final EventChecks checks;

    CheckedL1(L1Controller inner, EventChecks checks) {
      super(inner);
      this.checks = checks;
    }

    @Override
    public ControllerOutcome accept(LineAccess access) {
      checks.begin();
      ControllerOutcome outcome = super.accept(access);
      checks.end();
      return outcome;
    }

    @Override
    public ControllerOutcome step(Step step, WarpAccess access) {
      checks.begin();
      ControllerOutcome outcome = super.step(step, access);
      checks.end();
      return outcome;
    }

    @Override
    public void receive(MemoryMessage message) {
      checks.begin(message);
      checks.taken(message);
      super.receive(message);
      checks.end();
    }
  }

  private static final class CheckedL2 extends L2Decorator {
    private final EventChecks checks;

    CheckedL2(L2Controller inner, EventChecks checks) {
      super(inner);
      this.checks = checks;
    }

    @Override
    public ControllerOutcome receive(MemoryMessage message) {
      checks.begin(message);
      ControllerOutcome outcome = super.receive(message);
      if (!outcome.stalled()) {
        checks.taken(message);
      }
      checks.end();
      return outcome;
    }

    @Override
    public void filled(int miss) {
      checks.begin();
      super.filled(miss);
      checks.end();
    }
  }
}
