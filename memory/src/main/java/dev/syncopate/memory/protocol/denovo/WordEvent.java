package dev.syncopate.memory.protocol.denovo;

/** What happens to words in an L1. */
public enum WordEvent {
  LOAD_HIT,
  LOAD_MISS,
  STORE,
  SYNC,
  REGISTER,
  GRANT,
  FILL,
  ANSWER_LEAVING,
  WAIT,
  HAND_OVER,
  LEND,
  EVICT
}
