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
import org.jspecify.annotations.Nullable;

/**
 * A protocol of which every event has to end as the controllers' tables say, and leave every word
 * one owner: for whoever checks protocols. The machine checks the same where a launch asks for it.
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
    if (!of.holds()) {
      return new CheckedL1(
          super.l1(config, environment, listener, counters), declared(config), null, environment);
    }
    WatchedL1Environment watched = new WatchedL1Environment(environment);
    L1Controller l1 = super.l1(config, watched, listener, counters);
    return new CheckedL1(l1, declared(config), watched.watch(l1), environment);
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    if (!of.holds()) {
      return new CheckedL2(
          super.l2(config, environment, counters), declared(config), null, environment);
    }
    WatchedL2Environment watched = new WatchedL2Environment(environment);
    L2Controller l2 = super.l2(config, watched, counters);
    return new CheckedL2(l2, declared(config), watched.watch(l2), environment);
  }

  private DeclaredMessages declared(MemoryConfig config) {
    return new DeclaredMessages(name(), of.messages(config));
  }

  private static final class CheckedL1 extends L1Decorator {
    private final DeclaredMessages declared;

    /** Null where nobody owns words. */
    private final @Nullable Conservation words;

    private final L1Environment environment;

    CheckedL1(
        L1Controller of,
        DeclaredMessages declared,
        @Nullable Conservation words,
        L1Environment environment) {
      super(of);
      this.declared = declared;
      this.words = words;
      this.environment = environment;
    }

    /** An event begins. */
    private void begin() {
      check();
      if (words != null) {
        words.begin();
      }
    }

    /** It takes a message. */
    private void takes(MemoryMessage message) {
      if (words != null) {
        words.taken(message);
      }
    }

    /** It is over. */
    private void end() {
      settle();
      if (words != null) {
        words.end(environment.time(), "L1 of " + environment.node());
      }
    }

    @Override
    public Outcome accept(LineAccess access) {
      begin();
      Outcome outcome = super.accept(access);
      end();
      return outcome;
    }

    @Override
    public Outcome step(Step step, WarpAccess access) {
      begin();
      Outcome outcome = super.step(step, access);
      end();
      return outcome;
    }

    @Override
    public void receive(MemoryMessage message) {
      declared.check(message);
      begin();
      takes(message);
      super.receive(message);
      end();
    }
  }

  private static final class CheckedL2 extends L2Decorator {
    private final DeclaredMessages declared;

    /** Null where nobody owns words. */
    private final @Nullable Conservation words;

    private final L2Environment environment;

    CheckedL2(
        L2Controller of,
        DeclaredMessages declared,
        @Nullable Conservation words,
        L2Environment environment) {
      super(of);
      this.declared = declared;
      this.words = words;
      this.environment = environment;
    }

    /** An event begins. */
    private void begin() {
      check();
      if (words != null) {
        words.begin();
      }
    }

    /** It has taken a message. */
    private void takes(MemoryMessage message) {
      if (words != null) {
        words.taken(message);
      }
    }

    /** It is over. */
    private void end() {
      settle();
      if (words != null) {
        words.end(environment.time(), environment.node().toString());
      }
    }

    @Override
    public Outcome receive(MemoryMessage message) {
      declared.check(message);
      begin();
      Outcome outcome = super.receive(message);
      if (!outcome.stalled()) {
        takes(message);
      }
      end();
      return outcome;
    }

    @Override
    public void filled(int miss) {
      begin();
      super.filled(miss);
      end();
    }
  }
}
