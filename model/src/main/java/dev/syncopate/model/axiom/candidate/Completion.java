package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.Passage;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.Stage;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Completes an execution in every way that may be of use: a write for each read, an order for each
 * two writes to a location.
 *
 * <p>What is settled next decides how soon it is seen that nothing comes of it. First is what
 * nothing suited the last time that it was tried, wherever that was: what it needs is likely to be
 * missing still. Then comes what outcomes hang on, so that outcomes that are known already are not
 * looked for again: reads first, then which write to a location is the last. Then the other reads,
 * and the other orders of writes. Of reads always the one next that the fewest writes suit.
 */
final class Completion {
  private final CatEvaluator evaluator;
  private final Enumeration.Visitor visitor;
  private final @Nullable Coherence partial;
  private final Skeleton skeleton;
  private final Passage passage;
  private @Nullable ForcedOrders forced;

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

  /** Completes an execution whose skeleton the evaluator was told. */
  void of(Execution start) {
    if (start.matching().isMatched() && !isPossible(start)) {
      return;
    }
    if (visitor.wantsAllowedOnly() && partial == null) {
      forced = new ForcedOrders(this::mayBeAllowed, start);
      complete(forced.least());
    } else {
      complete(start);
    }
  }

  private void complete(Execution start) {
    Execution execution = start;
    while (true) {
      BitSet reads = reads(execution);
      int[] pair = pair(execution, reads);
      if (pair == null && reads.isEmpty()) {
        whole(execution);
        return;
      }
      if (pair == null) {
        match(execution, next(execution, reads));
        return;
      }
      Execution forwards = execution.ordered(pair[0], pair[1]);
      Execution backwards = execution.ordered(pair[1], pair[0]);
      boolean mayGoBackwards = mayBe(backwards);
      if (mayBe(forwards)) {
        if (mayGoBackwards) {
          stubbornPair = pair == stubbornPair ? null : stubbornPair;
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
    return forced == null ? execution : forced.settle(execution, read, write);
  }

  /** The reads one of which comes next; none where all have a write. */
  private BitSet reads(Execution execution) {
    Matching matching = execution.matching();
    BitSet reads = new BitSet();
    if (stubbornRead != Execution.NONE && matching.source(stubbornRead) == Execution.NONE) {
      reads.set(stubbornRead);
      return reads;
    }
    BitSet first = visitor.first(execution);
    if (!first.isEmpty()) {
      return first;
    }
    for (int read : skeleton.reads()) {
      reads.set(read, matching.source(read) == Execution.NONE);
    }
    return reads;
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

  /** Two writes whose order is settled before some reads are; null for none. */
  private int @Nullable [] pair(Execution execution, BitSet reads) {
    if (partial != null) {
      return null;
    }
    if (stubbornPair != null && !execution.isOrdered(stubbornPair[0], stubbornPair[1])) {
      return stubbornPair;
    }
    int[] open = null;
    for (int[] pair : skeleton.pairs()) {
      if (!execution.isOrdered(pair[0], pair[1])) {
        if (!execution.coherence().hasAfter(pair[0]) && !execution.coherence().hasAfter(pair[1])) {
          return reads.isEmpty() ? pair : null;
        }
        open = open == null ? pair : open;
      }
    }
    return reads.isEmpty() ? open : null;
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
    return matching.isComplete()
        && (!passage.needsEnds() || passage.isPossible(matching::source));
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
