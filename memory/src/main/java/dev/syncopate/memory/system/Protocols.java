package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.brsp.BrspProtocol;
import dev.syncopate.memory.mechanism.brsp.BrspSettings;
import dev.syncopate.memory.mechanism.brsp.BrspTextProtocol;
import dev.syncopate.memory.mechanism.denovo.CpuCoherence;
import dev.syncopate.memory.mechanism.denovo.DenovoProtocol;
import dev.syncopate.memory.mechanism.denovo.DenovoSettings;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.hlrc.HlrcProtocol;
import dev.syncopate.memory.mechanism.lab.LabCounters;
import dev.syncopate.memory.mechanism.lab.LabProtocol;
import dev.syncopate.memory.mechanism.lab.LabSettings;
import dev.syncopate.memory.mechanism.phi.PhiProtocol;
import dev.syncopate.memory.mechanism.phi.PhiSettings;
import dev.syncopate.memory.mechanism.srsp.SrspOptProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspSettings;
import dev.syncopate.memory.mechanism.srsp.SrspTextProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.config.SectionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every mechanism of the build: one line each, and nothing else names one. */
public final class Protocols {
  /** Those that are right. */
  private static final List<Mechanism> RIGHT =
      List.of(
          new Mechanism(GpuProtocol::new),
          new Mechanism(BrspProtocol::new, BrspSettings.class),
          new Mechanism(SrspProtocol::new, SrspSettings.class),
          new Mechanism(SrspOptProtocol::new, SrspSettings.class),
          new Mechanism(DenovoProtocol::new, DenovoSettings.class),
          new Mechanism(HlrcProtocol::new),
          new Mechanism(PhiProtocol::new, PhiSettings.class));

  /** Mechanisms as their papers have them, where that is wrong: to be studied and refuted. */
  private static final List<Mechanism> AS_PUBLISHED =
      List.of(
          new Mechanism(BrspTextProtocol::new, BrspSettings.class),
          new Mechanism(SrspTextProtocol::new, SrspSettings.class));

  private static final SectionTypes SETTINGS =
      new SectionTypes(
          Stream.concat(
                  Stream.of(RIGHT, AS_PUBLISHED)
                      .flatMap(List::stream)
                      .flatMap(mechanism -> mechanism.settings.stream()),
                  Stream.<Class<? extends Record>>of(LabSettings.class))
              .toList());

  /** A line of the registry. */
  private record Mechanism(Supplier<Protocol> protocol, List<Class<? extends Record>> settings) {
    /** Without settings. */
    Mechanism(Supplier<Protocol> protocol) {
      this(protocol, List.of());
    }

    <T extends Record & MechanismSettings> Mechanism(Supplier<Protocol> protocol, Class<T> type) {
      this(protocol, List.of(type));
    }
  }

  /** The protocols themselves: making them takes longer than reading a machine's file does. */
  private static final class Made {
    static final List<Protocol> ALL = of(RIGHT);
    static final List<Protocol> PUBLISHED = of(AS_PUBLISHED);

    private Made() {}

    private static List<Protocol> of(List<Mechanism> mechanisms) {
      return mechanisms.stream().map(mechanism -> mechanism.protocol.get()).toList();
    }
  }

  private static final Pattern BUFFERED =
      Pattern.compile("(.+)[-+]lab([1-9][0-9]{0,5}|-unlimited)");

  private Protocols() {}

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

  /**
   * A GPU's protocol on a machine: with CPUs, whose own is DeNovo whatever that is, and with the
   * buffers that the machine has.
   */
  static Protocol on(MemoryConfig machine, Protocol gpu) {
    return buffered(machine.cpu().cores() == 0 ? gpu : besideCpus(gpu), machine);
  }

  /** A protocol behind the buffers that a machine has. */
  public static Protocol buffered(Protocol protocol, MemoryConfig machine) {
    LabSettings lab = machine.settings(LabSettings.class);
    return lab.present() ? withLab(protocol, lab) : protocol;
  }

  /**
   * A protocol with a local atomic buffer in front, for whoever drives controllers on a machine of
   * his own. A simulated machine has its buffer by {@code mechanisms.lab.entries}.
   */
  public static Protocol withLab(Protocol behind, LabSettings lab) {
    return new LabProtocol(behind, lab);
  }

  /** A GPU's protocol on a machine with CPUs, whose own is DeNovo whatever that is. */
  public static Protocol besideCpus(Protocol gpu) {
    return CpuCoherence.beside(gpu, node -> node.kind() == Node.Kind.CPU);
  }

  /** What the controllers of every protocol count on their own account: of each one, at zero. */
  public static List<Object> counters() {
    return Stream.concat(
            Made.ALL.stream().flatMap(protocol -> protocol.counters().stream()),
            Stream.of(new LabCounters()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Right ones first. */
  public static List<String> names() {
    return Stream.concat(Made.ALL.stream(), Made.PUBLISHED.stream()).map(Protocol::name).toList();
  }

  /** Whether a name is that of a protocol, with a buffer in front or without. */
  public static boolean exists(String name) {
    return names().contains(behindBuffer(name));
  }

  /** What a protocol's name says without the buffer in front, if it has one. */
  public static String behindBuffer(String name) {
    Matcher buffered = BUFFERED.matcher(name);
    return buffered.matches() ? buffered.group(1) : name;
  }

  /** Lines of the buffer in front that a protocol's name has: a number, or {@code unlimited}. */
  public static Optional<String> bufferOf(String name) {
    Matcher buffered = BUFFERED.matcher(name);
    return buffered.matches()
        ? Optional.of(buffered.group(2).replaceFirst("^-", ""))
        : Optional.empty();
  }

  /**
   * The protocol of a name, which with {@code +lab8} or {@code -lab8} behind it is one with a local
   * atomic buffer of eight lines in front.
   *
   * @throws IllegalArgumentException for a name that no protocol has; the message lists those there
   *     are
   */
  public static Protocol named(String name) {
    Optional<String> buffer = bufferOf(name);
    if (buffer.isPresent()) {
      String entries = buffer.get();
      boolean unlimited = entries.equals("unlimited");
      int lines = unlimited ? LabSettings.UNLIMITED : Integer.parseInt(entries);
      return withLab(named(behindBuffer(name)), LabSettings.of(lines));
    }
    return Stream.concat(Made.ALL.stream(), Made.PUBLISHED.stream())
        .filter(protocol -> protocol.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no protocol is called '%s'; there are %s"
                    .formatted(name, String.join(", ", names()))));
  }
}
