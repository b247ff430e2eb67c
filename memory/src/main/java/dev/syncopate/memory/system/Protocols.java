package dev.syncopate.memory.system;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.brsp.BrspProtocol;
import dev.syncopate.memory.protocol.brsp.BrspTextProtocol;
import dev.syncopate.memory.protocol.denovo.CpuCoherence;
import dev.syncopate.memory.protocol.denovo.DenovoProtocol;
import dev.syncopate.memory.protocol.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.hlrc.HlrcProtocol;
import dev.syncopate.memory.protocol.srsp.SrspOptProtocol;
import dev.syncopate.memory.protocol.srsp.SrspProtocol;
import dev.syncopate.memory.protocol.srsp.SrspTextProtocol;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
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
          new HlrcProtocol());

  /** Mechanisms as their papers have them, where that is wrong: to be studied and refuted. */
  private static final List<Protocol> PUBLISHED =
      List.of(new BrspTextProtocol(), new SrspTextProtocol());

  private Protocols() {}

  /** Those that are right. */
  public static List<Protocol> all() {
    return ALL;
  }

  /** Variants that do what a paper says where that breaks the memory model. */
  public static List<Protocol> asPublished() {
    return PUBLISHED;
  }

  /** A GPU's protocol on a machine with CPUs, whose own is DeNovo whatever that is. */
  public static Protocol besideCpus(Protocol gpu) {
    return CpuCoherence.beside(gpu, node -> node.kind() == Node.Kind.CPU);
  }

  /** What the controllers of every protocol count on their own account: of each one, at zero. */
  public static List<Object> counters() {
    return ALL.stream()
        .flatMap(protocol -> protocol.counters().stream())
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Right ones first. */
  public static List<String> names() {
    return Stream.concat(ALL.stream(), PUBLISHED.stream()).map(Protocol::name).toList();
  }

  /**
   * @throws IllegalArgumentException for a name that no protocol has; the message lists those there
   *     are
   */
  public static Protocol named(String name) {
    return Stream.concat(ALL.stream(), PUBLISHED.stream())
        .filter(protocol -> protocol.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no protocol is called '%s'; there are %s"
                    .formatted(name, String.join(", ", names()))));
  }
}
