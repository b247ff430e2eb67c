package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Another protocol, of which a subclass changes something. */
public abstract class ForwardingProtocol implements Protocol {
  private final Protocol of;

  protected ForwardingProtocol(Protocol of) {
    this.of = of;
  }

  /** The protocol below all that changes or counts something of it. */
  public static Protocol below(Protocol protocol) {
    Protocol at = protocol;
    while (at instanceof ForwardingProtocol forwarding) {
      at = forwarding.of;
    }
    return at;
  }

  @Override
  public String name() {
    return of.name();
  }

  @Override
  public String summary() {
    return of.summary();
  }

  @Override
  public StepTable table() {
    return of.table();
  }

  @Override
  public StepTable systemTable() {
    return of.systemTable();
  }

  /** What is changed is that protocol alone, not another that some agents have beside it. */
  @Override
  public Protocol at(Node node) {
    Protocol there = of.at(node);
    return there.equals(of) ? this : there;
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    return of.refusal(operation);
  }

  @Override
  public @Nullable String refusal(MemoryConfig machine) {
    return of.refusal(machine);
  }

  @Override
  public boolean sends(Node from, Node to) {
    return of.sends(from, to);
  }

  @Override
  public boolean givesUpAtKernelEnd() {
    return of.givesUpAtKernelEnd();
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    return of.messages(machine);
  }

  @Override
  public boolean holds() {
    return of.holds();
  }

  @Override
  public List<Passage> passages(MemoryConfig config) {
    return of.passages(config);
  }

  @Override
  public List<List<String>> variants() {
    return of.variants();
  }

  @Override
  public List<String> settings() {
    return of.settings();
  }

  @Override
  public List<Structure> structures(MemoryConfig machine) {
    return of.structures(machine);
  }

  @Override
  public List<Mutant> mutants() {
    return of.mutants();
  }

  @Override
  public List<RefuterFile> refuters() {
    return of.refuters();
  }

  @Override
  public List<Promise> promises() {
    return of.promises();
  }

  @Override
  public List<Unreached> unreached() {
    return of.unreached();
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return of.l1(config, environment, listener, counters);
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return of.l2(config, environment, counters);
  }
}
