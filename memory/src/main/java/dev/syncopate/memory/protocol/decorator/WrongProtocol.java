package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import java.util.function.UnaryOperator;

/**
 * Protocols that are wrong on purpose: a right one with an edited step table, or with a decorator
 * around each L1. What is wrong with it is unknown to exploration, which leaves out no order.
 */
public final class WrongProtocol {
  private WrongProtocol() {}

  /** Makes a wrong L1 from a right protocol's parts. */
  @FunctionalInterface
  public interface L1Maker {
    /** As {@link Protocol#l1} of the right protocol. */
    L1Controller l1(
        Protocol right,
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters);
  }

  /** A protocol with both step tables edited. */
  public static Protocol steps(Protocol right, UnaryOperator<StepTable> edit) {
    StepTable table = edit.apply(right.table());
    StepTable systemTable = edit.apply(right.systemTable());
    return new ForwardingProtocol(right) {
      @Override
      public StepTable table() {
        return table;
      }

      @Override
      public StepTable systemTable() {
        return systemTable;
      }
    };
  }

  /** A protocol with other L1s. */
  public static Protocol l1(Protocol right, L1Maker maker) {
    return new ForwardingProtocol(right) {
      @Override
      public L1Controller l1(
          MemoryConfig config,
          L1Environment environment,
          CompletionListener listener,
          L1Counters counters) {
        return maker.l1(right, config, environment, listener, counters);
      }
    };
  }
}
