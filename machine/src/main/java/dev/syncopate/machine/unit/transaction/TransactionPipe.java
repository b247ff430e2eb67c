package dev.syncopate.machine.unit.transaction;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.TransactionStore;
import dev.syncopate.memory.transaction.TransactionCounters;
import dev.syncopate.memory.transaction.TransactionTables;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.memory.transaction.WorkGroup;
import org.jspecify.annotations.Nullable;

/**
 * Executes transactions for the warps of a compute unit. A lane that fails is taken out of its
 * split at once. When no lane of the warp's transaction runs any more, failed lanes return to
 * {@code tx.begin}, with the registers and the local memory that they had there.
 */
public final class TransactionPipe extends ExecutionUnit {
  /** What the transactions of this compute unit have counted. */
  public final TransactionCounters counters = new TransactionCounters();

  private final TxConfig config;
  private final WarpTransaction[] warps;

  /** Shared memory where kernels have no transactions, and where they have. */
  private final LocalStore plain;

  private @Nullable TransactionStore store;
  private boolean transactional;

  /** The bytes of kernels with bulk copies; null before the first. */
  private @Nullable AsyncProxyStore proxyStore;

  private final int storeDelay;

  /**
   * Where a roll-back writes lanes' own memory; null until that is {@linkplain #restoreBy said}.
   */
  private @Nullable LocalStores localStores;

  /** The tables of the running kernel's units; null before the first kernel with transactions. */
  private @Nullable TransactionTables tables;

  /** The unit of each warp slot's CTA. */
  private final @Nullable TransactionUnit[] units;

  public TransactionPipe(ComputeUnit unit, MachineConfig machine) {
    super(unit, Pipe.TRANSACTION);
    this.config = machine.tx();
    this.plain = unit.local;
    this.storeDelay = machine.copy().storeDelay();
    this.units = new TransactionUnit[unit.warps.length];
    this.warps = new WarpTransaction[unit.warps.length];
  }

  /** Says by what a roll-back writes lanes' own memory. */
  public void restoreBy(LocalStores stores) {
    localStores = stores;
  }

  // ---- launches ----

  @Override
  public void load(HotKernel kernel) {
    transactional = kernel.program.transactional();
    if (!transactional) {
      unit.local = kernel.program.usesAsyncProxy() ? seenByCopies() : plain;
      return;
    }
    TxConfig settings = kernel.program.asksForFailure() ? config : config.withoutFallback();
    if (tables == null || !tables.config().equals(settings)) {
      tables = TransactionTables.of(settings);
    }
    TransactionStore transactionStore = store;
    if (transactionStore == null) {
      transactionStore = plain.withTransactions(unit.warps.length, unit.config.warpWidth());
      store = transactionStore;
    }
    unit.local = transactionStore;
  }

  /** The bytes of a kernel with bulk copies. */
  private LocalStore seenByCopies() {
    AsyncProxyStore proxies = proxyStore;
    if (proxies == null) {
      int delay = unit.memory.answersAtOnce() ? 0 : storeDelay;
      proxies = plain.withAsyncProxy(delay, unit::now);
      proxyStore = proxies;
    }
    proxies.reset();
    return proxies;
  }

  @Override
  public void arrived(Cta cta) {
    TransactionStore transactionStore = store;
    TransactionTables executed = tables;
    if (!transactional || transactionStore == null || executed == null) {
      return;
    }
    WorkGroup group =
        new WorkGroup(
            transactionStore.bytes(),
            cta.sharedBase,
            cta.grid().sharedBytes(),
            unit.config.sharedBanks(),
            cta.warps.length,
            unit.config.warpWidth());
    TransactionUnit transactionUnit =
        new TransactionUnit(
            executed, group, counters, wavefront -> mayBegin(cta.warps[wavefront]), unit::now);
    if (cta.grid().space().strict().tables()) {
      transactionUnit.check();
    }
    for (int i = 0; i < cta.warps.length; i++) {
      int slot = cta.warps[i].slot;
      units[slot] = transactionUnit;
      transactionStore.enter(slot, transactionUnit, i, cta.sharedBase);
      WarpTransaction previous = warps[slot];
      if (previous != null) {
        previous.local.clear();
      }
    }
  }

