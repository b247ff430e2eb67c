package dev.syncopate.memory.protocol.lab;

import dev.syncopate.memory.config.LabConfig;
import dev.syncopate.memory.protocol.UpdateBench;
import dev.syncopate.memory.system.Protocols;

/** A buffer with GPU coherence behind it. */
final class LabBench extends UpdateBench {
  LabBench(LabConfig lab, String... settings) {
    super(new LabProtocol(Protocols.named("gpu"), lab), settings);
  }

  /** What the buffer counts. */
  LabCounters counts() {
    return counters(LabCounters.class);
  }
}
