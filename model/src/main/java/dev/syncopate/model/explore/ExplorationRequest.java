package dev.syncopate.model.explore;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Mutants;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hardware to explore, and limits of the exploration.
 *
 * @param protocol coherence mechanism
 * @param model consistency model, as the hardware takes a program's orders and scopes
 * @param setups ways to put a test on a machine, explored one after the other
 * @param bound states of one setup after which to stop
 * @param reduction whether some orders are left out
 * @param termination asked of every run as well; null for only whether a run can end at all
 */
public record ExplorationRequest(
    Protocol protocol,
    ConsistencyModel model,
    List<MachineSetup> setups,
    long bound,
    Reduction reduction,
    @Nullable TerminationQuestion termination) {

  /** Whether orders with equal effect are left out. */
  public enum Reduction {
    /** None is: every schedule shown is a shortest one. */
    OFF,
    /** Some are: what is found is the same, in fewer states. */
    ON,
    /** As when off; then explores as when on, too, and compares. */
    CHECK
  }

  /** States after which an exploration stops that names no bound. */
  public static final long DEFAULT_BOUND = 10_000_000;

  /**
   * One of everything; room for all, with cold and with warm caches. Locations and CTAs are apart.
   * CTAs of a cluster that reach each other are on one unit, too.
   */
  public static final List<MachineSetup> DEFAULT_SETUPS =
      List.of(
          apart(MachineSize.TINY),
          apart(MachineSize.ROOMY),
          apart(MachineSize.ROOMY).warmed(),
          apart(MachineSize.TINY).with(SetupPlacement.CLUSTERS),
          apart(MachineSize.ROOMY).with(SetupPlacement.CLUSTERS));

  /** The protocol's name, with what stands in front of it. */
  public String protocolName() {
    return protocol.name();
  }

  /** With no order left out. */
  public ExplorationRequest(
      Protocol protocol, ConsistencyModel model, List<MachineSetup> setups, long bound) {
    this(protocol, model, setups, bound, Reduction.OFF, null);
  }

  public ExplorationRequest {
    setups = setups.stream().map(setup -> setup.reduced(reduction == Reduction.ON)).toList();
    if (termination != null && reduction != Reduction.OFF) {
      throw new IllegalArgumentException(
          "whether every run ends is asked with every order: without reduction");
    }
    if (setups.isEmpty()) {
      throw new IllegalArgumentException("no setup is named to explore");
    }
    if (bound < 1) {
      throw new IllegalArgumentException("the bound is " + bound + " states, expected at least 1");
    }
  }

  private static MachineSetup apart(MachineSize size) {
    return new MachineSetup(size, Layout.APART, SetupPlacement.APART);
  }

  /**
   * Those, also with the protocol's variants; and machines of other sizes on which the settings of
   * the protocol's mechanisms differ.
   */
  private static List<MachineSetup> setups(Protocol protocol) {
    List<MachineSetup> setups = new ArrayList<>(DEFAULT_SETUPS);
    for (List<String> variant : protocol.variants()) {
      DEFAULT_SETUPS.forEach(setup -> setups.add(setup.with(variant)));
    }
    if (MachineSize.TABLES.differs(MachineSize.ROOMY, protocol)) {
      setups.add(apart(MachineSize.TABLES));
      setups.add(apart(MachineSize.TABLES).warmed());
    }
    if (MachineSize.LINES.differs(MachineSize.TINY, protocol)) {
      setups.add(apart(MachineSize.LINES));
    }
    return setups;
  }

  /**
   * The default setups and bound.
   *
   * @throws IllegalArgumentException for names that there are not, listing those there are
   */
  public static ExplorationRequest of(String protocol, String model) {
    Protocol named = Protocols.named(protocol);
    return new ExplorationRequest(
        named, ConsistencyModel.named(model), setups(named), DEFAULT_BOUND);
  }

  /**
   * The default bound, and setups that all have the same settings. What stands in front of the
   * protocol has those settings, too, but for a size that the protocol's name gives.
   *
   * @throws IllegalArgumentException for names that there are not, listing those there are
   */
  public static ExplorationRequest on(String protocol, String model, List<MachineSetup> setups) {
    if (setups.stream().map(MachineSetup::settings).distinct().count() > 1) {
      throw new IllegalArgumentException("the setups have different settings");
    }
    Protocol named =
        setups.isEmpty()
            ? Protocols.named(protocol)
            : Protocols.named(protocol, setups.getFirst().config(1, 1, 1, 0));
    return new ExplorationRequest(named, ConsistencyModel.named(model), setups, DEFAULT_BOUND);
  }

  /**
   * With the protocol made wrong.
   *
   * @param mutant the name of one of its seeded mutants
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public ExplorationRequest withMutant(String mutant) {
    Protocol wrong = Mutants.named(protocol.name(), mutant).of(protocol);
    return new ExplorationRequest(wrong, model, setups, bound, reduction, termination);
  }

  /** Whether something that can be wrong with bulk copies, mbarriers or fences is called so. */
  public static boolean isAsyncMutant(String label) {
    return Stream.of(AsyncMutant.values()).anyMatch(mutant -> mutant.label().equals(label));
  }

  /**
   * With something wrong on purpose with bulk copies, mbarriers or proxy fences.
   *
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public ExplorationRequest withAsyncMutant(String label) {
    AsyncMutant mutant = AsyncMutant.named(label);
    return withSetups(setups.stream().map(setup -> setup.with(mutant)).toList());
  }

  /**
   * The same, and every cold setup of one of everything or of room for all also with the other
   * layouts, where lines hold several locations. Setups with clusters on one unit have no others.
   */
  public ExplorationRequest withLayouts() {
    List<MachineSetup> allSetups = new ArrayList<>(setups);
    for (MachineSetup setup : setups) {
      if (!setup.warm()
          && setup.placement() != SetupPlacement.CLUSTERS
          && (setup.size() == MachineSize.TINY || setup.size() == MachineSize.ROOMY)) {
        allSetups.add(setup.with(Layout.PAIRS));
        allSetups.add(setup.with(Layout.TOGETHER));
      }
    }
    return withSetups(allSetups);
  }

  /** With other setups. */
  public ExplorationRequest withSetups(List<MachineSetup> newSetups) {
    return new ExplorationRequest(protocol, model, newSetups, bound, reduction, termination);
  }

  /** With another bound. */
  public ExplorationRequest withBound(long newBound) {
    return new ExplorationRequest(protocol, model, setups, newBound, reduction, termination);
  }

  /** Asked whether every run ends. */
  public ExplorationRequest asking(TerminationQuestion question) {
    return new ExplorationRequest(protocol, model, setups, bound, reduction, question);
  }

  /** With orders left out, or not. */
  public ExplorationRequest with(Reduction newReduction) {
    return new ExplorationRequest(protocol, model, setups, bound, newReduction, termination);
  }
}
