package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;

/**
 * Lanes of a warp have performed an instruction on mbarrier objects, one after the other.
 *
 * @param cta whose objects they are: the warp's, or another of its cluster
 * @param pc of the instruction
 * @param operation what it does to an object, as an access of 64 bits. A weak store initialises it
 *     or makes it invalid. An atomic arrives or counts bytes. A load tests for the end of a phase
 * @param parity whether the operand of a test is a parity, and not a state
 * @param expects whether the operand of an arrival is the bytes that it expects, and its count one
 * @param lanes that have; bit l for lane l
 * @param address by lane, with {@code base} added
 * @param base where the CTA's shared memory begins in its unit's
 */
public record MbarrierAccess(
    Warp warp,
    Cta cta,
    int pc,
    MbarrierKind kind,
    MemoryOperation operation,
    boolean parity,
    boolean expects,
    long lanes,
    long[] address,
    int base,
    MbarrierStates states) {
  /** The same of some of the lanes. */
  public MbarrierAccess of(long subset) {
    return subset == lanes
        ? this
        : new MbarrierAccess(
            warp, cta, pc, kind, operation, parity, expects, subset, address, base, states);
  }

  /** Whether the objects are initialised or made invalid. */
  public boolean resets() {
    return kind == MbarrierKind.INIT || kind == MbarrierKind.INVAL;
  }

  /** Whether bytes are counted, and no arrival. */
  public boolean transacts() {
    return kind == MbarrierKind.EXPECT_TX || kind == MbarrierKind.COMPLETE_TX;
  }

  /** Where in the CTA's shared memory a lane's object is. */
  public long offset(int lane) {
    return address[lane] - base;
  }

  /** Whether a lane has ended a phase of its object. */
  public boolean endsPhase(int lane) {
    return !resets() && Mbarrier.endsPhase(states.oldState()[lane], states.newState()[lane]);
  }
}
