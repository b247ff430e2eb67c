package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.protocol.UpdateBench;
import dev.syncopate.memory.system.Protocols;
import java.util.stream.Stream;

/** An L1 with lines in update mode. */
final class PhiBench extends UpdateBench {
  private PhiBench(String... settings) {
    super(Protocols.named("phi"), settings);
  }

  /** Updates fetch. */
  static PhiBench onWrite(String... settings) {
    return new PhiBench(settings);
  }

  /** Updates fetch nothing. */
  static PhiBench lazy(String... settings) {
    return new PhiBench(
        Stream.concat(Stream.of("mechanisms.phi.fetch=lazily-on-read"), Stream.of(settings))
            .toArray(String[]::new));
  }

  PhiCounters counts() {
    return counters(PhiCounters.class);
  }
}
