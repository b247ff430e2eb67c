package dev.syncopate.model.explore;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Mutants;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.Placement;
import dev.syncopate.model.explore.machine.setup.Setup;
import dev.syncopate.model.explore.machine.setup.Size;
import java.util.ArrayList;
import java.util.List;

/**
 * On which hardware to explore, and how much of it.
 *
 * @param protocol coherence mechanism
 * @param model consistency model, as the hardware takes a program's orders and scopes
 * @param setups ways to put a test on a machine, explored one after the other
 * @param bound states of one setup after which to stop
 * @param reduction whether some orders are left out
 */
public record Request(
    Protocol protocol,
    ConsistencyModel model,
    List<Setup> setups,
    long bound,
    Reduction reduction) {

  /** Whether of orders that have the same effect some are left out. */
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
   */
  public static final List<Setup> DEFAULT_SETUPS =
      List.of(apart(Size.TINY), apart(Size.ROOMY), apart(Size.ROOMY).warmed());

  /** The protocol's name, with what stands in front of it. */
  public String protocolName() {
    return protocol.name();
  }

  /** With no order left out. */
  public Request(Protocol protocol, ConsistencyModel model, List<Setup> setups, long bound) {
    this(protocol, model, setups, bound, Reduction.OFF);
  }

  public Request {
    setups = setups.stream().map(setup -> setup.reduced(reduction == Reduction.ON)).toList();
    if (setups.isEmpty()) {
      throw new IllegalArgumentException("no setup is named to explore");
    }
    if (bound < 1) {
      throw new IllegalArgumentException("the bound is " + bound + " states, expected at least 1");
    }
  }

  private static Setup apart(Size size) {
    return new Setup(size, Layout.APART, Placement.APART);
  }

  /**
   * Those, also with the protocol's variants; and machines of other sizes on which the settings of
   * the protocol's mechanisms differ.
   */
  private static List<Setup> setups(Protocol protocol) {
    List<Setup> setups = new ArrayList<>(DEFAULT_SETUPS);
    for (List<String> variant : protocol.variants()) {
      DEFAULT_SETUPS.forEach(setup -> setups.add(setup.with(variant)));
    }
    if (Size.TABLES.differs(Size.ROOMY, protocol)) {
      setups.add(apart(Size.TABLES));
      setups.add(apart(Size.TABLES).warmed());
    }
    if (Size.LINES.differs(Size.TINY, protocol)) {
      setups.add(apart(Size.LINES));
    }
    return setups;
  }

  /**
   * The default setups and bound.
   *
   * @throws IllegalArgumentException for names that there are not, listing those there are
   */
  public static Request of(String protocol, String model) {
    Protocol named = Protocols.named(protocol);
    return new Request(named, ConsistencyModel.named(model), setups(named), DEFAULT_BOUND);
  }

  /**
   * The default bound, and setups that all have the same settings. What stands in front of the
   * protocol has those settings, too, but for a size that the protocol's name gives.
   *
   * @throws IllegalArgumentException for names that there are not, listing those there are
   */
  public static Request on(String protocol, String model, List<Setup> setups) {
    if (setups.stream().map(Setup::settings).distinct().count() > 1) {
      throw new IllegalArgumentException("the setups have different settings");
    }
    Protocol named =
        setups.isEmpty()
            ? Protocols.named(protocol)
            : Protocols.named(protocol, setups.getFirst().config(1, 1, 1, 0));
    return new Request(named, ConsistencyModel.named(model), setups, DEFAULT_BOUND);
  }

  /**
   * With the protocol made wrong.
   *
   * @param mutant the name of one of its seeded mutants
   * @throws IllegalArgumentException for a name that there is not, listing those there are
   */
  public Request withMutant(String mutant) {
    Protocol wrong = Mutants.named(protocol.name(), mutant).of(protocol);
    return new Request(wrong, model, setups, bound, reduction);
  }

  /**
   * The same, and every cold setup of one of everything or of room for all also with the other
   * layouts, where lines hold several locations.
   */
  public Request withLayouts() {
    List<Setup> allSetups = new ArrayList<>(setups);
    for (Setup setup : setups) {
      if (!setup.warm() && (setup.size() == Size.TINY || setup.size() == Size.ROOMY)) {
        allSetups.add(setup.with(Layout.PAIRS));
        allSetups.add(setup.with(Layout.TOGETHER));
      }
    }
    return withSetups(allSetups);
  }

  /** With other setups. */
  public Request withSetups(List<Setup> newSetups) {
    return new Request(protocol, model, newSetups, bound, reduction);
  }

  /** With another bound. */
  public Request withBound(long newBound) {
    return new Request(protocol, model, setups, newBound, reduction);
  }

  /** With orders left out, or not. */
  public Request with(Reduction newReduction) {
    return new Request(protocol, model, setups, bound, newReduction);
  }
}
