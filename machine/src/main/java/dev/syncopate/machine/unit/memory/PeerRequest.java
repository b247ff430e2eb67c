package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.sim.perturb.PeerChannel;

/**
 * Request of a warp to the shared memory of another CTA of its cluster. It goes to the compute unit
 * of that CTA, is performed there, and comes back as its own answer.
 */
abstract class PeerRequest implements PeerMessage {
  /** Where it comes from: index of the compute unit. */
  final int unit;

  final AccessOp op;
  final int pc;
  final Warp warp;
  final long lanes;
  final PeerCta target;

  /** By lane, in the shared memory of the target. */
  final long[] offset;

  /** Whether it has been at its target, and whether the target's CTA was there. */
  private boolean performed;

  private boolean present;

  /** The cycle in which it left, for reports. */
  long issued;

  PeerRequest(int unit, AccessOp op, int pc, Warp warp, long lanes, PeerCta target, long[] offset) {
    this.unit = unit;
    this.op = op;
    this.pc = pc;
    this.warp = warp;
    this.lanes = lanes;
    this.target = target;
    this.offset = offset;
  }

  /** Data bytes that it carries to its target. */
  abstract int sentBytes();

  /** Data bytes that it carries back. */
  abstract int returnedBytes();

  /** Bytes that each lane accesses. */
  abstract int bytes();

  abstract LocalMemoryUse use();

  /** Whether fences and barriers of the warp do not wait for it. */
  boolean asynchronous() {
    return false;
  }

  /**
   * Performs it.
   *
   * @param address by lane, in the compute unit's shared memory
   */
  abstract void perform(PeerUnit port, Cta cta, LocalStore store, long[] address);

  /** It is back at its compute unit. */
  abstract void answered(PeerUnit port, long now);

  @Override
  public PeerChannel channel() {
    return performed ? PeerChannel.ANSWER : PeerChannel.REQUEST;
  }

  @Override
  public boolean stores() {
    return !performed && use() != LocalMemoryUse.READ;
  }

  boolean performed() {
    return performed;
  }

  boolean present() {
    return present;
  }

  /** It has come to its target, where the CTA is or is not. */
  void arrived(boolean isPresent) {
    performed = true;
    present = isPresent;
  }

  /** The number by which a store knows threads of other compute units. */
  static int slot(PeerUnit port) {
    return port.unit.warps.length + 2;
  }

  /** What lanes have written is in the memory at once: the copy unit sees it, too. */
  static void land(PeerUnit port, LocalStore store) {
    if (store instanceof AsyncProxyStore proxy) {
      proxy.landWrites(slot(port));
    }
  }

  /** The first of the lanes. */
  int firstLane() {
    return Long.numberOfTrailingZeros(lanes);
  }
}
