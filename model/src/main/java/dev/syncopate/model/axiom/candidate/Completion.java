package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.Passage;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.Stage;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Completes an execution in every way that may be of use: a write for each read, an order for each
 * two writes to a location.
 *
 * <p>What is settled next decides how soon it is seen that nothing comes of it. No order is good
 * for every test, and a bad one may take a thousand times as long. So two are tried by turns, each
 * time for more steps; what was found stays found.
 *
 * <ul>
 *   <li>What is observed first. First of all is what nothing suited the last time that it was
 *       tried, wherever that was: what it needs is likely to be missing still. Then comes what
 *       outcomes hang on, so that outcomes that are known already are not looked for again: reads,
 *       then which write to a location is the last. Then the other reads, and the other orders of
 *       writes. Of reads always the one next that the fewest writes suit.
 *   <li>The skeleton's order of reads, in which atomic operations and branches come first, then the
 *       orders of writes: good where little is free once these are settled, as with locks.
 * </ul>
 */
final class Completion {
  private static final long FIRST_STEPS = 1024;

  /** Of the steps, each time that both orders have been tried. */
  private static final long GROWTH = 4;

  private final CatEvaluator evaluator;
  private final Enumeration.Visitor visitor;
  private final @Nullable Coherence partial;
  private final Skeleton skeleton;
  private final Passage passage;
  private @Nullable ForcedOrders forced;

  /** Whether what is observed comes first. */
  private boolean observed = true;

  /** Steps after which the other order is tried. */
  private long left = Long.MAX_VALUE;

  /** The read that no write suited, or none. */
  private int stubbornRead = Execution.NONE;

  /** The pair of writes that could not be in order. */
  private int @Nullable [] stubbornPair;

  /** With what the evaluator was told last that reads read. */
  private @Nullable Matching entered;

  /**
   * @param partial puts writes in order where the model does not want all of them to be; else null
   * @param passage how the threads get through their barriers
   */
  Completion(
      CatEvaluator evaluator,
      Enumeration.Visitor visitor,
      @Nullable Coherence partial,
      Skeleton skeleton,
      Passage passage) {
    this.evaluator = evaluator;
    this.visitor = visitor;
    this.partial = partial;
    this.skeleton = skeleton;
    this.passage = passage;
  }

  /**
   * Completes an execution whose skeleton the evaluator was told.
   *
   * @param observedFirst in which order to try it first
   * @return in which order it was done: one that is good for other skeletons of the test, too
   */
  boolean of(Execution start, boolean observedFirst) {
    if (start.matching().isMatched() && !isPossible(start)) {
      return observedFirst;
    }
    if (!visitor.wantsAllowedOnly()) {
      complete(start);
      return observedFirst;
    }
    forced = partial == null ? new ForcedOrders(this::mayBeAllowed, start) : null;
    Execution least = forced == null ? start : forced.least();
    observed = !observedFirst;
    left = 0;
    for (long steps = FIRST_STEPS; left <= 0; steps *= observed == observedFirst ? 1 : GROWTH) {
      observed = !observed;
      left = steps;
      complete(least);
    }
    return observed;
  }

  private void complete(Execution start) {
    Execution execution = start;
    while (left-- > 0) {
      BitSet reads = observed ? urgent(execution) : new BitSet();
      int[] pair = observed ? stubborn(execution) : null;
      if (pair == null && reads.isEmpty()) {
        pair = observed ? open(execution, /* last= */ true) : null;
        reads = unmatched(execution);
        if (pair == null && reads.isEmpty()) {
          pair = open(execution, /* last= */ false);
        }
      }
      if (pair == null && reads.isEmpty()) {
        whole(execution);
        return;
      }
      if (pair == null) {
        match(execution, observed ? next(execution, reads) : first(reads));
        return;
      }
      Execution forwards = execution.ordered(pair[0], pair[1]);
      Execution backwards = execution.ordered(pair[1], pair[0]);
      boolean mayGoBackwards = mayBe(backwards);
      if (mayBe(forwards)) {
        if (mayGoBackwards) {
          stubbornPair = Arrays.equals(pair, stubbornPair) ? null : stubbornPair;
          complete(forwards);
          execution = backwards;
        } else {
          execution = forwards;
        }
      } else if (mayGoBackwards) {
        execution = backwards;
      } else {
        stubbornPair = pair;
        return;
      }
    }
  }

