package dev.syncopate.workload.fuzz;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.tile.Fittings;
import dev.syncopate.machine.unit.control.BarrierOp;
import dev.syncopate.machine.unit.control.ExitOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.machine.warp.WarpCheckpoint;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Compute units that keep warps now and then, let them run on, and take them back: at random, but
 * never across what others may have noticed (writes, barriers, exits).
 */
final class Rewinding implements Fittings {
  private static final int EVERY = 12;
  private static final int LONGEST = 40;

  private final Random random;
  private final Map<ComputeUnit, Map<Integer, Attempt>> attempts = new HashMap<>();

  /** Times that warps went back, and of these that they were diverged, or in a function. */
  int rewinds;

  int diverged;
  int inCalls;
  int again;

  private static final class Attempt {
    final WarpCheckpoint checkpoint;
    int left;
    int repeats;

    Attempt(WarpCheckpoint checkpoint, int left, int repeats) {
      this.checkpoint = checkpoint;
      this.left = left;
      this.repeats = repeats;
    }
  }

  Rewinding(long seed) {
    random = new Random(seed);
  }

  @Override
  public ExecutionUnit unit(ExecutionUnit standard) {
    Map<Integer, Attempt> ofUnit = attempts.computeIfAbsent(standard.unit, key -> new HashMap<>());
    return new Rewinder(standard, ofUnit);
  }

  private static boolean isUnnoticed(Op op, Warp warp) {
    MemoryOperation asked = op.asks();
    if (op.pipe == Pipe.SHARED.number || op.pipe == Pipe.RUNTIME.number) {
      return false;
    }
    if (op.pipe == Pipe.MEMORY.number) {
      return asked != null && asked.kind() == Kind.LOAD;
    }
    return !(op instanceof BarrierOp)
        && !(op instanceof ExitOp && warp.schedule.returnAddresses().length == 0);
  }

  private final class Rewinder extends ExecutionUnit {
    private final ExecutionUnit inner;
    private final Map<Integer, Attempt> ofUnit;

    Rewinder(ExecutionUnit inner, Map<Integer, Attempt> ofUnit) {
      super(inner.unit, inner.pipe);
      this.inner = inner;
      this.ofUnit = ofUnit;
    }

    @Override
    public void retry(Warp warp) {
      inner.retry(warp);
    }

    @Override
    public boolean issue(Op op, Warp warp, long lanes, long now) {
      Attempt attempt = ofUnit.get(warp.slot);
      if (attempt != null) {
        boolean mayGoOn = isUnnoticed(op, warp) && attempt.left-- > 0;
        if (!mayGoOn) {
          ofUnit.remove(warp.slot);
          if (goesBack(warp, attempt)) {
            return true;
          }
        }
      } else if (random.nextInt(EVERY) == 0 && WarpCheckpoint.obstacle(warp) == null) {
        WarpCheckpoint checkpoint = WarpCheckpoint.of(warp);
        ofUnit.put(warp.slot, new Attempt(checkpoint, random.nextInt(LONGEST), 0));
        if (!isUnnoticed(op, warp)) {
          ofUnit.remove(warp.slot);
        }
      }
      return inner.issue(op, warp, lanes, now);
    }

    private boolean goesBack(Warp warp, Attempt attempt) {
      if (attempt.checkpoint.obstacleNow() != null) {
        return false;
      }
      attempt.checkpoint.restore();
      rewinds++;
      diverged += warp.schedule.otherSplits() > 0 ? 1 : 0;
      inCalls += warp.schedule.returnAddresses().length > 0 ? 1 : 0;
      if (attempt.repeats == 0 && random.nextInt(4) == 0) {
        again++;
        ofUnit.put(warp.slot, new Attempt(attempt.checkpoint, random.nextInt(LONGEST), 1));
      }
      return true;
    }
  }
}
