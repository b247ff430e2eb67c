package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Environment;

/** What controllers are put together from; a mutant has one of these wrong. */
class Parts {
  WriteBacks writeBacks() {
    return new WriteBacks();
  }

  Words words(
      L1Config config,
      L1Environment environment,
      L1Counters counters,
      DenovoCounters denovo,
      Registrations registrations,
      WriteBacks writeBacks) {
    return new Words(config, environment, counters, denovo, registrations, writeBacks);
  }

  Reads reads(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      Words words) {
    return new Reads(config, environment, listener, counters, words);
  }

  Forwards forwards(
      L1Environment environment, DenovoCounters counters, Words words, WriteBacks writeBacks) {
    return new Forwards(environment, counters, words, writeBacks);
  }

  SyncQueue syncs(CompletionListener listener, Words words) {
    return new SyncQueue(listener, words);
  }

  Owners owners(int sets, int ways, L2Environment environment) {
    return new Owners(sets, ways, environment);
  }
}
