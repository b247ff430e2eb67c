package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Delegates to another protocol; a subclass overrides part of it. */
public abstract class ForwardingProtocol implements Protocol {
  private final Protocol inner;

  protected ForwardingProtocol(Protocol inner) {
    this.inner = inner;
  }

  /** The protocol below all that changes or counts something of it. */
  public static Protocol below(Protocol protocol) {
    Protocol current = protocol;
    while (current instanceof ForwardingProtocol forwarding) {
      current = forwarding.inner;
    }
    return current;
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public String summary() {
    return inner.summary();
  }

  @Override
  public StepTable table() {
    return inner.table();
  }

  @Override
  public StepTable systemTable() {
    return inner.systemTable();
  }

  /** Only that protocol is changed, not one that other agents of the machine run. */
  @Override
  public Protocol at(Node node) {
    Protocol nodeProtocol = inner.at(node);
    return nodeProtocol.equals(inner) ? this : nodeProtocol;
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    return inner.refusal(operation);
  }

  @Override
  public @Nullable String refusal(MemoryConfig machine) {
    return inner.refusal(machine);
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    return inner.sends(sender, receiver);
  }

  @Override
  public boolean givesUpAtKernelEnd() {
    return inner.givesUpAtKernelEnd();
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    return inner.messages(machine);
  }

  @Override
  public boolean holds() {
    return inner.holds();
  }

  @Override
  public List<DescriptionSection> passages(MemoryConfig config) {
    return inner.passages(config);
  }

  @Override
  public List<List<String>> variants() {
    return inner.variants();
  }

  @Override
  public List<String> settings() {
    return inner.settings();
  }

  @Override
  public List<Structure> structures(MemoryConfig machine) {
    return inner.structures(machine);
  }

  @Override
  public List<Mutant> mutants() {
    return inner.mutants();
  }

  @Override
  public List<RefuterFile> refuters() {
    return inner.refuters();
  }

  @Override
  public List<Promise> promises() {
    return inner.promises();
  }

  @Override
  public List<UnreachedRows> unreached() {
    return inner.unreached();
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return inner.l1(config, environment, listener, counters);
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return inner.l2(config, environment, counters);
  }
}
