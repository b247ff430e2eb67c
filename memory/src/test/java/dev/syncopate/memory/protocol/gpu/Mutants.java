package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import java.util.List;

/** Protocols that are wrong on purpose. Tests must tell each from the right one. */
public enum Mutants {
  NO_DRAIN,
  NO_FLUSH,
  NO_AWAIT,
  NO_INVALIDATE,
  RELEASE_WITHOUT_FLUSH,
  ATOMICS_AT_L1,
  NO_DETACH_ON_INVALIDATE,
  NO_DETACH_ON_DROP,
  NOTHING_WAITS_BEHIND_ATOMICS,
  FILL_OVERWRITES_VALID_BYTES,
  FORWARD_KEEPS_LINE,
  FORWARD_LOSES_DIRTY_BYTES,
  AWAIT_IGNORES_WRITES_IN_FLIGHT,
  OVERFLOW_FORGETS_LINE,
  WRITE_THROUGH_SENDS_WHOLE_LINE;

  public Protocol protocol() {
    return new Mutant(this);
  }

  private static StepTable without(StepTable table, List<Step> steps) {
    return new StepTable(
        table.describe().stream()
            .map(row ->
                new StepTable.Row(
                    row.instruction(),
                    row.steps().stream().filter(step -> !steps.contains(step)).toList(),
                    row.blocks()))
            .toList());
  }

  private static final class Mutant extends GpuProtocol {
    private final Mutants kind;

    Mutant(Mutants kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      StepTable table = super.table();
      return switch (kind) {
        case NO_DRAIN -> without(table, List.of(BasicStep.DRAIN));
        case NO_FLUSH -> without(table, List.of(BasicStep.FLUSH));
        case NO_AWAIT -> without(table, List.of(BasicStep.AWAIT_WRITES));
        case NO_INVALIDATE -> without(table, List.of(BasicStep.INVALIDATE));
        case RELEASE_WITHOUT_FLUSH ->
            without(table, List.of(BasicStep.FLUSH, BasicStep.AWAIT_WRITES));
        case ATOMICS_AT_L1 ->
            new StepTable(
                table.describe().stream()
                    .map(row ->
                        new StepTable.Row(
                            row.instruction(),
                            row.steps().stream()
                                .map(step ->
                                    step == BasicStep.PERFORM_AT_L2
                                        ? BasicStep.PERFORM_AT_L1
                                        : step)
                                .toList(),
                            row.blocks()))
                    .toList());
        default -> table;
      };
    }

    @Override
    public L1Controller l1(
        int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
      L1Misses misses = new MutantMisses(kind, tile, config.l1(), environment);
      L1Writes writes = new MutantWrites(kind, config.l1(), environment);
      L1Lines lines =
          new MutantLines(kind, tile, config.l1(), environment, counters, writes, misses);
      return new GpuL1(
          new L1Parts(tile, config.l1(), environment, counters, misses, writes, lines));
    }
  }

  private static final class MutantMisses extends L1Misses {
    private final Mutants kind;

    MutantMisses(Mutants kind, int tile, L1Config config, L1Environment environment) {
      super(tile, config, environment::time);
      this.kind = kind;
    }

    @Override
    public void detach(long line) {
      if (kind != NO_DETACH_ON_DROP) {
        super.detach(line);
      }
    }

    @Override
    void detachAll() {
      if (kind != NO_DETACH_ON_INVALIDATE) {
        super.detachAll();
      }
    }

    @Override
    boolean anyClosed() {
      return kind != NOTHING_WAITS_BEHIND_ATOMICS && super.anyClosed();
    }
  }

  private static final class MutantWrites extends L1Writes {
    private final Mutants kind;

    MutantWrites(Mutants kind, L1Config config, L1Environment environment) {
      super(config.outstandingWrites(), environment);
      this.kind = kind;
    }

    @Override
    boolean await(WarpAccess access) {
      return kind == AWAIT_IGNORES_WRITES_IN_FLIGHT || super.await(access);
    }
  }

  private static final class MutantLines extends L1Lines {
    private final Mutants kind;

    MutantLines(
        Mutants kind,
        int tile,
        L1Config config,
        L1Environment environment,
        L1Counters counters,
        L1Writes writes,
        L1Misses misses) {
      super(tile, config, environment, counters, writes, misses);
      this.kind = kind;
    }

    @Override
    void install(MemoryMessage fill) {
      super.install(fill);
      if (kind == FILL_OVERWRITES_VALID_BYTES) {
        LineBytes.copy(
            fill.data,
            -fill.from,
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
    void wrote(int frame, long line, long low, long high) {
      if (kind == WRITE_THROUGH_SENDS_WHOLE_LINE) {
        super.wrote(frame, line, array.validLow(frame) | low, array.validHigh(frame) | high);
      } else {
        super.wrote(frame, line, low, high);
      }
    }
  }
}
