package dev.syncopate.memory.protocol.denovo;

/** What happens to words at an L2 bank. */
enum OwnerEvent {
  READ,
  REGISTER,
  WRITE_BACK,
  /** A request of an L1 that does not own words. */
  OTHER,
  EVICT,
  RECALLED
}