  private void match(Execution execution, int read) {
    boolean suited = false;
    boolean wasStubborn = read == stubbornRead;
    for (int write : execution.matching().sources(read)) {
      if (left <= 0) {
        return;
      }
      Matching matching = execution.matching().with(read, write);
      if (matching != null) {
        Execution longer = settled(execution.with(matching), read, write);
        if (longer != null) {
          suited = true;
          if (!matching.isMatched() || isPossible(longer)) {
            complete(longer);
          }
        }
      }
    }
    if (!suited) {
      stubbornRead = read;
    } else if (wasStubborn) {
      stubbornRead = Execution.NONE;
    }
  }

  private @Nullable Execution settled(Execution execution, int read, int write) {
    if (!mayBe(execution)) {
      return null;
    }
    return forced == null ? execution : forced.settle(execution, read, write, !observed);
  }

  /** The reads one of which comes before anything else that is no stubborn pair. */
  private BitSet urgent(Execution execution) {
    if (stubbornRead == Execution.NONE
        || execution.matching().source(stubbornRead) != Execution.NONE) {
      return visitor.first(execution);
    }
    BitSet stubborn = new BitSet();
    stubborn.set(stubbornRead);
    return stubborn;
  }

  private BitSet unmatched(Execution execution) {
    BitSet reads = new BitSet();
    for (int read : skeleton.reads()) {
      reads.set(read, execution.matching().source(read) == Execution.NONE);
    }
    return reads;
  }

  private int first(BitSet among) {
    for (int read : skeleton.reads()) {
      if (among.get(read)) {
        return read;
      }
    }
    return Execution.NONE;
  }

  private int next(Execution execution, BitSet among) {
    int fewest = Integer.MAX_VALUE;
    int next = Execution.NONE;
    for (int read : skeleton.reads()) {
      if (among.get(read)) {
        int suiting = execution.matching().sources(read).length;
        if (suiting < fewest) {
          fewest = suiting;
          next = read;
        }
      }
    }
    return next;
  }

  private int @Nullable [] stubborn(Execution execution) {
    return stubbornPair == null || execution.isOrdered(stubbornPair[0], stubbornPair[1])
        ? null
        : stubbornPair;
  }

  /**
   * Two writes that are in no order yet; null for none.
   *
   * @param last whether only of writes that may both be the last of their location
   */
  private int @Nullable [] open(Execution execution, boolean last) {
    if (partial != null) {
      return null;
    }
    for (int[] pair : skeleton.pairs()) {
      if (!execution.isOrdered(pair[0], pair[1])
          && !(last
              && (execution.coherence().hasAfter(pair[0])
                  || execution.coherence().hasAfter(pair[1])))) {
        return pair;
      }
    }
    return null;
  }

  private void whole(Execution execution) {
    enter(execution);
    if (partial == null) {
      visitor.whole(execution);
    } else {
      partial.orders(execution);
    }
  }

  /** Whether an execution of which all reads are matched may be one: values come from somewhere. */
  private boolean isPossible(Execution execution) {
    Matching matching = execution.matching();
    return matching.isComplete() && (!passage.needsEnds() || passage.isPossible(matching::source));
  }

  private void enter(Execution execution) {
    Matching matching = execution.matching();
    evaluator.enter(matching == entered ? Stage.COHERENCE : Stage.READS, execution);
    entered = matching;
  }

  /** Whether the model may still allow it, and something new may come of it. */
  private boolean mayBe(Execution execution) {
    return mayBeAllowed(execution) && visitor.isOfUse(execution);
  }

  private boolean mayBeAllowed(Execution execution) {
    enter(execution);
    return !visitor.isHopeless();
  }
}
