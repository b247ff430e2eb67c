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
  private final Wavefront[] wavefronts;
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
    wavefronts = new Wavefront[count];
    for (int i = 0; i < count; i++) {
      wavefronts[i] = new Wavefront(unit.width);
    }
    serialisation = new Serialisation(unit, this, listener);
    machine = new StateMachine<>(tables.wavefronts, this, "a wavefront's transaction", time);
  }

  private Wavefronts(Wavefronts original, TransactionUnit unit, TransactionUnit.Listener listener) {
    this.unit = unit;
    wavefronts = new Wavefront[original.wavefronts.length];
    for (int i = 0; i < wavefronts.length; i++) {
      wavefronts[i] = original.wavefronts[i].copy();
    }
    busy = original.busy;
    serialisation = original.serialisation.copy(unit, this, listener);
    machine = original.machine.sharedWith(this);
  }

  Wavefronts copy(TransactionUnit newUnit, TransactionUnit.Listener listener) {
    return new Wavefronts(this, newUnit, listener);
  }

  int count() {
    return wavefronts.length;
  }

  Wavefront get(int wavefront) {
    return wavefronts[wavefront];
  }

  /** Whether a wavefront is in a transaction. */
  boolean busy() {
    return busy != 0;
  }

  @Override
  public WavefrontState state(long wavefront, int part) {
    return wavefronts[(int) wavefront].state;
  }

  @Override
  public void enter(WavefrontState next, long wavefront, int part, @Nullable AffectedLanes lanes) {
    wavefronts[(int) wavefront].state = next;
  }

  /** An event happens to a wavefront. */
  void fire(int wavefront, WavefrontEvent event) {
    machine.fire(wavefronts[wavefront].state, event, wavefront, 0, null);
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
    machine.fire(wavefronts[wavefront].state, event, wavefront, 0, cause);
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
    wavefronts[wavefront].begin(mask(lanes));
    busy |= 1L << wavefront;
  }

  /** Begins an attempt after the first. */
  void runAgain(int wavefront, @Nullable AffectedLanes lanes) {
    unit.counters.attempts += number(lanes);
    wavefronts[wavefront].retrying &= ~mask(lanes);
    wavefronts[wavefront].run(mask(lanes));
  }

  /** Lets lanes go on behind {@code tx.begin} outside of any transaction. */
  void runOutside(int wavefront, @Nullable AffectedLanes lanes) {
    unit.counters.fallbacks += number(lanes);
    wavefronts[wavefront].retrying &= ~mask(lanes);
    wavefronts[wavefront].runOutside(mask(lanes));
  }

  /** Tells lanes that their transaction was given up. */
  void tell(int wavefront, @Nullable AffectedLanes lanes) {
    wavefronts[wavefront].reportedLanes |= mask(lanes);
  }

  /** Ends what lanes do in the place of a transaction that was given up. */
  void endOutside(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.unnoticed();
    wavefronts[wavefront].outside &= ~mask(lanes);
    wavefronts[wavefront].reportedLanes &= ~mask(lanes);
    wavefronts[wavefront].deepen(mask(lanes), -1);
  }

  /** Counts the transactions around lanes. */
  void deepen(int wavefront, @Nullable AffectedLanes lanes, int amount) {
    wavefronts[wavefront].deepen(mask(lanes), amount);
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
    wavefronts[wavefront].running &= ~mask(lanes);
    wavefronts[wavefront].deepen(mask(lanes), -1);
    unit.counters.commits += number(lanes);
  }

  void countSerialised(@Nullable AffectedLanes lanes) {
    unit.counters.serialised += number(lanes);
  }

  /** Ends the attempt of lanes in a conflict: their words get their values of before. */
  void fail(int wavefront, @Nullable AffectedLanes lanes) {
    rollBack(wavefront, lanes);
    wavefronts[wavefront].lose(mask(lanes), unit.config.fallback());
  }

  /** Ends the attempt of lanes for the sake of another wavefront. */
  void interrupt(int wavefront, @Nullable AffectedLanes lanes) {
    rollBack(wavefront, lanes);
    wavefronts[wavefront].aborted = true;
    unit.counters.aborts += number(lanes);
  }

  private void rollBack(int wavefront, @Nullable AffectedLanes lanes) {
    unit.accesses.rollBack(wavefront, Objects.requireNonNull(lanes));
    wavefronts[wavefront].fail(mask(lanes));
  }

  /** Ends a wavefront's transaction: all lanes have committed. */
  void end(int wavefront) {
    wavefronts[wavefront].end();
    busy &= ~(1L << wavefront);
  }

  // ---- actions at the end of an attempt ----

  void countAttempt(int wavefront) {
    wavefronts[wavefront].failed++;
    wavefronts[wavefront].aborted = false;
  }

  /** Counts the attempts in a row that have ended with the mask that is. */
  void noteMask(int wavefront) {
    Wavefront current = wavefronts[wavefront];
    current.equal = serialisation.equal(current);
    current.previousMask = current.mask;
  }

  /** Counts from this attempt on, under any mask. */
  void noteNewMask(int wavefront) {
    wavefronts[wavefront].equal = 1;
    wavefronts[wavefront].previousMask = wavefronts[wavefront].mask;
  }

  /** Counts from the next attempt on. */
  void forgetMask(int wavefront) {
    wavefronts[wavefront].equal = 0;
    wavefronts[wavefront].previousMask = 0;
  }

  /** Has no lane run alone. */
  void forgetLane(int wavefront) {
    wavefronts[wavefront].soleLane = -1;
  }

  /** Picks the lane to run alone: the lowest that has yet to commit. */
  void pickLane(int wavefront) {
    wavefronts[wavefront].soleLane = Long.numberOfTrailingZeros(wavefronts[wavefront].mask);
  }

  void countSerialisation() {
    unit.counters.wavefrontSerialisations++;
  }

  void sendMask(int wavefront) {
    wavefronts[wavefront].sendBack(wavefronts[wavefront].mask);
  }

  void sendLane(int wavefront) {
    wavefronts[wavefront].sendBack(1L << wavefronts[wavefront].soleLane);
  }

  void sendLosers(int wavefront) {
    wavefronts[wavefront].sendBack(wavefronts[wavefront].losers(unit.config.fallback()));
  }

  /** Sends all lanes back that have begun together. */
  void sendGroup(int wavefront) {
    wavefronts[wavefront].sendBack(wavefronts[wavefront].group);
  }

  void write(LongConsumer sink) {
    for (Wavefront wavefront : wavefronts) {
      wavefront.write(sink);
    }
    serialisation.write(sink);
  }
}
