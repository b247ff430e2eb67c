package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.brsp.BrspProtocol;
import dev.syncopate.memory.mechanism.brsp.BrspSettings;
import dev.syncopate.memory.mechanism.brsp.BrspTextProtocol;
import dev.syncopate.memory.mechanism.denovo.CpuCoherence;
import dev.syncopate.memory.mechanism.denovo.DenovoCounters;
import dev.syncopate.memory.mechanism.denovo.DenovoProtocol;
import dev.syncopate.memory.mechanism.denovo.DenovoSettings;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.hlrc.HlrcL1Counters;
import dev.syncopate.memory.mechanism.hlrc.HlrcL2Counters;
import dev.syncopate.memory.mechanism.hlrc.HlrcProtocol;
import dev.syncopate.memory.mechanism.lab.LabCounters;
import dev.syncopate.memory.mechanism.lab.LabDecorator;
import dev.syncopate.memory.mechanism.lab.LabSettings;
import dev.syncopate.memory.mechanism.phi.PhiCounters;
import dev.syncopate.memory.mechanism.phi.PhiProtocol;
import dev.syncopate.memory.mechanism.phi.PhiSettings;
import dev.syncopate.memory.mechanism.promotion.PromotionL1Counters;
import dev.syncopate.memory.mechanism.promotion.PromotionL2Counters;
import dev.syncopate.memory.mechanism.srsp.HintCounters;
import dev.syncopate.memory.mechanism.srsp.SrspL1Counters;
import dev.syncopate.memory.mechanism.srsp.SrspOptProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspSettings;
import dev.syncopate.memory.mechanism.srsp.SrspTextProtocol;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolDecorator;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.config.SectionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Every mechanism of the build: one line each, and nothing else names one. */
public final class Protocols {
  // A lambda and no reference to a constructor, which would load the class when the line is made.
  // spotless:off
  /** Those that are right. */
  private static final List<Mechanism> RIGHT =
      List.of(
          new Mechanism("gpu", () -> new GpuProtocol()),
          new Mechanism("brsp", () -> new BrspProtocol()).with(BrspSettings.class)
              .counting(() -> List.of(new PromotionL1Counters(), new PromotionL2Counters())),
          new Mechanism("srsp", () -> new SrspProtocol()).with(SrspSettings.class)
              .counting(() -> List.of(new PromotionL1Counters(), new PromotionL2Counters(), new SrspL1Counters())),
          new Mechanism("srsp-opt", () -> new SrspOptProtocol()).with(SrspSettings.class)
              .counting(() -> List.of(new PromotionL1Counters(), new PromotionL2Counters(), new SrspL1Counters(), new HintCounters())),
          new Mechanism("denovo", () -> new DenovoProtocol()).with(DenovoSettings.class)
              .counting(() -> List.of(new DenovoCounters())),
          new Mechanism("hlrc", () -> new HlrcProtocol())
              .counting(() -> List.of(new HlrcL1Counters(), new HlrcL2Counters())),
          new Mechanism("phi", () -> new PhiProtocol()).with(PhiSettings.class)
              .counting(() -> List.of(new PhiCounters())));

  /** Mechanisms as their papers have them, where that is wrong: to be studied and refuted. */
  private static final List<Mechanism> AS_PUBLISHED =
      List.of(
          new Mechanism("brsp-text", () -> new BrspTextProtocol()).with(BrspSettings.class),
          new Mechanism("srsp-text", () -> new SrspTextProtocol()).with(SrspSettings.class));

  /** What stands in front of any of them, the innermost first. */
  private static final List<Front> FRONT =
      List.of(new Front(new LabDecorator(), LabSettings.class, () -> List.of(new LabCounters())));
  // spotless:on

  private static final SectionTypes SETTINGS = new SectionTypes(settingsTypes());

  /**
   * A line of the registry. A run makes the protocol that it names and loads no class of another,
   * which would prolong each start.
   *
   * @param name the protocol's own
   * @param counters counters of its controllers in addition to {@link L1Counters} and {@link
   *     L2Counters}: an object of each class
   */
  private record Mechanism(
      String name,
      Supplier<Protocol> protocol,
      List<Class<? extends Record>> settings,
      Supplier<List<Object>> counters) {
    /** Without settings and counters. */
    Mechanism(String name, Supplier<Protocol> protocol) {
      this(name, protocol, List.of(), List::of);
    }

    <T extends Record & MechanismSettings> Mechanism with(Class<T> type) {
      return new Mechanism(name, protocol, List.of(type), counters);
    }

    Mechanism counting(Supplier<List<Object>> classes) {
      return new Mechanism(name, protocol, settings, classes);
    }
  }

