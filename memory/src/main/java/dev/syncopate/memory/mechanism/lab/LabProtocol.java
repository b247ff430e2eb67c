package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Promise;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.protocol.decorator.BufferedUpdates;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decorator of a protocol: adds a local atomic buffer in front of each compute unit's L1 (lab
 * §III).
 */
public final class LabProtocol extends ForwardingProtocol {
  private static final String NOT_COMBINED = "not an update that the LAB combines";
  private static final Ordering UPDATE =
      new Ordering(AccessKind.ATOMIC, Order.RELAXED, Scope.GPU, false, true);

  private final Protocol inner;
  private final LabSettings lab;
  private final StateTable<LabState, LabEvent, LabLines, LineAccess> keeping;
  private final StepTable table;
  private final StepTable systemTable;

  /** How the L1 behind performs what leaves the buffer, on one GPU and on several. */
  private final Step[] update;

  private final Step[] systemUpdate;

  /**
   * @param inner the protocol behind
   * @param lab the buffer, with at least one entry
   * @throws IllegalArgumentException when that has no commutative atomics that one step performs
   */
  public LabProtocol(Protocol inner, LabSettings lab) {
    this(inner, lab, LabTable.KEEPING);
  }

  /**
   * @param keeping the table of a buffer that keeps lines
   */
  LabProtocol(
      Protocol inner,
      LabSettings lab,
      StateTable<LabState, LabEvent, LabLines, LineAccess> keeping) {
    super(inner);
    this.keeping = keeping;
    this.inner = inner;
    this.lab = lab;
    boolean timed = lab.flushAtKernelEnd() == LabSettings.KernelEnd.TIMED;
    BufferedUpdates buffered =
        new BufferedUpdates(LabStep.UPDATE_LAB, NOT_COMBINED, LabStep.FLUSH_LAB, timed);
    table = buffered.in(inner.table());
    systemTable = buffered.in(inner.systemTable());
    update = update(inner.table());
    systemUpdate = update(inner.systemTable());
  }

  private Step[] update(StepTable innerTable) {
    StepTable.Row row = innerTable.row(UPDATE);
    if (row == null
        || row.steps().size() != 1
        || row.steps().getFirst().place() != Step.Place.LINES) {
      throw new IllegalArgumentException(
          "protocol %s does not perform %s in one step for each line, as a LAB needs"
              .formatted(inner.name(), UPDATE));
    }
    return row.steps().toArray(Step[]::new);
  }

  /** For example {@code gpu+lab64}. */
  @Override
  public String name() {
    return inner.name() + "+lab" + (lab.unlimited() ? "-unlimited" : lab.entries());
  }

  @Override
  public String summary() {
    return inner.summary() + "; commutative atomics are combined in a buffer of each compute unit";
  }

  @Override
  public StepTable table() {
    return table;
  }

  @Override
  public StepTable systemTable() {
    return systemTable;
  }

  /** CPUs have no buffer. */
  @Override
  public Protocol at(Node node) {
    return node.kind() == Node.Kind.CPU ? inner.at(node) : super.at(node);
  }

  @Override
  public @Nullable String refusal(MemoryConfig machine) {
    if (lab.flushAtKernelEnd() == LabSettings.KernelEnd.FREE && machine.cpu().cores() > 0) {
      return "mechanisms.lab.flushAtKernelEnd = free leaves updates where a CPU does not see them;"
          + " this machine has cpu.cores = "
          + machine.cpu().cores();
    }
    return super.refusal(machine);
  }

  @Override
  public boolean givesUpAtKernelEnd() {
    return lab.flushAtKernelEnd() == LabSettings.KernelEnd.FREE || super.givesUpAtKernelEnd();
  }

  /**
   * Storage in addition to the L1's SRAM that the buffer occupies: the tag and the function of each
   * line (lab §V-G).
   */
  @Override
  public List<Structure> structures(MemoryConfig machine) {
    List<Structure> structures = new ArrayList<>(super.structures(machine));
    if (!lab.unlimited()) {
      int line = machine.l1().line();
      int ways = Math.min(lab.entries(), lab.ways());
      int tag = Structure.lineBits(line) - Structure.bitsOf(lab.entries() / ways);
      structures.add(new Structure("LAB data", Place.L1, lab.entries(), 8L * line, "a line"));
      structures.add(
          new Structure(
              "LAB tags",
              Place.L1,
              lab.entries(),
              tag + Structure.bitsOf(ways) + line / WordMask.BYTES,
              "tag, age in its set, which words are held"));
      structures.add(
          new Structure(
              "LAB kinds",
              Place.L1,
              lab.entries(),
              Structure.bitsOf(UpdateKind.values().length),
              "kind of update"));
    }
    return structures;
  }

  /** What leaves a buffer is asked and answered like any atomic. */
  @Override
  public boolean answersAlone(boolean remote) {
    return inner.answersAlone(remote);
  }

  /** What does not happen behind the buffer does not happen without it. */
  @Override
  public List<UnreachedRows> unreached() {
    return Stream.concat(
            super.unreached().stream(),
            Stream.of(
                UnreachedRows.elsewhere(
                    "random programs use no result of a commutative atomic: LabL1Test, the"
                        + " library's comm-result",
                    "L1 BUFFERED BYPASS",
                    "L1 UNBUFFERED BYPASS")))
        .toList();
  }

  /** Where scopes count; where all is sequentially consistent the buffer stays empty. */
  @Override
  public List<Promise> promises() {
    return Stream.concat(
            Stream.of(new Promise("hrf", "hrf-comm")),
            super.promises().stream().filter(promise -> promise.hardware().equals("drf0")))
        .toList();
  }

  @Override
  public List<Mutant> mutants() {
    return Stream.of(LabMutant.values())
        .filter(mutant -> mutant.isWrongBefore(inner))
        .<Mutant>map(mutant -> mutant)
        .toList();
  }

  /** The protocol behind. */
  Protocol behind() {
    return inner;
  }

  /** The buffer. */
  LabSettings lab() {
    return lab;
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    EvictedUpdates evicted = new EvictedUpdates(listener);
    L1Controller innerL1 = super.l1(config, environment, evicted, counters);
    LabCounters labCounters = new LabCounters();
    LabLines lines =
        new LabLines(
            lab,
            config.l1().line(),
            innerL1,
            environment,
            listener,
            evicted,
            labCounters,
            config.severalGpus() ? systemUpdate : update);
    boolean keeps = lab.reuse() == LabSettings.Reuse.ON;
    StateMachine<LabState, LabEvent, LabLines, LineAccess> machine =
        new StateMachine<>(
            keeps ? keeping : LabTable.PASSING,
            lines,
            "LAB of " + environment.node(),
            environment.clock());
    return new LabL1(innerL1, lines, machine, labCounters, evicted, keeps);
  }
}
