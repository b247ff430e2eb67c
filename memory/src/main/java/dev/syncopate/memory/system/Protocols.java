package dev.syncopate.memory.system;

import dev.syncopate.memory.config.LabConfig;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.brsp.BrspProtocol;
import dev.syncopate.memory.mechanism.brsp.BrspTextProtocol;
import dev.syncopate.memory.mechanism.denovo.CpuCoherence;
import dev.syncopate.memory.mechanism.denovo.DenovoProtocol;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.hlrc.HlrcProtocol;
import dev.syncopate.memory.mechanism.lab.LabCounters;
import dev.syncopate.memory.mechanism.lab.LabProtocol;
import dev.syncopate.memory.mechanism.phi.PhiProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspOptProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspProtocol;
import dev.syncopate.memory.mechanism.srsp.SrspTextProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every protocol of the build. */
public final class Protocols {
  private static final List<Protocol> ALL =
      List.of(
          new GpuProtocol(),
          new BrspProtocol(),
          new SrspProtocol(),
          new SrspOptProtocol(),
          new DenovoProtocol(),
          new HlrcProtocol(),
          new PhiProtocol());

  /** Mechanisms as their papers have them, where that is wrong: to be studied and refuted. */
  private static final List<Protocol> PUBLISHED =
      List.of(new BrspTextProtocol(), new SrspTextProtocol());

  private static final Pattern BUFFERED =
      Pattern.compile("(.+)[-+]lab([1-9][0-9]{0,5}|-unlimited)");

  private Protocols() {}

  /** Those that are right. */
  public static List<Protocol> all() {
    return ALL;
  }

  /** Variants that do what a paper says where that breaks the memory model. */
  public static List<Protocol> asPublished() {
    return PUBLISHED;
  }

  /**
   * A GPU's protocol on a machine: with CPUs, whose own is DeNovo whatever that is, and with the
   * buffers that the machine has.
   */
  static Protocol on(MemoryConfig machine, Protocol gpu) {
    Protocol joined = machine.cpu().cores() == 0 ? gpu : besideCpus(gpu);
    return machine.lab().present() ? withLab(joined, machine.lab()) : joined;
  }

  /**
   * A protocol with a local atomic buffer in front, for whoever drives controllers on a machine of
   * his own. A simulated machine has its buffer by {@code lab.entries}.
   */
  public static Protocol withLab(Protocol behind, LabConfig lab) {
    return new LabProtocol(behind, lab);
  }

  /** A GPU's protocol on a machine with CPUs, whose own is DeNovo whatever that is. */
  public static Protocol besideCpus(Protocol gpu) {
    return CpuCoherence.beside(gpu, node -> node.kind() == Node.Kind.CPU);
  }

  /** What the controllers of every protocol count on their own account: of each one, at zero. */
  public static List<Object> counters() {
    return Stream.concat(
            ALL.stream().flatMap(protocol -> protocol.counters().stream()),
            Stream.of(new LabCounters()))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Right ones first. */
  public static List<String> names() {
    return Stream.concat(ALL.stream(), PUBLISHED.stream()).map(Protocol::name).toList();
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
      int lines = unlimited ? LabConfig.UNLIMITED : Integer.parseInt(entries);
      return withLab(named(behindBuffer(name)), LabConfig.of(lines));
    }
    return Stream.concat(ALL.stream(), PUBLISHED.stream())
        .filter(protocol -> protocol.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no protocol is called '%s'; there are %s"
                    .formatted(name, String.join(", ", names()))));
  }
}
