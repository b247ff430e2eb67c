package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;

/**
 * A protocol of which every event has to end as the controllers' tables say: for whoever checks
 * protocols. The machine has it only where a launch asks for checks.
 */
public final class CheckedProtocol extends ForwardingProtocol {
  private final Protocol of;

  public CheckedProtocol(Protocol of) {
    super(of);
    this.of = of;
  }

  @Override
  public Protocol at(Node node) {
    Protocol there = of.at(node);
    return there.equals(of) ? this : new CheckedProtocol(there);
  }

  @Override
  public boolean answersAlone(boolean remote) {
    return of.answersAlone(remote);
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return new CheckedL1(super.l1(config, environment, listener, counters));
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return new CheckedL2(super.l2(config, environment, counters));
  }

  private static final class CheckedL1 extends L1Decorator {
    CheckedL1(L1Controller of) {
      super(of);
    }

    @Override
    public Outcome accept(LineAccess access) {
      check();
      Outcome outcome = super.accept(access);
      settle();
      return outcome;
    }

    @Override
    public Outcome step(Step step, WarpAccess access) {
      check();
      Outcome outcome = super.step(step, access);
      settle();
      return outcome;
    }

    @Override
    public void receive(MemoryMessage message) {
      check();
      super.receive(message);
      settle();
    }
  }

  private static final class CheckedL2 extends L2Decorator {
    CheckedL2(L2Controller of) {
      super(of);
    }

    @Override
    public Outcome receive(MemoryMessage message) {
      check();
      Outcome outcome = super.receive(message);
      settle();
      return outcome;
    }

    @Override
    public void filled(int miss) {
      check();
      super.filled(miss);
      settle();
    }
  }
}
