package dev.syncopate.memory.transaction;

import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Transactions of a work-group's wavefronts, and what {@link WavefrontTable} does to them. */
final class Wavefronts implements Stateful<WavefrontState, AffectedLanes> {
  final StateMachine<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> machine;
  final Serialisation serialisation;
  private final TransactionUnit unit;
  private final Wavefront[] all;
  private final AffectedLanes affected = new AffectedLanes();

  /** Wavefronts in a transaction. */
  private long busy;

  /**
   * @param count wavefronts of the work-group
   * @param time for messages
   */
  Wavefronts(
      TransactionUnit unit,
      TransactionTables tables,
      int count,
      TransactionUnit.Listener listener,
      LongSupplier time) {
    this.unit = unit;
    all = new Wavefront[count];
    for (int i = 0; i < count; i++) {
      all[i] = new Wavefront(unit.width);
    }
    serialisation = new Serialisation(unit, this, listener);
    machine = new StateMachine<>(tables.wavefronts, this, "a wavefront's transaction", time);
  }

  private Wavefronts(Wavefronts of, TransactionUnit unit, TransactionUnit.Listener listener) {
    this.unit = unit;
    all = new Wavefront[of.all.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = of.all[i].copy();
    }
    busy = of.busy;
    serialisation = of.serialisation.copy(unit, this, listener);
    machine = of.machine.sharedWith(this);
  }

  Wavefronts copy(TransactionUnit of, TransactionUnit.Listener listener) {
    return new Wavefronts(this, of, listener);
  }

  int count() {
    return all.length;
  }

  Wavefront get(int wavefront) {
    return all[wavefront];
  }

  /** Whether a wavefront is in a transaction. */
  boolean busy() {
    return busy != 0;
  }

  @Override
  public WavefrontState state(long wavefront, int part) {
    return all[(int) wavefront].state;
  }

  @Override
  public void enter(WavefrontState next, long wavefront, int part, @Nullable AffectedLanes lanes) {
    all[(int) wavefront].state = next;
  }

  /** An event happens to a wavefront. */
  void fire(int wavefront, WavefrontEvent event) {
    machine.fire(all[wavefront].state, event, wavefront, 0, null);
  }

  /** An event that is no conflict happens to lanes of a wavefront. */
  void fire(int wavefront, WavefrontEvent event, long lanes) {
    fire(wavefront, event, lanes, AffectedLanes.NO_BANK);
  }

  /**
   * An event happens to lanes of a wavefront.
   *
   * @param bank in which their conflict was found
   */
  void fire(int wavefront, WavefrontEvent event, long lanes, int bank) {
    AffectedLanes cause = affected.set(lanes, bank);
    machine.fire(all[wavefront].state, event, wavefront, 0, cause);
  }

  private static long mask(@Nullable AffectedLanes lanes) {
    return Objects.requireNonNull(lanes).mask();
  }

  private static int number(@Nullable AffectedLanes lanes) {
    return Long.bitCount(mask(lanes));
  }

  // ---- actions on lanes ----

  /** Begins a wavefront's transaction with its first attempt. */
  void begin(int wavefront, @Nullable AffectedLanes lanes) {
    unit.counters.attempts += number(lanes);
    unit.counters.begins += number(lanes);
    all[wavefront].begin(mask(lanes));
    busy |= 1L << wavefront;
  }

  /** Begins an attempt after the first. */
  void runAgain(int wavefront, @Nullable AffectedLanes lanes) {
    unit.counters.attempts += number(lanes);
    all[wavefront].retrying &= ~mask(lanes);
    all[wavefront].run(mask(lanes));
  }

  /** Lets lanes go on behind {@code tx.begin} outside of any transaction. */
  void runOutside(int wavefront, @Nullable AffectedLanes lanes) {
    unit.counters.fallbacks += number(lanes);
    all[wavefront].retrying &= ~mask(lanes);
    all[wavefront].runOutside(mask(lanes));
  }