  /**
   * A line of the registry: a mechanism in front of protocols, which a machine has by its settings.
   *
   * @param counters what it counts: an object of each class
   */
  private record Front(
      ProtocolDecorator decorator,
      Class<? extends Record> settings,
      Supplier<List<Object>> counters) {}

  /** All protocols, for commands that list or check them. */
  private static final class Made {
    static final List<Protocol> ALL = of(RIGHT);
    static final List<Protocol> PUBLISHED = of(AS_PUBLISHED);

    private Made() {}

    private static List<Protocol> of(List<Mechanism> mechanisms) {
      return mechanisms.stream().map(mechanism -> mechanism.protocol.get()).toList();
    }
  }

  private Protocols() {}

  private static List<Class<? extends Record>> settingsTypes() {
    List<Class<? extends Record>> types = new ArrayList<>();
    mechanisms().forEach(mechanism -> types.addAll(mechanism.settings));
    FRONT.forEach(front -> types.add(front.settings));
    return types;
  }

  /** Right ones first. */
  private static List<Mechanism> mechanisms() {
    List<Mechanism> mechanisms = new ArrayList<>(RIGHT);
    mechanisms.addAll(AS_PUBLISHED);
    return mechanisms;
  }

  /** The records that {@code mechanisms} of a machine's file has, by mechanism. */
  public static SectionTypes settings() {
    return SETTINGS;
  }

  /** Those that are right. */
  public static List<Protocol> all() {
    return Made.ALL;
  }

  /** Variants that do what a paper says where that breaks the memory model. */
  public static List<Protocol> asPublished() {
    return Made.PUBLISHED;
  }

  /** What may stand in front of any of them: the innermost first. */
  public static List<ProtocolDecorator> decorators() {
    return FRONT.stream().map(Front::decorator).toList();
  }

  /**
   * A GPU's protocol on a machine: with CPUs, which always run DeNovo, and behind the decorators
   * that the machine puts in front of its L1s.
   */
  static Protocol on(MemoryConfig machine, Protocol gpu) {
    return decorated(machine.cpu().cores() == 0 ? gpu : besideCpus(gpu), machine);
  }

  /** A protocol behind what a machine has in front of its L1s. */
  public static Protocol decorated(Protocol protocol, MemoryConfig machine) {
    Protocol decorated = protocol;
    for (ProtocolDecorator decorator : decorators()) {
      if (decorator.sizeOn(machine).isPresent()) {
        decorated = decorator.before(decorated, machine);
      }
    }
    return decorated;
  }

  /** A GPU's protocol on a machine with CPUs, which always run DeNovo. */
  public static Protocol besideCpus(Protocol gpu) {
    return CpuCoherence.beside(gpu, node -> node.kind() == Node.Kind.CPU);
  }

  /** The litmus tests in the mechanisms' folders, in the order of the registry. */
  public static List<RefuterFile> refuters() {
    return Stream.concat(
            Made.ALL.stream().flatMap(protocol -> protocol.refuters().stream()),
            decorators().stream().flatMap(decorator -> decorator.refuters().stream()))
        .distinct()
        .toList();
  }

  /** What the controllers of every protocol count on their own account: of each one, at zero. */
  public static List<Object> counters() {
    List<Object> counters = new ArrayList<>();
    mechanisms().forEach(mechanism -> counters.addAll(mechanism.counters.get()));
    FRONT.forEach(front -> counters.addAll(front.counters.get()));
    return counters;
  }

  /** Right ones first. */
  public static List<String> names() {
    return mechanisms().stream().map(Mechanism::name).toList();
  }

  /** Whether a name, with or without decorators, is that of a protocol. */
  public static boolean exists(String name) {
    try {
      return !ProtocolName.of(name).base().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * The protocol of a name, which with {@code +lab8} behind it is one with such a buffer in front.
   *
   * @throws IllegalArgumentException as {@link ProtocolName#of}
   */
  public static Protocol named(String name) {
    return ProtocolName.of(name).protocol();
  }

  /**
   * The protocol of a name on a machine, whose settings what stands in front of it has, but for
   * sizes that the name gives.
   *
   * @throws IllegalArgumentException as {@link ProtocolName#of}
   */
  public static Protocol named(String name, MemoryConfig machine) {
    ProtocolName protocolName = ProtocolName.of(name).on(machine);
    return decorated(
        plain(protocolName.base()), ConfigOverrides.apply(machine, protocolName.settings()));
  }

  /** The protocol of a name among {@link #names}. */
  static Protocol plain(String name) {
    return mechanisms().stream()
        .filter(mechanism -> mechanism.name.equals(name))
        .findFirst()
        .orElseThrow()
        .protocol
        .get();
  }
}
