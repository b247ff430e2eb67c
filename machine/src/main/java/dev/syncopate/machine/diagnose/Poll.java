package dev.syncopate.machine.diagnose;

import dev.syncopate.ptx.ir.Position;

/**
 * A word that lanes read again and again.
 *
 * @param pc index of the instruction that reads it
 * @param position where that stands
 * @param addressKnown whether its address is known
 * @param shared whether it is in shared memory; {@code address} then is an offset there
 * @param address of the first lane
 * @param bytes of an element
 * @param mbarrier whether it is an mbarrier object that is tested
 * @param reading how, for a person: {@code ld.acquire at CTA scope}
 * @param narrow whether a copy in the L1 may answer: weak, or at CTA scope
 */
record Poll(
    int pc,
    Position position,
    boolean addressKnown,
    boolean shared,
    long address,
    int bytes,
    boolean mbarrier,
    String reading,
    boolean narrow) {

  /** Whether two polls read the same word; shared memory is the CTA's own. */
  boolean sameWord(Poll poll) {
    return addressKnown && poll.addressKnown && shared == poll.shared && address == poll.address;
  }
}
