package dev.syncopate.machine.warp;

import dev.syncopate.memory.local.AsyncCopies;
import org.jspecify.annotations.Nullable;

/**
 * Memory instructions of a warp: lanes of a divided one that are done, fences and copies in flight,
 * and for reports the latest accesses. The memory side's execution units change it.
 */
public final class AccessState {
  /** Device words written last, for reports. */
  public final LatestWrites wrote = new LatestWrites();

  private final int width;
  private long completedLanes;
  private int synchronising;

  /** Requests to other compute units without an answer, and asynchronous ones among them. */
  private int peerRequests;

  private int peerStores;

  /** Synchronising requests to other compute units without an answer. */
  private int peerSynchronising;

  /** Fences that wait for room in the load-store unit. */
  private int dueFences;

  /** The lanes that a fence has released for, and for which of their instructions; -1 for none. */
  private int releasedPc;

  private long releasedLanes;
  private @Nullable AsyncCopies copies;
  private @Nullable AsyncCopies bulkReads;
  private @Nullable AsyncCopies bulkCopies;
  private @Nullable AsyncCopies products;
  private int latestPc;
  private long latestLanes;
  private long latestAddress;

  AccessState(int width) {
    this.width = width;
  }

  void start() {
    completedLanes = 0;
    synchronising = 0;
    peerRequests = 0;
    peerStores = 0;
    dueFences = 0;
    peerSynchronising = 0;
    releasedPc = -1;
    copies = null;
    bulkReads = null;
    bulkCopies = null;
    products = null;
    latestPc = -1;
    wrote.clear();
  }

  // ---- instructions that issue for some lanes after others ----

  /** Lanes that have done their part of an instruction that cannot issue for all at once. */
  public long done() {
    return completedLanes;
  }

  /** Lanes have done their part, and wait for the rest. */
  public void addDone(long lanes) {
    completedLanes |= lanes;
  }

  /** The instruction is done for all lanes, or lanes no longer execute it. */
  public void clearDone(long lanes) {
    completedLanes &= ~lanes;
  }

  // ---- synchronisation ----

  /** Whether fences or synchronising accesses are not complete. */
  public boolean synchronising() {
    return synchronising > 0;
  }

  /** A fence or a synchronising access issues. */
  public void synchronisationBegins() {
    synchronising++;
  }

  /** One is complete. */
  public void synchronisationEnds() {
    synchronising--;
  }

  /** A fence begins to wait for room in the load-store unit, or no longer does. */
  public void fenceDue(boolean due) {
    dueFences += due ? 1 : -1;
  }

  /** Whether one does. */
  public boolean isFenceDue() {
    return dueFences > 0;
  }

  /** Lanes have released what they did before an instruction, by a fence. */
  public void released(int pc, long lanes) {
    releasedPc = pc;
    releasedLanes = lanes;
  }

  /** Whether lanes have done so; from now on they have not. */
  public boolean takeReleased(int pc, long lanes) {
    boolean isReleased = releasedPc == pc && (lanes & ~releasedLanes) == 0;
    if (isReleased) {
      releasedPc = -1;
    }
    return isReleased;
  }

  // ---- accesses to the shared memory of other CTAs ----

  /** Whether such accesses are on their way. */
  public boolean awaitsPeers() {
    return peerRequests > 0;
  }

  /** A synchronising access to another CTA is on its way, or no longer. */
  public void synchronisesWithPeer(boolean begins) {
    peerSynchronising += begins ? 1 : -1;
    synchronising += begins ? 1 : -1;
  }

  /** Whether one is, behind which no access may be performed. */
  public boolean synchronisesWithPeers() {
    return peerSynchronising > 0;
  }

  /** Whether asynchronous stores are, for which fences and barriers do not wait. */
  public boolean storesToPeers() {
    return peerStores > 0;
  }

  /** A request leaves. */
  public void peerRequested(boolean asynchronous) {
    peerRequests += asynchronous ? 0 : 1;
    peerStores += asynchronous ? 1 : 0;
  }

  /** It is answered. */
  public void peerAnswered(boolean asynchronous) {
    peerRequests -= asynchronous ? 0 : 1;
    peerStores -= asynchronous ? 1 : 0;
  }

  // ---- asynchronous copies ----

  /** The warp's asynchronous copies; null before the first. */
  public @Nullable AsyncCopies copies() {
    return copies;
  }

  /** The same, made for the first one. */
  public AsyncCopies makeCopies() {
    AsyncCopies asyncCopies = copies;
    if (asyncCopies == null) {
      asyncCopies = new AsyncCopies(width);
      copies = asyncCopies;
    }
    return asyncCopies;
  }

  /** The warp's bulk copies in groups that have not read all that they copy. */
  public AsyncCopies makeBulkReads() {
    AsyncCopies reads = bulkReads;
    if (reads == null) {
      reads = new AsyncCopies(width);
      bulkReads = reads;
    }
    return reads;
  }

  /** The warp's bulk copies in groups that are not over. */
  public AsyncCopies makeBulkCopies() {
    AsyncCopies bulk = bulkCopies;
    if (bulk == null) {
      bulk = new AsyncCopies(width);
      bulkCopies = bulk;
    }
    return bulk;
  }

  /** The warp's parts of warpgroups' products that are not over. */
  public AsyncCopies makeProducts() {
    AsyncCopies pending = products;
    if (pending == null) {
      pending = new AsyncCopies(width);
      products = pending;
    }
    return pending;
  }

  // ---- the latest load or atomic, local memory left out, for reports ----

  /**
   * A load or atomic issues.
   *
   * @param address generic address of the first of its lanes
   */
  public void note(int pc, long lanes, long address) {
    latestPc = pc;
    latestLanes = lanes;
    latestAddress = address;
  }

  /** Index of the instruction, -1 before the first. */
  public int latestPc() {
    return latestPc;
  }

  /** Lanes that it issued for. */
  public long latestLanes() {
    return latestLanes;
  }

  /** The first of these lanes' generic address. */
  public long latestAddress() {
    return latestAddress;
  }
}
