package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;

/** What controllers are put together from; a mutant has one of these wrong. */
class Parts {
  WriteBacks writeBacks() {
    return new WriteBacks();
  }

  Words words(
      MemoryConfig machine,
      L1Environment environment,
      L1Counters counters,
      DenovoCounters denovo,
      Registrations registrations,
      WriteBacks writeBacks) {
    return new Words(machine, environment, counters, denovo, registrations, writeBacks);
  }

  Reads reads(
      MemoryConfig machine,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      Words words) {
    return new Reads(machine, environment, listener, counters, words);
  }

  Forwards forwards(
      L1Environment environment, DenovoCounters counters, Words words, WriteBacks writeBacks) {
    return new Forwards(environment, counters, words, writeBacks);
  }

  StoreBuffer buffer(Registrations registrations) {
    return new StoreBuffer();
  }

  SyncQueue syncs(
      L1Environment environment, CompletionListener listener, L1Counters counters, Words words) {
    return new SyncQueue(environment, listener, counters, words);
  }
}
