package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Serialise;
import java.util.function.LongConsumer;

/**
 * Who makes the next attempt, and who waits for it (localtm §III-A): all lanes that have failed;
 * one of them, if the mask has not changed; one of the work-group, if that did not help.
 */
final class Serialisation {
  private final TransactionUnit unit;
  private final TransactionPolicy policy;
  private final TransactionUnit.Listener listener;

  /** Wavefronts that have the work-group to themselves; one, if that is arbitrated. */
  private long exclusive;

  /** Wavefronts that wait at {@code tx.begin}. */
  private long held;

  Serialisation(TransactionUnit unit, TransactionPolicy policy, TransactionUnit.Listener listener) {
    this.unit = unit;
    this.policy = policy;
    this.listener = listener;
  }

  Serialisation copy(TransactionUnit of, TransactionUnit.Listener to) {
    Serialisation copy = new Serialisation(of, policy, to);
    copy.exclusive = exclusive;
    copy.held = held;
    return copy;
  }

  long exclusive() {
    return exclusive;
  }

  /** Whether a wavefront may pass {@code tx.begin}; if not it is told when. */
  boolean mayBegin(int wavefront) {
    if (exclusive == 0 || (exclusive >>> wavefront & 1) != 0) {
      return true;
    }
    held |= 1L << wavefront;
    return false;
  }

  /**
   * Lanes that have failed as often as they may are let go outside of any transaction, and nobody
   * else of their wavefront until they have come to its end.
   *
   * @return which; 0 if none has
   */
  long giveUp(int wavefront) {
    Wavefront of = unit.wavefronts[wavefront];
    int most = unit.config.fallback();
    if (most == 0 || of.state == WavefrontState.GIVEN_UP) {
      return 0;
    }
    long lanes = of.losers(most);
    if (lanes != 0) {
      unit.record(of, wavefront, WavefrontEvent.GIVE_UP);
      letOthersGo(wavefront);
      of.aborted = false;
      of.state = WavefrontState.GIVEN_UP;
    }
    return lanes;
  }

  /** Lanes are left when those outside have come to the end. */
  private void goOn(int wavefront, Wavefront of) {
    unit.record(of, wavefront, WavefrontEvent.AGAIN);
    boolean serial = of.alone >= 0 && unit.config.serialise() == Serialise.REST;
    of.state = serial ? WavefrontState.ALONE : WavefrontState.TOGETHER;
    of.before = 0;
    of.equal = 0;
    advance(of);
  }

  /** Which state the next attempt is made in, and by which lane if it is alone. */
  void decide(int wavefront) {
    Wavefront of = unit.wavefronts[wavefront];
    boolean same = of.mask == of.before;
    boolean aborted = of.aborted;
    of.aborted = false;
    if (aborted && unit.config.groupSerialisation() == GroupSerialisation.ARBITRATED) {
      unit.record(of, wavefront, WavefrontEvent.AGAIN); // no fault of its own
      if (of.state == WavefrontState.ALONE) {
        advance(of);
      }
      return;
    }
    of.equal = same ? Math.min(of.equal + 1, unit.config.attempts()) : 1;
    of.before = of.mask;
    switch (of.state) {
      case TOGETHER -> {
        boolean stuck = of.equal >= unit.config.attempts();
        unit.record(of, wavefront, stuck ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN);
        if (stuck && policy.serialises()) {
          unit.counters.wavefrontSerialisations++;
          of.state = WavefrontState.ALONE;
          advance(of);
        }
      }
      case ALONE, EXCLUSIVE -> {
        boolean stuck = (of.mask >>> of.alone & 1) != 0;
        unit.record(of, wavefront, stuck ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN);
        if (!stuck) {
          letOthersGo(wavefront);
          boolean rest = unit.config.serialise() == Serialise.REST;
          of.state = rest ? WavefrontState.ALONE : WavefrontState.TOGETHER;
          of.equal = 1;
          advance(of);
        } else if (of.state == WavefrontState.ALONE && mayExclude()) {
          exclude(wavefront, of);
        }
      }
      case GIVEN_UP -> goOn(wavefront, of);
      case OUTSIDE -> throw new IllegalStateException("no transaction has ended");
    }
  }

  /** The next lane to run alone: the lowest that has yet to commit. */
  private static void advance(Wavefront of) {
    of.alone = of.state == WavefrontState.TOGETHER ? -1 : Long.numberOfTrailingZeros(of.mask);
  }

  private boolean mayExclude() {
    return exclusive == 0 || unit.config.groupSerialisation() == GroupSerialisation.UNARBITRATED;
  }

  /** Work-group serialisation: every other wavefront's attempt is over. */
  private void exclude(int wavefront, Wavefront of) {
    unit.counters.workGroupSerialisations++;
    of.state = WavefrontState.EXCLUSIVE;
    exclusive |= 1L << wavefront;
    for (int i = 0; i < unit.wavefronts.length; i++) {
      Wavefront other = unit.wavefronts[i];
      if (i != wavefront && other.running != 0) {
        other.aborted = true;
        unit.counters.aborts += Long.bitCount(other.running);
        unit.fail(i, other.running, WavefrontEvent.ABORT, -1);
      }
    }
  }

  void letOthersGo(int wavefront) {
    if ((exclusive >>> wavefront & 1) == 0) {
      return;
    }
    exclusive &= ~(1L << wavefront);
    if (exclusive != 0) {
      return;
    }
    long waiting = held;
    held = 0;
    for (; waiting != 0; waiting &= waiting - 1) {
      listener.mayBegin(Long.numberOfTrailingZeros(waiting));
    }
  }

  void write(LongConsumer to) {
    to.accept(exclusive);
    to.accept(held);
  }
}
