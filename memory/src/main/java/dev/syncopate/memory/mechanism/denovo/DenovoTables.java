package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.owner.DenovoL2;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerState;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerTable;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of DeNovo's controllers.
 *
 * @param atStore of words in L1s that register at the store
 * @param atRelease of words in L1s that register at the release
 * @param owners of words in banks
 */
record DenovoTables(
    StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> atStore,
    StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> atRelease,
    StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> owners) {
  /** As published. */
  static final DenovoTables RIGHT =
      new DenovoTables(DenovoWordTable.AT_STORE, DenovoWordTable.AT_RELEASE, OwnerTable.TABLE);
}
