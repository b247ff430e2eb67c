package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.mechanism.promotion.FlushHints;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.PromotionProtocol;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.UnreachedRows;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Common part of the variants of selective promotion: tables, controllers, structures. */
abstract class SelectiveProtocol extends PromotionProtocol {
  private final SrspTables tables;

  SelectiveProtocol(SrspTables tables) {
    this.tables = tables;
  }

  /** The hints of a home bank, or null where it asks all L1s. */
  abstract @Nullable FlushHints hints(MemoryConfig config, L2Environment environment);

  @Override
  public List<Structure> structures(MemoryConfig machine) {
    int line = machine.l1().line();
    int address = Structure.lineBits(line);
    int marker = Structure.bitsOf(machine.l1().sfifoEntries());
    return List.of(
        new Structure(
            "LR-TBL",
            Place.L1,
            machine.settings(SrspSettings.class).lrEntries(),
            address + marker + (long) line,
            "line, sFIFO entry, which bytes were released"),
        new Structure(
            "PA-TBL", Place.L1, machine.settings(SrspSettings.class).paEntries(), address, "line"));
  }

  @Override
  public List<String> settings() {
    return List.of("mechanisms.srsp.lrEntries", "mechanisms.srsp.paEntries");
  }

  @Override
  public List<UnreachedRows> unreached() {
    return List.of(
        UnreachedRows.elsewhere(
            "random programs do not release by fences of CTA scope: the library's"
                + " promote-fence-release and promote-fence-flushed; SrspLinesTest",
            "L1 UNFENCED FENCE",
            "L1 FENCED FENCE",
            "L1 FENCED WRITE",
            "L1 FENCED FLUSH"),
        UnreachedRows.elsewhere(
            "of a resumed line's accesses some are left that lack an MSHR, or promotions of both"
                + " scopes hold a line: HoldTableTest",
            "L1 HELD ASK",
            "L1 HELD FLUSH_AND_HOLD",
            "L1 HELD RETRY",
            "L1 RESUMED ACCESS",
            "L1 RESUMED ASK",
            "L1 RESUMED SELECTIVE_INVALIDATE"),
        UnreachedRows.never(
            EnumSet.allOf(ConsistencyModel.class),
            "on a machine with several GPUs remote accesses to a line take turns",
            "L2-of-GPU PERFORMING SERVED"),
        UnreachedRows.elsewhere(
            "a remote access comes while another one waits for memory: HomeTableTest",
            "memory-side PERFORMING REQUEST"));
  }

  @Override
  public final PromotionTable promotions(MemoryConfig config) {
    return config.severalGpus() ? tables.promotionsOnSeveralGpus() : tables.promotions();
  }

  @Override
  public final L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Parts parts = PromotingL1.parts(config.l1(), environment, listener, counters, tables.lines());
    return new SrspL1(
        new SrspPolicy(parts, config.settings(SrspSettings.class), tables), tables.holds());
  }

  @Override
  public final L2Controller l2(
      MemoryConfig config, L2Environment environment, L2Counters counters) {
    return new PromotingL2(
        config,
        environment,
        counters,
        promotions(config),
        tables.homes(),
        hints(config, environment));
  }
}
