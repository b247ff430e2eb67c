package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.MbarrierEvent.Kind;
import dev.syncopate.check.confluence.MbarrierProgram.Life;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Lives of mbarrier objects whose phases are the same in each order. The proof is by induction over
 * the steps of an order. For each object:
 *
 * <ul>
 *   <li>Each operation follows the initialisation, and precedes the invalidation.
 *   <li>Each contribution to phase n + 1 follows a wait for phase n. So it does not come too early.
 *   <li>In each phase that has ended, arrivals and bytes are as many as expected. Each expectation
 *       of bytes, or of a copy's arrival, precedes an arrival of the phase by a thread. So no phase
 *       ends before all contributions to it.
 *   <li>Each wait for phase n follows a contribution to phase n or a wait for phase n - 1, and
 *       precedes a contribution to phase n + 1 if that has ended. So its parity is not that of
 *       another phase.
 * </ul>
 *
 * <p>An operation follows another by the run's partial order, and by phases of certified objects: a
 * wait follows all contributions to its phase. Objects that fail are left out, until all that are
 * left are certified.
 */
final class PhaseCertificate {
  /** Evidence of nothing, not even of the initialisation. */
  private static final int NONE = -2;

  private static final int NEVER = Integer.MAX_VALUE;

  private final MbarrierProgram program;

  /** Index of a life's first phase among the phases of all. */
  private final int[] firstPhase;

  private final int phases;
  private final BitSet certified = new BitSet();

  private PhaseCertificate(MbarrierProgram program) {
    this.program = program;
    firstPhase = new int[program.lifeCount()];
    int count = 0;
    for (int i = 0; i < firstPhase.length; i++) {
      firstPhase[i] = count;
      count += program.life(i).ended + 1;
    }
    phases = count;
  }

  /** The lives that are certified. */
  static BitSet of(MbarrierProgram program) {
    PhaseCertificate certificate = new PhaseCertificate(program);
    certificate.certify();
    return certificate.certified;
  }

