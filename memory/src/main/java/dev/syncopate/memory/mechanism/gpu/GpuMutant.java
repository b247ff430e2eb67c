package dev.syncopate.memory.mechanism.gpu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.l1.DirtyingLines;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;

/** GPU coherence that is wrong on purpose. */
public enum GpuMutant implements Mutant {
  NO_DRAIN("no synchronisation waits for the warp's own earlier accesses"),
  NO_FLUSH("no release or acquire writes the L1's dirty bytes through"),
  NO_AWAIT("no release waits until its writes are acknowledged"),
  NO_INVALIDATE("no acquire invalidates the L1"),
  RELEASE_WITHOUT_FLUSH("no release writes through or waits for writes"),
  ATOMICS_AT_L1("what is to be performed at the L2 is performed at the L1"),
  NO_DETACH_ON_INVALIDATE(
      "a fill that was asked for before an invalidation enters the L1 after it"),
  NO_DETACH_ON_DROP("a fill that was asked for before its line was dropped enters the L1 after it"),
  NOTHING_WAITS_BEHIND_ATOMICS("an access overtakes an atomic of the same line that is on its way"),
  FILL_OVERWRITES_VALID_BYTES("a fill overwrites bytes that were stored while it was on its way"),
  FORWARD_KEEPS_LINE("a line on which an atomic is performed at the L2 stays in the L1"),
  FORWARD_LOSES_DIRTY_BYTES("an atomic at the L2 drops its line's dirty bytes from the L1"),
  AWAIT_IGNORES_WRITES_IN_FLIGHT("a wait for writes does not wait"),
  OVERFLOW_FORGETS_LINE("a line whose entry leaves the full sFIFO loses its dirty bytes"),
  WRITE_THROUGH_SENDS_WHOLE_LINE(
      "a write-through sends bytes that are valid and not dirty as well"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private final String fault;

  GpuMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this);
  }

  private static StepTable without(StepTable table, Step... missing) {
    return table.without(row -> true, missing);
  }

  private static final class Wrong extends GpuProtocol {
    private final GpuMutant kind;

    Wrong(GpuMutant kind) {
      this.kind = kind;
    }

    /** Whatever is wrong with it, nothing is left out when it is looked for. */
    @Override
    public boolean answersAlone(boolean remote) {
      return false;
    }

    @Override
    public StepTable table() {
      StepTable table = super.table();
      return switch (kind) {
        case NO_DRAIN -> without(table, BasicStep.DRAIN);
        case NO_FLUSH -> without(table, BasicStep.FLUSH);
        case NO_AWAIT -> without(table, BasicStep.AWAIT_WRITES);
        case NO_INVALIDATE -> without(table, BasicStep.INVALIDATE);
        case RELEASE_WITHOUT_FLUSH -> without(table, BasicStep.FLUSH, BasicStep.AWAIT_WRITES);
        case ATOMICS_AT_L1 -> table.replacing(BasicStep.PERFORM_AT_L2, BasicStep.PERFORM_AT_L1);
        default -> table;
      };
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      L1Misses misses = new MutantMisses(kind, config.l1(), environment);
      L1Writes writes = new MutantWrites(kind, config.l1(), environment, listener);
      L1Lines lines = new MutantLines(kind, config.l1(), environment, counters, writes, misses);
      return new L1Cache(
          new L1Parts(config.l1(), environment, listener, counters, misses, writes, lines),
          L1Policy.NONE);
    }
  }

  private static final class MutantMisses extends L1Misses {
    private final GpuMutant kind;

    MutantMisses(GpuMutant kind, L1Config config, L1Environment environment) {
      super(environment.node(), config, environment::time);
      this.kind = kind;
    }

    @Override
    public void detach(long line) {
      if (kind != NO_DETACH_ON_DROP) {
        super.detach(line);
      }
    }

    @Override
    public void detachAll() {
      if (kind != NO_DETACH_ON_INVALIDATE) {
        super.detachAll();
      }
    }

    @Override
    public boolean anyClosed() {
      return kind != NOTHING_WAITS_BEHIND_ATOMICS && super.anyClosed();
    }
  }

  private static final class MutantWrites extends L1Writes {
    private final GpuMutant kind;

    MutantWrites(
        GpuMutant kind, L1Config config, L1Environment environment, CompletionListener listener) {
      super(config.outstandingWrites(), environment, listener);
      this.kind = kind;
    }

    @Override
    public boolean await(WarpAccess access) {
      return kind == AWAIT_IGNORES_WRITES_IN_FLIGHT || super.await(access);
    }
  }

  private static final class MutantLines extends L1Lines {
    private final GpuMutant kind;

    MutantLines(
        GpuMutant kind,
        L1Config config,
        L1Environment environment,
        L1Counters counters,
        L1Writes writes,
        L1Misses misses) {
      super(config, environment, counters, writes, misses);
      this.kind = kind;
    }

    @Override
    public void install(MemoryMessage fill) {
      super.install(fill);
      if (kind == FILL_OVERWRITES_VALID_BYTES) {
        LineBytes.copy(
            fill.data(),
            -fill.first(),
            array.data(),
            array.base(find(fill.line)),
            fill.maskLow,
            fill.maskHigh);
      }
    }

    @Override
    public void surrender(int frame) {
      if (kind == FORWARD_LOSES_DIRTY_BYTES) {
        array.clean(frame);
      }
      if (kind == FORWARD_KEEPS_LINE) {
        return;
      }
      super.surrender(frame);
    }

    @Override
    public boolean writeOldest() {
      if (kind == OVERFLOW_FORGETS_LINE) {
        int frame = find(fifo.pop());
        if (frame != CacheArray.NONE) {
          array.clean(frame);
        }
        return false;
      }
      return super.writeOldest();
    }

    @Override
    protected WrittenBytes perform(LineAccess access, int frame) {
      WrittenBytes right = super.perform(access, frame);
      return kind == FAILED_SWAP_DIRTIES ? DirtyingLines.all(access, right) : right;
    }

    @Override
    public void wrote(int frame, long line, long low, long high) {
      if (kind == WRITE_THROUGH_SENDS_WHOLE_LINE) {
        super.wrote(frame, line, array.validLow(frame) | low, array.validHigh(frame) | high);
      } else {
        super.wrote(frame, line, low, high);
      }
    }
  }
}
