package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Serialise;
import java.util.function.LongConsumer;

/**
 * The wavefront that makes the next attempt, and those that wait for it (localtm §III-A): all lanes
 * that have failed. If the mask has not changed, one lane of them; if that did not help, one lane
 * of the work-group.
 */
final class Serialisation {
  private final TransactionUnit unit;
  private final Wavefronts wavefronts;
  private final TransactionUnit.Listener listener;

  /** Wavefronts that have the work-group to themselves; one, if that is arbitrated. */
  private long exclusive;

  /** Wavefronts that wait at {@code tx.begin}. */
  private long heldWavefronts;

  Serialisation(TransactionUnit unit, Wavefronts wavefronts, TransactionUnit.Listener listener) {
    this.unit = unit;
    this.wavefronts = wavefronts;
    this.listener = listener;
  }

  Serialisation copy(
      TransactionUnit newUnit, Wavefronts newWavefronts, TransactionUnit.Listener newListener) {
    Serialisation copy = new Serialisation(newUnit, newWavefronts, newListener);
    copy.exclusive = exclusive;
    copy.heldWavefronts = heldWavefronts;
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
    heldWavefronts |= 1L << wavefront;
    return false;
  }

  /** What the end of a wavefront's attempt is. */
  WavefrontEvent end(Wavefront wavefront) {
    int fallback = unit.config.fallback();
    if (wavefront.mask == 0) {
      return WavefrontEvent.DONE;
    } else if (fallback != 0
        && wavefront.state != WavefrontState.GIVEN_UP
        && wavefront.losers(fallback) != 0) {
      return WavefrontEvent.GIVE_UP;
    } else if (wavefront.aborted && isArbitrated()) {
      return WavefrontEvent.INTERRUPTED; // not the lane's fault
    }
    return switch (wavefront.state) {
      case TOGETHER ->
          equal(wavefront) >= unit.config.attempts() ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN;
      case ALONE -> {
        boolean stuckBehind = exclusive != 0 && isArbitrated();
        WavefrontEvent stuck = stuckBehind ? WavefrontEvent.STUCK_BEHIND : WavefrontEvent.STUCK;
        yield hasFailedAlone(wavefront) ? stuck : WavefrontEvent.AGAIN;
      }
      case EXCLUSIVE -> hasFailedAlone(wavefront) ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN;
      case GIVEN_UP ->
          wavefront.soleLane >= 0 && unit.config.serialise() == Serialise.REST
              ? WavefrontEvent.AGAIN_SERIALISED
              : WavefrontEvent.AGAIN;
      case OUTSIDE -> throw new IllegalStateException("no transaction has ended");
    };
  }

  private boolean isArbitrated() {
    return unit.config.groupSerialisation() == GroupSerialisation.ARBITRATED;
  }

  private static boolean hasFailedAlone(Wavefront wavefront) {
    return (wavefront.mask >>> wavefront.soleLane & 1) != 0;
  }

  /** Attempts in a row that have ended with the mask that is, as far as they count. */
  int equal(Wavefront wavefront) {
    return wavefront.mask == wavefront.previousMask
        ? Math.min(wavefront.equal + 1, unit.config.attempts())
        : 1;
  }

  /** Work-group serialisation: ends every other wavefront's attempt. */
  void exclude(int wavefront) {
    unit.counters.workGroupSerialisations++;
    exclusive |= 1L << wavefront;
    for (int i = 0; i < wavefronts.count(); i++) {
      long running = wavefronts.get(i).running;
      if (i != wavefront && running != 0) {
        wavefronts.fire(i, WavefrontEvent.ABORT, running);
      }
    }
  }

  /** Lets all wavefronts go on, unless another has the work-group to itself, too. */
  void letOthersGo(int wavefront) {
    exclusive &= ~(1L << wavefront);
    if (exclusive != 0) {
      return;
    }
    long waiting = heldWavefronts;
    heldWavefronts = 0;
    for (; waiting != 0; waiting &= waiting - 1) {
      listener.mayBegin(Long.numberOfTrailingZeros(waiting));
    }
  }

  void write(LongConsumer sink) {
    sink.accept(exclusive);
    sink.accept(heldWavefronts);
  }
}
