package dev.syncopate.memory.protocol.hierarchy;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.system.Protocols;
import java.util.List;

/** Which protocols say that they run on more than one GPU. */
final class SeveralGpus {
  private SeveralGpus() {}

  static List<Protocol> protocols() {
    MemoryConfig two = RigConfigs.withGpus(RigConfigs.tiny(), 2);
    return Protocols.all().stream().filter(protocol -> protocol.runsOn(two)).toList();
  }
}
