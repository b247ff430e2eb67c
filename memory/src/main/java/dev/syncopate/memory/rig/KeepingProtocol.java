package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.host.HostStep;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageField;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * GPU coherence whose kernels end without writing back, for tests on one GPU: what an L1 has
 * written stays there, its home bank knows, and the host finds it.
 */
public final class KeepingProtocol extends ForwardingProtocol {
  private enum OwnMessage implements MessageType {
    /** L1 to L2: it has written bytes and keeps them. Answered by ACK. */
    OWN;

    @Override
    public String way() {
      return "L1 to L2";
    }

    @Override
    public String description() {
      return "I have written bytes and keep them; answered by ACK";
    }

    @Override
    public Set<MessageField> fields() {
      return Set.of(MessageField.BYTES, MessageField.TAG);
    }
  }

  private final StepTable table;

  /**
   * @param coherence GPU coherence
   * @param found whether the host looks for owned words, as it has to
   */
  public KeepingProtocol(Protocol coherence, boolean found) {
    super(coherence);
    List<StepTable.Row> rows = new ArrayList<>(super.table().describe());
    rows.removeIf(row -> row.agent() != Agent.WARP);
    StepTable.Builder own =
        new StepTable.Builder()
            .kernelBegin(BasicStep.DRAIN, BasicStep.INVALIDATE)
            .kernelEnd(BasicStep.DRAIN, BasicStep.AWAIT_WRITES);
    own = found ? own.host(HostStep.AT_HOME, HostStep.AT_OWNERS) : own.host(HostStep.AT_HOME);
    rows.addAll(own.build().describe());
    table = new StepTable(rows);
  }

  @Override
  public String name() {
    return "keeping";
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    List<MessageType> all = new ArrayList<>(super.messages(machine));
    all.addAll(List.of(OwnMessage.values()));
    return all;
  }

  @Override
  public StepTable table() {
    return table;
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Parts parts = L1Parts.of(config.l1(), environment, listener, counters);
    return new L1Cache(parts, new Registering(parts));
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return new Registry(super.l2(config, environment, counters), environment);
  }

  /** Tells the home bank of each write, and waits for the answer as for one of a write. */
  private static final class Registering extends L1Policy {
    private final L1Parts parts;

    Registering(L1Parts parts) {
      this.parts = parts;
    }

    @Override
    protected void written(LineAccess access) {
      L1Environment environment = parts.environment();
      environment.send(
          environment.home(access.line),
          new MemoryMessage.Builder(OwnMessage.OWN, access.line, environment.node())
              .mask(access.maskLow, access.maskHigh)
              .tag(parts.writes().issue())
              .build());
    }
  }

  /** Knows who wrote a byte last. */
  private static final class Registry extends L2Decorator {
    private final L2Environment environment;
    private final TreeMap<Long, Integer> owners = new TreeMap<>();

    Registry(L2Controller of, L2Environment environment) {
      super(of);
      this.environment = environment;
    }

    @Override
    public Outcome receive(MemoryMessage message) {
      if (message.type != OwnMessage.OWN) {
        return super.receive(message);
      }
      for (int at = 0; at < 128; at++) {
        if (((at < 64 ? message.maskLow : message.maskHigh) >>> at & 1) != 0) {
          owners.put(message.line + at, message.node.number());
        }
      }
      environment.send(message.node, message.answer(LineMessage.ACK));
      return Outcome.DONE;
    }

    @Override
    public int owner(long address) {
      return owners.getOrDefault(address, NOBODY);
    }
  }
}