  /** Tells lanes that their transaction was given up. */
  void tell(int wavefront, @Nullable AffectedLanes lanes) {
    all[wavefront].told |= mask(lanes);
  }

  /** Ends what lanes do in the place of a transaction that was given up. */
  void endOutside(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.unnoticed();
    all[wavefront].outside &= ~mask(lanes);
    all[wavefront].told &= ~mask(lanes);
    all[wavefront].deepen(mask(lanes), -1);
  }

  /** Counts the transactions around lanes. */
  void deepen(int wavefront, @Nullable AffectedLanes lanes, int by) {
    all[wavefront].deepen(mask(lanes), by);
  }

  /** Makes the values of lanes' words final. */
  void commitWords(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.commit(wavefront, mask(lanes));
  }

  /** Clears all filters of lanes. */
  void clearFilters(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.clearFilters(wavefront, mask(lanes));
  }

  /** Ends the transactions of lanes that commit. */
  void endLanes(int wavefront, @Nullable AffectedLanes lanes) {
    all[wavefront].running &= ~mask(lanes);
    all[wavefront].deepen(mask(lanes), -1);
    unit.counters.commits += number(lanes);
  }

  void countSerialised(@Nullable AffectedLanes lanes) {
    unit.counters.serialised += number(lanes);
  }

  /** Ends the attempt of lanes in a conflict: their words get their values of before. */
  void fail(int wavefront, @Nullable AffectedLanes lanes) {
    rollBack(wavefront, lanes);
    all[wavefront].lose(mask(lanes), unit.config.fallback());
  }

  /** Ends the attempt of lanes for the sake of another wavefront. */
  void interrupt(int wavefront, @Nullable AffectedLanes lanes) {
    rollBack(wavefront, lanes);
    all[wavefront].aborted = true;
    unit.counters.aborts += number(lanes);
  }

  private void rollBack(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.rollBack(wavefront, Objects.requireNonNull(lanes));
    all[wavefront].fail(mask(lanes));
  }

  /** Ends a wavefront's transaction: all lanes have committed. */
  void end(int wavefront) {
    all[wavefront].end();
    busy &= ~(1L << wavefront);
  }

  // ---- actions at the end of an attempt ----

  void countAttempt(int wavefront) {
    all[wavefront].failed++;
    all[wavefront].aborted = false;
  }

  /** Counts the attempts in a row that have ended with the mask that is. */
  void noteMask(int wavefront) {
    Wavefront of = all[wavefront];
    of.equal = serialisation.equal(of);
    of.before = of.mask;
  }

  /** Counts from this attempt on, whatever its mask is. */
  void noteNewMask(int wavefront) {
    all[wavefront].equal = 1;
    all[wavefront].before = all[wavefront].mask;
  }

  /** Counts from the next attempt on. */
  void forgetMask(int wavefront) {
    all[wavefront].equal = 0;
    all[wavefront].before = 0;
  }

  /** Has no lane run alone. */
  void forgetLane(int wavefront) {
    all[wavefront].alone = -1;
  }

  /** Picks the lane to run alone: the lowest that has yet to commit. */
  void pickLane(int wavefront) {
    all[wavefront].alone = Long.numberOfTrailingZeros(all[wavefront].mask);
  }

  void countSerialisation() {
    unit.counters.wavefrontSerialisations++;
  }

  void sendMask(int wavefront) {
    all[wavefront].sendBack(all[wavefront].mask);
  }

  void sendLane(int wavefront) {
    all[wavefront].sendBack(1L << all[wavefront].alone);
  }

  void sendLosers(int wavefront) {
    all[wavefront].sendBack(all[wavefront].losers(unit.config.fallback()));
  }

  /** Sends all lanes back that have begun together. */
  void sendGroup(int wavefront) {
    all[wavefront].sendBack(all[wavefront].group);
  }

  void write(LongConsumer to) {
    for (Wavefront of : all) {
      of.write(to);
    }
    serialisation.write(to);
  }
}