  private void mayBegin(Warp warp) {
    if (warp.waiting() == Wait.TRANSACTION) {
      unit.resume(warp, 0);
    }
  }

  // ---- instructions ----

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    TransactionOp transaction = (TransactionOp) op;
    TransactionUnit group = unit(warp);
    long doomed = group.doomed(warp.indexInCta()) & lanes;
    if (doomed != 0) {
      unit.notExecuted(lanes, true);
      stop(warp, doomed); // who is left executes it next
      return true;
    }
    return transaction.begins
        ? begin(transaction, group, warp, lanes, now)
        : commit(group, warp, lanes, now);
  }

  private boolean begin(TransactionOp op, TransactionUnit group, Warp warp, long lanes, long now) {
    long beginningLanes = lanes;
    long retrying = group.retrying(warp.indexInCta()) & lanes;
    if (retrying != 0 && retrying != lanes) {
      warp.schedule.setApart(lanes & ~retrying);
      beginningLanes = retrying;
    }
    boolean nested =
        ((group.running(warp.indexInCta()) | group.outside(warp.indexInCta())) & beginningLanes)
            != 0;
    if (!nested) {
      if (warp.awaitsResults()) { // a value that would come into a register of this attempt
        return unit.refuse(warp, Wait.VALUE, Stall.MEMORY);
      }
      AsyncCopies copies = warp.accesses.copies();
      if (copies != null && !copies.allLanded(-1L)) {
        return unit.refuse(warp, Wait.COPIES, Stall.MEMORY);
      }
    }
    long restored = retrying != 0 ? restoreLocal(warp, beginningLanes, now) : now;
    if (restored == LocalStores.REFUSED) {
      return unit.refuse(warp, Wait.LOAD_STORE_UNIT, Stall.LOAD_STORE_UNIT);
    }
    switch (group.begin(warp.indexInCta(), beginningLanes)) {
      case HELD -> {
        return unit.refuse(warp, Wait.TRANSACTION, Stall.TRANSACTION);
      }
      case OCCUPIED -> {
        unit.notExecuted(lanes, true);
        warp.schedule.giveWay();
        return true;
      }
      case BEGUN -> {
        WarpTransaction warpTransaction = of(warp);
        warpTransaction.keep(warp);
        warpTransaction.begin(
            warp.schedule.begin(op.meeting), warp.schedule.returnAddresses().length);
      }
      case RETRIED, GIVEN_UP -> {
        WarpTransaction warpTransaction = of(warp);
        warpTransaction.restore(warp, beginningLanes);
        warpTransaction.begin(
            warp.schedule.begin(op.meeting), warp.schedule.returnAddresses().length);
      }
      case NESTED -> {}
    }
    observed(warp, beginningLanes, false);
    unit.notExecuted(lanes & ~beginningLanes, false);
    warp.schedule.next();
    rest(warp, restored);
    return true;
  }

  private boolean commit(TransactionUnit group, Warp warp, long lanes, long now) {
    long ended = group.commit(warp.indexInCta(), lanes);
    long endCycle = now;
    if (ended != 0) {
      observed(warp, ended, true);
      of(warp).local.commit(ended);
      endCycle = unit.queue(Pipe.SHARED, now, group.lastCycles());
      sendBack(group, warp, endCycle);
      unit.progressed();
    }
    warp.schedule.next();
    rest(warp, endCycle);
    return true;
  }

  private void observed(Warp warp, long lanes, boolean commit) {
    if (unit.observer != null) {
      unit.observer.transaction(unit.index, warp, warp.schedule.pc(), lanes, commit);
    }
  }

  /** A scalar instruction's latency (localtm §IV). */
  private void rest(Warp warp, long startCycle) {
    long endCycle = startCycle + unit.config.integerLatency();
    warp.extendRest(endCycle, Stall.TRANSACTION);
  }

  // ---- lanes' own memory ----

  /** Whether {@link #wroteLocal} is to be told what lanes write to their own memory. */
  public boolean restoresLocal() {
    return transactional;
  }

  /**
   * Lanes write to their own memory, which a roll-back is to restore.
   *
   * @param address of each lane in it
   * @param operand of element e of lane l at {@code e * width + l}
   */
  public void wroteLocal(
      Warp warp, MemoryOperation operation, long lanes, long[] address, long[] operand) {
    of(warp).local.write(operation, lanes, insideOf(warp, lanes), address, operand);
  }

  /**
   * Makes the own memory of lanes what it was at {@code tx.begin}.
   *
   * @return the cycle in which the stores have gone, or {@link LocalStores#REFUSED} if not all have
   */
  private long restoreLocal(Warp warp, long lanes, long now) {
    LocalStores stores = localStores;
    if (stores == null) {
      throw new IllegalStateException("nothing writes local memory");
    }
    LocalVersions.Restored restored =
        of(warp).local.restore(stores, warp.schedule.pc(), warp, lanes, now);
    counters.restored += restored.words();
    return restored.complete() ? restored.endCycle() : LocalStores.REFUSED;
  }

  // ---- lanes that fail ----

  /**
   * Takes lanes of the current split that have failed out of it.
   *
   * @return whether the split is still the current one
   */
  public boolean stop(Warp warp, long failed) {
    TransactionUnit group = unit(warp);
    boolean lanesRemain = (warp.schedule.active() & ~failed) != 0;
    warp.accesses.clearDone(failed);
    int pc = warp.schedule.pc();
    int[] calls = warp.schedule.returnAddresses();
    warp.schedule.withdraw(failed, of(warp).stretch());
    group.stopped(warp.indexInCta(), failed);
    sendBack(group, warp, unit.now() + toCommit(warp, pc, calls));
    warp.schedule.goOn();
    return lanesRemain;
  }

  /**
   * Cycles in which lanes that have nothing to do step from an instruction to the commit of their
   * transaction: a dependent instruction's latency each, on the shortest way.
   */
  private long toCommit(Warp warp, int pc, int[] calls) {
    if (config.restart() == TxConfig.Restart.AT_ONCE) {
      return 0;
    }
    HotKernel kernel = warp.grid().kernel();
    long steps = 0;
    int currentPc = pc;
    for (int i = 0; i < calls.length - of(warp).depth(); i++) {
      steps += kernel.toReturn[currentPc] + 1;
      currentPc = calls[i];
    }
    return (steps + kernel.toCommit[currentPc]) * unit.config.integerLatency();
  }

  /**
   * Sends lanes back if the attempt is over.
   *
   * @param now when it is
   */
  private void sendBack(TransactionUnit group, Warp warp, long now) {
    long again = group.restart(warp.indexInCta());
    if (again == 0) {
      return;
    }
    warp.schedule.sendBack(again, of(warp).stretch());
    long retryCycle = now + (long) config.backoff() * group.failed(warp.indexInCta());
    if (retryCycle > unit.now()) {
      warp.backOff(retryCycle, Stall.TRANSACTION);
    }
  }

  /** Whether some lanes of a warp are in a transaction that has not been given up. */
  public boolean inside(Warp warp, long lanes) {
    if (!transactional) {
      return false;
    }
    return insideOf(warp, lanes) != 0;
  }

  /** Those of some lanes that are in a transaction that has not been given up. */
  private long insideOf(Warp warp, long lanes) {
    TransactionUnit group = unit(warp);
    int warpInCta = warp.indexInCta();
    return group.pending(warpInCta) & ~group.outside(warpInCta) & lanes;
  }

  private TransactionUnit unit(Warp warp) {
    TransactionUnit group = units[warp.slot];
    if (group == null) {
      throw new IllegalStateException("no CTA has moved into warp slot " + warp.slot);
    }
    return group;
  }

  private WarpTransaction of(Warp warp) {
    WarpTransaction warpTransaction = warps[warp.slot];
    if (warpTransaction == null) {
      warpTransaction = new WarpTransaction(warp.width);
      warps[warp.slot] = warpTransaction;
    }
    return warpTransaction;
  }
}