  private void certify() {
    for (int i = 0; i < program.lifeCount(); i++) {
      certified.set(i, totalsAddUp(program.life(i)));
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = certified.nextSetBit(0); i >= 0; i = certified.nextSetBit(i + 1)) {
        if (!isOrdered(program.life(i))) {
          certified.clear(i);
          changed = true;
        }
      }
    }
  }

  /** Whether no phase can end before all contributions that the run has counted in it. */
  private boolean totalsAddUp(Life life) {
    int[] arrivals = new int[life.ended + 1];
    int[] drops = new int[life.ended + 1];
    long[] bytes = new long[life.ended + 1];
    int expected = 0;
    for (MbarrierEvent event : program.events()) {
      if (event.life != life.number) {
        continue;
      }
      switch (event.kind) {
        case INIT -> expected = event.count;
        case ARRIVE, DROP, COPIED -> {
          arrivals[event.phase] += event.count;
          bytes[event.phase] += event.bytes;
          drops[event.phase] += event.kind == Kind.DROP ? event.count : 0;
        }
        case REQUEST -> arrivals[event.phase] -= event.count;
        case EXPECT -> bytes[event.phase] += event.bytes;
        case COMPLETE -> bytes[event.phase] -= event.bytes;
        case INVAL, WAIT, JOIN -> {}
      }
    }
    for (int phase = 0; phase < life.ended; phase++) {
      if (arrivals[phase] != expected || bytes[phase] != 0) {
        return false;
      }
      expected -= drops[phase];
    }
    return arrivals[life.ended] < expected;
  }

  private boolean isOrdered(Life life) {
    return followsEnough(life) && precedesEnough(life);
  }

  /** The conditions on what comes before each operation. */
  private boolean followsEnough(Life life) {
    int size = program.size();
    int[] waited = new int[size]; // the latest phase of the life whose end was seen
    int[] reached = new int[size]; // the latest phase of the life that was current
    boolean[] ended = new boolean[size]; // whether the life was over
    int[] phaseWaited = filled(phases, NONE);
    int[] phaseReached = filled(phases, NONE);
    boolean[] phaseEnded = new boolean[phases];
    for (int i = 0; i < size; i++) {
      MbarrierEvent event = program.event(i);
      int wait = NONE;
      int reach = NONE;
      boolean isEnded = false;
      for (int p : event.predecessors) {
        wait = Math.max(wait, waited[p]);
        reach = Math.max(reach, reached[p]);
        isEnded |= ended[p];
      }
      int node = node(event);
      if (node >= 0 && event.kind == Kind.WAIT) {
        wait = Math.max(wait, phaseWaited[node]);
        reach = Math.max(reach, phaseReached[node]);
        isEnded |= phaseEnded[node];
      }
      if (event.life == life.number) {
        if (!follows(event, wait, reach)) {
          return false;
        }
        switch (event.kind) {
          case WAIT -> {
            wait = Math.max(wait, event.phase);
            reach = Math.max(reach, event.phase + 1);
          }
          case INIT -> reach = Math.max(reach, 0);
          case INVAL -> isEnded = true;
          case ARRIVE, DROP, EXPECT, COMPLETE, REQUEST, COPIED ->
              reach = Math.max(reach, event.phase);
          case JOIN -> {}
        }
      } else if (event.kind == Kind.INIT
          && program.life(event.life).former == life.number
          && !isEnded) {
        return false;
      }
      waited[i] = wait;
      reached[i] = reach;
      ended[i] = isEnded;
      if (node >= 0 && event.kind != Kind.WAIT) {
        phaseWaited[node] = Math.max(phaseWaited[node], wait);
        phaseReached[node] = Math.max(phaseReached[node], reach);
        phaseEnded[node] |= isEnded;
      }
    }
    return true;
  }

  private static boolean follows(MbarrierEvent event, int waited, int reached) {
    if (event.kind == Kind.INIT) {
      return true;
    }
    if (reached < 0) {
      return false; // it may come before the initialisation
    }
    if (event.kind.contributes()) {
      return event.phase == 0 || waited >= event.phase - 1;
    }
    return event.kind != Kind.WAIT || reached >= event.phase;
  }

  /** The conditions on what comes after each operation. */
  private boolean precedesEnough(Life life) {
    int size = program.size();
    int[] contributed =
        filled(size, NEVER); // the first phase of the life with a later contribution
    int[] arrived = filled(size, NEVER); // the same of arrivals
    boolean[] ends = new boolean[size]; // whether the life's invalidation is later
    int[] phaseContributed = filled(phases, NEVER);
    int[] phaseArrived = filled(phases, NEVER);
    boolean[] phaseEnds = new boolean[phases];
    for (int i = size - 1; i >= 0; i--) {
      MbarrierEvent event = program.event(i);
      int node = node(event);
      if (node >= 0 && event.kind != Kind.WAIT) {
        contributed[i] = Math.min(contributed[i], phaseContributed[node]);
        arrived[i] = Math.min(arrived[i], phaseArrived[node]);
        ends[i] |= phaseEnds[node];
      }
      if (event.life == life.number) {
        if (!precedes(life, event, contributed[i], arrived[i], ends[i])) {
          return false;
        }
        if (event.kind.contributes()) {
          contributed[i] = Math.min(contributed[i], event.phase);
        }
        if (event.kind.arrives()) {
          arrived[i] = Math.min(arrived[i], event.phase);
        }
        ends[i] |= event.kind == Kind.INVAL;
      }
      if (node >= 0 && event.kind == Kind.WAIT) {
        phaseContributed[node] = Math.min(phaseContributed[node], contributed[i]);
        phaseArrived[node] = Math.min(phaseArrived[node], arrived[i]);
        phaseEnds[node] |= ends[i];
      }
      for (int p : event.predecessors) {
        contributed[p] = Math.min(contributed[p], contributed[i]);
        arrived[p] = Math.min(arrived[p], arrived[i]);
        ends[p] |= ends[i];
      }
    }
    return true;
  }

  private static boolean precedes(
      Life life, MbarrierEvent event, int contributed, int arrived, boolean ends) {
    boolean isLast = !life.invalidated || event.kind == Kind.INVAL || ends;
    return isLast
        && switch (event.kind) {
          case WAIT -> event.phase + 1 >= life.ended || contributed <= event.phase + 1;
          case EXPECT, REQUEST -> event.phase == life.ended || arrived <= event.phase;
          case INIT, INVAL, ARRIVE, DROP, COMPLETE, COPIED, JOIN -> true;
        };
  }

  /**
   * The phase that a contribution makes end, or that a wait has seen the end of, if its life is
   * certified; negative for none.
   */
  private int node(MbarrierEvent event) {
    boolean takesPart =
        event.life >= 0
            && (event.kind.contributes() || event.kind == Kind.WAIT)
            && event.phase >= 0
            && certified.get(event.life);
    return takesPart ? firstPhase[event.life] + event.phase : -1;
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }
}
