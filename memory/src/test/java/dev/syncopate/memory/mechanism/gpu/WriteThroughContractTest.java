package dev.syncopate.memory.mechanism.gpu;

import static dev.syncopate.memory.kit.LineState.CLEAN;
import static dev.syncopate.memory.kit.LineState.INVALID;
import static dev.syncopate.memory.kit.l1.L1Event.STORE;
import static dev.syncopate.memory.kit.l1.L1Table.WRITE;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Set;

/**
 * The example of docs/develop/adding-a-protocol.md: an L1 that writes stores through is two rows of
 * the kit's table and one action, and passes the contract of protocols without another change.
 */
class WriteThroughContractTest extends ProtocolContract {
  private static final Action<L1Lines, Object> SEND =
      new Action<>(
          "send the dirty bytes",
          (lines, line, residentFrame, store) -> {
            int frame = lines.find(line);
            L1Table.SEND_DIRTY.body().perform(lines, line, frame, store);
            lines.array.clean(frame);
          });

  // spotless:off
  private static final StateTable<LineState, L1Event, L1Lines, Object> LINES =
      L1Table.PLAIN.but()
          .on(INVALID, STORE).to(CLEAN).does(WRITE, SEND)
          .on(CLEAN, STORE)  .to(CLEAN).does(WRITE, SEND)
          .build();
  // spotless:on

  private static final class WriteThrough extends ForwardingProtocol {
    WriteThrough() {
      super(new GpuProtocol());
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      return new L1Cache(
          L1Parts.of(config.l1(), environment, listener, counters, LINES, MissStateTable.ATOMICS),
          L1Policy.NONE);
    }
  }

  @Override
  protected Protocol protocol() {
    return new WriteThrough();
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  /** A flag of a CTA's scope is written through as well. */
  @Override
  protected Set<String> seenAcrossTiles() {
    return Set.of("0", "1");
  }
}
