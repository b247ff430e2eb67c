package dev.syncopate.memory.mechanism.lab;

import dev.syncopate.memory.mechanism.phi.PhiCounters;
import dev.syncopate.memory.protocol.UpdateBench;
import dev.syncopate.memory.system.Protocols;
import java.util.stream.Stream;

/** A buffer with GPU coherence behind it, or with PHI. */
final class LabBench extends UpdateBench {
  LabBench(LabSettings lab, String... settings) {
    this("gpu", lab, settings);
  }

  private LabBench(String innerName, LabSettings lab, String... settings) {
    super(new LabProtocol(Protocols.named(innerName), lab), settings);
  }

  /** With an L1 behind that keeps updates itself, too, and fetches nothing for them. */
  static LabBench beforePhi(LabSettings lab, String... settings) {
    return new LabBench(
        "phi",
        lab,
        Stream.concat(Stream.of("mechanisms.phi.fetch=lazily-on-read"), Stream.of(settings))
            .toArray(String[]::new));
  }

  /** What the L1 behind counts of updates. */
  PhiCounters countsBehind() {
    return counters(PhiCounters.class);
  }

  /** What the buffer counts. */
  LabCounters counts() {
    return counters(LabCounters.class);
  }
}
