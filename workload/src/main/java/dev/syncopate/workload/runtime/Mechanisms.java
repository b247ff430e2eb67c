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
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.transaction.TransactionPage;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
  public record Table(String title, List<String> header, List<List<String>> rows, String note) {}

  /**
   * A protocol as a machine runs it.
   *
   * @param settings changes to the machine, each {@code path=value}
   */
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

  /** Names of mechanisms that are no coherence protocols and stand beside any of them. */
  public static List<String> besideProtocols() {
    return List.of(TransactionPage.NAME);
  }

  /** Names of the protocols but for those. */
  public static List<String> rightProtocols() {
    return Protocols.all().stream().map(Protocol::name).toList();
  }

  /**
   * What a name asks of a machine: {@code gpu-lab64} is {@code gpu} on one with {@code
   * mechanisms.lab.entries=64}.
   *
   * @throws LaunchException if there is no such protocol
   */
  public static OnMachine onMachine(String name) {
    Simulator.protocol(name);
    return new OnMachine(
        Protocols.behindBuffer(name),
        Protocols.bufferOf(name).stream().map(lines -> "mechanisms.lab.entries=" + lines).toList());
  }

  /** Names of the consistency models. */
  public static List<String> models() {
    return Arrays.stream(ConsistencyModel.values()).map(ConsistencyModel::label).toList();
  }

  /** With the buffer that a machine has. */
  private static Protocol on(MachineConfig machine, Protocol plain) {
    return Protocols.buffered(plain, machine.memory());
  }

  /**
   * What the caches of a machine keep, and what each protocol keeps beside that, in bits of SRAM.
   */
  public static String area(MachineConfig machine) {
    MemoryConfig config = machine.memory();
    List<Structure> caches = CacheStructures.of(config);
    StringBuilder text = new StringBuilder(AreaText.of(machine.name(), caches, config));
    double all = AreaText.kibibytes(caches, config);
    for (Protocol plain : Protocols.all()) {
      Protocol protocol = on(machine, plain);
      List<Structure> own = protocol.structures(config);
      text.append('\n');
      if (!protocol.runsOn(config)) {
        text.append(protocol.name()).append(": ").append(protocol.refusal(config)).append('\n');
      } else if (own.isEmpty()) {
        text.append(protocol.name()).append(": nothing more\n");
      } else {
        text.append(AreaText.of(protocol.name() + ", more", own, config));
        text.append(
            String.format(
                Locale.ROOT,
                "  %.3f%% of the above\n",
                100 * AreaText.kibibytes(own, config) / all));
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
   * Why a protocol cannot run on a machine, with the buffer that the machine has, or null when it
   * can.
   *
   * @throws LaunchException if there is no such protocol
   */
  public static @Nullable String refusal(String protocol, MachineConfig machine) {
    return on(machine, Simulator.protocol(protocol)).refusal(machine.memory());
  }

  /**
   * Whether a protocol runs remote scope promotion.
   *
   * @throws LaunchException if there is no such protocol
   */
  public static boolean hasRemoteOperations(String protocol) {
    return Simulator.protocol(protocol).supports(REMOTE_ATOMIC);
  }

  /**
   * Fields of a machine with other values, each {@code path=value}, with which a protocol is
   * checked like with a machine's own.
   */
  public static List<List<String>> variants(String protocol) {
    return Simulator.protocol(protocol).variants();
  }

  /**
   * Whether a protocol has a promotion lock ({@code mechanisms.brsp.lock}).
   *
   * @throws LaunchException if there is no such protocol
   */
  public static boolean hasPromotionLock(String protocol) {
    return Simulator.protocol(protocol).settings().contains("mechanisms.brsp.lock");
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
  public static String describe(String protocol, MachineConfig machine) {
    return ProtocolText.of(page(protocol, machine));
  }

  /**
   * The same in pieces.
   *
   * @throws LaunchException as {@link #describe}
   */
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
      return ProtocolPage.of(on(machine, Simulator.protocol(protocol)), machine.memory());
    } catch (IllegalArgumentException e) {
      throw new LaunchException(machine.name() + ": " + e.getMessage());
    }
  }
}
