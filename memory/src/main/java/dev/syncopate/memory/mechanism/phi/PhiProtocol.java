package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.cache.BoundedStoreFifo;
import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Promise;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.protocol.decorator.BufferedUpdates;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * GPU coherence with commutative updates buffered as partial values in lines of the L1 (lab §IV-B).
 */
public final class PhiProtocol extends GpuProtocol {
  private static final BufferedUpdates BUFFERED =
      new BufferedUpdates(PhiStep.UPDATE_AT_L1, null, PhiStep.FLUSH_UPDATES, true);

  private static final StepTable TABLE = BUFFERED.in(rows(false).build());
  private static final StepTable SYSTEM_TABLE = BUFFERED.in(rows(true).build());

  private final StateTable<LineState, L1Event, L1Lines, Object> lineTable;
  private final StateTable<PhiState, PhiEvent, PhiUpdates, LineAccess> partialTable;

  /** PHI as published. */
  public PhiProtocol() {
    this(PhiTable.LINES, PhiTable.PARTIALS);
  }

  /** PHI with other state tables. */
  PhiProtocol(
      StateTable<LineState, L1Event, L1Lines, Object> lineTable,
      StateTable<PhiState, PhiEvent, PhiUpdates, LineAccess> partialTable) {
    this.lineTable = lineTable;
    this.partialTable = partialTable;
  }

  @Override
  public String name() {
    return "phi";
  }

  @Override
  public String summary() {
    return "GPU coherence with commutative atomics combined as partial values in lines of the L1,"
        + " which also holds data";
  }

  @Override
  public StepTable table() {
    return TABLE;
  }

  @Override
  public StepTable systemTable() {
    return SYSTEM_TABLE;
  }

  @Override
  public List<String> settings() {
    return List.of("mechanisms.phi.fetch", "mechanisms.phi.conflictCycles");
  }

  @Override
  public List<List<String>> variants() {
    return List.of(
        List.of("mechanisms.phi.fetch=lazily-on-read"),
        List.of("mechanisms.phi.fetch=on-every-write"));
  }

  /** A bit for update mode, and those that tell the kinds apart, of every line (lab §VII). */
  @Override
  public List<Structure> structures(MemoryConfig machine) {
    return List.of(
        new Structure(
            "L1 update modes",
            Place.L1,
            machine.l1().size() / machine.l1().line(),
            1 + Structure.bitsOf(UpdateKind.values().length),
            "whether it is in update mode, kind of its partial values"));
  }

  /** Where scopes count; where all is sequentially consistent no line is in update mode. */
  @Override
  public List<Promise> promises() {
    return List.of(
        new Promise("hrf", "hrf-comm"),
        new Promise("hrf", "ptx", false),
        new Promise("drf0", "drf0"));
  }

  @Override
  public List<Mutant> mutants() {
    return List.of(PhiMutant.values());
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        PhiProtocol.class,
        "comm-own-load-release",
        "comm-own-store-release",
        "comm-store-first",
        "comm-acquire",
        "comm-acquire-neighbour",
        "comm-once");
  }

  /** What does not happen under plain GPU coherence does not happen here. */
  @Override
  public List<UnreachedRows> unreached() {
    return Stream.concat(
            super.unreached().stream(),
            Stream.of(
                UnreachedRows.never(
                    EnumSet.of(ConsistencyModel.DRF0),
                    "every atomic is sequentially consistent and performed at the L2: no line is in update mode",
                    "L1 CLEAN UPDATE",
                    "L1 DIRTY UPDATE",
                    "L1 INVALID UPDATE",
                    "L1 DATA UPDATE",
                    "L1 UPDATES ACCESS",
                    "L1 UPDATES CLASH",
                    "L1 UPDATES FLUSH",
                    "L1 UPDATES LEAVE",
                    "L1 UPDATES UPDATE")))
        .toList();
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    L1Config l1 = config.l1();
    L1Misses misses =
        new L1Misses(environment.node(), l1, environment.clock(), MissStateTable.ATOMICS);
    L1Writes writes = new L1Writes(l1.outstandingWrites(), environment, listener);
    PhiUpdates updates =
        new PhiUpdates(config, environment, listener, misses, writes, partialTable);
    NumberedStoreFifo fifo = new BoundedStoreFifo(l1.sfifoEntries());
    PhiLines lines =
        new PhiLines(l1, environment, listener, counters, writes, misses, updates, fifo, lineTable);
    L1Parts parts = new L1Parts(l1, environment, listener, counters, misses, writes, lines);
    updates.in(
        lines,
        new PhiFetches(
            parts,
            updates.counters,
            config.settings(PhiSettings.class).fetch() == PhiSettings.Fetch.ON_EVERY_WRITE));
    PhiPolicy policy = new PhiPolicy(parts, lines, updates, config.settings(PhiSettings.class));
    return new PhiL1(new L1Cache(parts, policy), parts, lines, updates, policy);
  }
}
