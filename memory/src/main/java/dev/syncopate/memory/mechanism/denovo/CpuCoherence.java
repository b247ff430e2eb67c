package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.denovo.owner.DenovoL2;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerTable;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.HostStep;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A GPU's protocol on a machine with CPUs, which always keep DeNovo's (heterosync §IV-C). In front
 * of each bank of the GPU's protocol is DeNovo's: it knows what words CPUs own, and takes them back
 * when compute units want them. What CPUs want is at the bank, where units have written it through.
 */
public final class CpuCoherence extends ForwardingProtocol {
  private static final DenovoProtocol CPU = new DenovoProtocol();

  private final Protocol gpu;
  private final Predicate<Node> cpu;
  private final StepTable table;
  private final StepTable systemTable;

  private CpuCoherence(Protocol gpu, Predicate<Node> cpu) {
    super(gpu);
    this.gpu = gpu;
    this.cpu = cpu;
    table = withOwners(gpu.table());
    systemTable = withOwners(gpu.systemTable());
  }

  /**
   * A GPU's protocol on a machine with CPUs. DeNovo itself is unchanged, also when a decorator
   * counts or changes its events.
   *
   * @param cpu which nodes other than banks are CPUs
   */
  public static Protocol beside(Protocol gpu, Predicate<Node> cpu) {
    return below(gpu) instanceof DenovoProtocol ? gpu : new CpuCoherence(gpu, cpu);
  }

  /** The host looks for what CPUs own, too. */
  private static StepTable withOwners(StepTable table) {
    List<StepTable.Row> rows = new ArrayList<>(table.describe());
    rows.removeIf(row -> row.agent() == Agent.HOST_READ || row.agent() == Agent.HOST_WRITE);
    List<HostStep> steps = new ArrayList<>();
    for (Step step : Objects.requireNonNull(table.row(Agent.HOST_READ, Order.WEAK)).steps()) {
      steps.add((HostStep) step);
    }
    if (!steps.contains(HostStep.AT_OWNERS)) {
      steps.add(HostStep.AT_OWNERS);
    }
    StepTable host = new StepTable.Builder().host(steps.toArray(HostStep[]::new)).build();
    rows.addAll(host.describe());
    return new StepTable(rows);
  }

  @Override
  public StepTable table() {
    return table;
  }

  @Override
  public StepTable systemTable() {
    return systemTable;
  }

  @Override
  public Protocol at(Node node) {
    return !node.isBank() && cpu.test(node) ? CPU : this;
  }

  @Override
  public boolean holds() {
    return true;
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    boolean fromCpu = at(sender).equals(CPU);
    boolean toCpu = at(receiver).equals(CPU);
    if (!fromCpu && !toCpu) {
      return gpu.sends(sender, receiver);
    }
    return (fromCpu && toCpu) || sender.isBank() || receiver.isBank();
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    Set<MessageType> messageTypes = new LinkedHashSet<>(gpu.messages(machine));
    messageTypes.addAll(CPU.messages(machine));
    return List.copyOf(messageTypes);
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return DenovoL2.before(
        config, environment, counters, OwnerTable.TABLE, inner -> gpu.l2(config, inner, counters));
  }
}
