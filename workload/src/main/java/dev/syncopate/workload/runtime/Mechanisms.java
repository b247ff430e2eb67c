package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.area.AreaText;
import dev.syncopate.memory.area.CacheStructures;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.text.ProtocolPage;
import dev.syncopate.memory.protocol.text.ProtocolText;
import dev.syncopate.memory.system.ProtocolName;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.transaction.TransactionPage;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.workload.runtime.api.Internal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The coherence protocols of the build, in the terms of the host. */
public final class Mechanisms {
  /**
   * A table of what a protocol does: one of those that are executed.
   *
   * @param title one or more lines
   * @param header names of columns; empty where they need none
   * @param rows of cells; rows may have different numbers of them
   * @param note what is to be known behind the table, or nothing
   */
  @Internal
  public record Table(String title, List<String> header, List<List<String>> rows, String note) {}

  /**
   * A protocol as a machine runs it.
   *
   * @param settings changes to the machine, each {@code path=value}
   */
  @Internal
  public record OnMachine(String protocol, List<String> settings) {
    public OnMachine {
      settings = List.copyOf(settings);
    }
  }

  private static final MemoryOperation REMOTE_ATOMIC =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.U32)
          .with(Order.ACQ_REL, Scope.GPU)
          .withRemote(true);

  private Mechanisms() {}

  /** Names of the protocols, those that do as a paper says where that is wrong last. */
  public static List<String> protocols() {
    return Protocols.names();
  }

  /** Names of mechanisms that are no coherence protocols and combine with any of them. */
  @Internal
  public static List<String> besideProtocols() {
    return List.of(TransactionPage.NAME);
  }

  /** Names of the protocols but for those. */
  @Internal
  public static List<String> rightProtocols() {
    return Protocols.all().stream().map(Protocol::name).toList();
  }

  /**
   * A mechanism in front of any protocol.
   *
   * @param name behind the plus of a protocol's name, and the option that gives a machine one
   * @param sizes for people, for example {@code N|unlimited}
   * @param summary a noun phrase in which N is the size
   */
  @Internal
  public record Front(String name, String sizes, String summary) {}

  /** What may stand in front of the protocols. */
  @Internal
  public static List<Front> fronts() {
    return Protocols.decorators().stream()
        .map(decorator -> new Front(decorator.name(), decorator.sizes(), decorator.summary()))
        .toList();
  }

  /**
   * The setting, {@code path=value}, that gives a machine something in front of its L1s.
   *
   * @param front the name of one of {@link #fronts}
   * @throws IllegalArgumentException if there is none of that name
   */
  @Internal
  public static String setting(String front, String size) {
    return Protocols.decorators().stream()
        .filter(decorator -> decorator.name().equals(front))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing in front is called " + front))
        .setting(size);
  }

  /**
   * What a name asks of a machine: {@code gpu+lab64} is {@code gpu} on one with {@code
   * mechanisms.lab.entries=64}; where the name gives no size, the machine's own counts.
   *
   * @param machine looked at where the name gives no size
   * @throws LaunchException if there is no such protocol
   */
  @Internal
  public static OnMachine onMachine(String name, Supplier<MachineConfig> machine) {
    ProtocolName sizedName = sized(name, machine);
    return new OnMachine(sizedName.base(), sizedName.settings());
  }

  /**
   * Refuses settings that say what a protocol's name says, since one of the two would be lost.
   *
   * @param settings changes to the machine, each {@code path=value}
   * @throws LaunchException naming both, or if there is no such protocol
   */
  @Internal
  public static void requireOnce(String protocol, List<String> settings) {
    for (String named : settings(protocol)) {
      String path = named.substring(0, named.indexOf('=') + 1);
      for (String setting : settings) {
        if (setting.startsWith(path)) {
          throw new LaunchException(
              "protocol %s asks for %s, and there is %s; expected one of them"
                  .formatted(protocol, named, setting));
        }
      }
    }
  }

  /**
   * The settings, each {@code path=value}, that the sizes in a protocol's name stand for.
   *
   * @throws LaunchException if there is no such protocol
   */
  static List<String> settings(String protocol) {
    return Simulator.name(protocol).settings();
  }

  /**
   * A protocol's name with all sizes, as everything prints it.
   *
   * @param machine looked at where the name gives no size
   * @throws LaunchException if there is no such protocol
   */
  @Internal
  public static String nameOn(String protocol, Supplier<MachineConfig> machine) {
    return sized(protocol, machine).toString();
  }

  private static ProtocolName sized(String protocol, Supplier<MachineConfig> machine) {
    ProtocolName name = Simulator.name(protocol);
    boolean sized = name.front().stream().allMatch(decorator -> decorator.size().isPresent());
    return sized ? name : name.on(machine.get().memory());
  }

  /**
   * The name of a protocol without what stands in front of it.
   *
   * @throws LaunchException if there is no such protocol
   */
  @Internal
  public static String base(String name) {
    return Simulator.name(name).base();
  }

  /** Names of the consistency models. */
  public static List<String> models() {
    return Arrays.stream(ConsistencyModel.values()).map(ConsistencyModel::label).toList();
  }

  /** Behind what a machine has in front of its L1s. */
  private static Protocol on(MachineConfig machine, Protocol plain) {
    return Protocols.decorated(plain, machine.memory());
  }

  /** A machine with what a protocol's name puts in front of its L1s. */
  private static MachineConfig with(String protocol, MachineConfig machine) {
    return ConfigOverrides.apply(machine, onMachine(protocol, () -> machine).settings());
  }

  /** State of a machine's caches, and the additional state of each protocol, in bits of SRAM. */
  @Internal
  public static String area(MachineConfig machine) {
    MemoryConfig config = machine.memory();
    List<Structure> caches = CacheStructures.of(config);
    StringBuilder text = new StringBuilder(AreaText.of(machine.name(), caches, config));
    double cacheArea = AreaText.kibibytes(caches, config);
    for (Protocol plain : Protocols.all()) {
      Protocol protocol = on(machine, plain);
      List<Structure> ownStructures = protocol.structures(config);
      text.append('\n');
      if (!protocol.runsOn(config)) {
        text.append(protocol.name()).append(": ").append(protocol.refusal(config)).append('\n');
      } else if (ownStructures.isEmpty()) {
        text.append(protocol.name()).append(": nothing more\n");
      } else {
        text.append(AreaText.of(protocol.name() + ", more", ownStructures, config));
        text.append(
            String.format(
                Locale.ROOT,
                "  %.3f%% of the above\n",
                100 * AreaText.kibibytes(ownStructures, config) / cacheArea));
      }
    }
    return text.toString();
  }

  /**
   * @throws LaunchException if there is no such protocol or no such consistency model; the message
   *     lists those there are
   */
  public static void check(String protocol, String model) {
    Simulator.protocol(protocol);
    Simulator.model(model);
  }

  /**
   * Why a protocol cannot run on a machine, behind what the machine has in front of its L1s, or
   * null when it can.
   *
   * @throws LaunchException if there is no such protocol
   */
  @Internal
  public static @Nullable String refusal(String protocol, MachineConfig machine) {
    MachineConfig machineConfig = with(protocol, machine);
    return on(machineConfig, Simulator.protocol(base(protocol))).refusal(machineConfig.memory());
  }

  /**
   * Whether a protocol runs remote scope promotion.
   *
   * @throws LaunchException if there is no such protocol
   */
  @Internal
  public static boolean hasRemoteOperations(String protocol) {
    return Simulator.protocol(protocol).supports(REMOTE_ATOMIC);
  }

  /**
   * Fields of a machine with other values, each {@code path=value}, with which a protocol is
   * checked like with a machine's own.
   */
  @Internal
  public static List<List<String>> variants(String protocol) {
    return Simulator.protocol(protocol).variants();
  }

  /**
   * A protocol in one sentence.
   *
   * @throws LaunchException if there is no such protocol
   */
  public static String summary(String protocol) {
    if (protocol.equals(TransactionPage.NAME)) {
      return TransactionPage.SUMMARY;
    }
    return Simulator.protocol(protocol).summary();
  }

  /**
   * What a protocol does for each instruction, as the tables say that are executed: some lines of
   * text.
   *
   * @param machine some protocols do as its configuration says
   * @throws LaunchException if there is no such protocol, or it cannot run on the machine
   */
  @Internal
  public static String describe(String protocol, MachineConfig machine) {
    return ProtocolText.of(page(protocol, machine));
  }

  /**
   * The same in pieces.
   *
   * @throws LaunchException as {@link #describe}
   */
  @Internal
  public static List<Table> tables(String protocol, MachineConfig machine) {
    return page(protocol, machine).sections().stream()
        .map(
            section -> new Table(section.title(), section.header(), section.rows(), section.note()))
        .toList();
  }

  private static ProtocolPage page(String protocol, MachineConfig machine) {
    if (protocol.equals(TransactionPage.NAME)) {
      return TransactionPage.of(machine.tx());
    }
    try {
      MachineConfig machineConfig = with(protocol, machine);
      return ProtocolPage.of(
          on(machineConfig, Simulator.protocol(base(protocol))), machineConfig.memory());
    } catch (IllegalArgumentException e) {
      throw new LaunchException(machine.name() + ": " + e.getMessage());
    }
  }
}
