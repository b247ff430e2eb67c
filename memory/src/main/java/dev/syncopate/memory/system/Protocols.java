package dev.syncopate.memory.system;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.brsp.BrspProtocol;
import dev.syncopate.memory.protocol.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.srsp.SrspOptProtocol;
import dev.syncopate.memory.protocol.srsp.SrspProtocol;
import java.util.List;
import java.util.stream.Collectors;

/** Every protocol of the build. */
public final class Protocols {
  private static final List<Protocol> ALL =
      List.of(new GpuProtocol(), new BrspProtocol(), new SrspProtocol(), new SrspOptProtocol());

  private Protocols() {}

  public static List<Protocol> all() {
    return ALL;
  }

  /**
   * @throws IllegalArgumentException for a name that no protocol has; the message lists those there
   *     are
   */
  public static Protocol named(String name) {
    for (Protocol protocol : ALL) {
      if (protocol.name().equals(name)) {
        return protocol;
      }
    }
    throw new IllegalArgumentException(
        "no protocol is called '"
            + name
            + "'; there are "
            + ALL.stream().map(Protocol::name).collect(Collectors.joining(", ")));
  }
}
