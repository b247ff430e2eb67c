package dev.syncopate.check.race;

import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.OrderObserver;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds data races in every launch that it watches (PTX ISA, "Memory Consistency Model"). A race is
 * two accesses of different threads to the same bytes, at least one a write, that are neither
 * ordered by causality nor morally strong. Launches are ordered one after the other, but for those
 * that overlap ({@link LaunchRace}).
 */
public final class RaceDetector implements OrderObserver {
  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final UnaryOperator<Program> rewriting;
  private final SyncGraph graph = new SyncGraph();
  private final RaceLog log = new RaceLog();
  private final @Nullable HandOverLog handOvers;
  private final Set<String> unchecked = new TreeSet<>();
  private @Nullable BiFunction<Grid, NoteKinds, Listener> listeners;
  private Consumer<LaunchRace> launchRaces = _ -> {};

  /** The latest launches that overlap; null before. */
  private @Nullable LaunchOverlap overlap;

  private RaceCheckExtent extent = RaceCheckExtent.NONE;

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit, as its L1
   *     does (HeteroSync §III), and not a CTA alone
   */
  public RaceDetector(int unitsPerGpu, boolean ctaScopeIsUnit) {
    this(unitsPerGpu, ctaScopeIsUnit, UnaryOperator.identity(), new HandOverLog());
  }

  /**
   * A detector that takes instructions for others, which synchronise less: are there races then?
   *
   * @param rewriting gives of a program one with the same instructions, or others, in each place
   */
  public RaceDetector(int unitsPerGpu, boolean ctaScopeIsUnit, UnaryOperator<Program> rewriting) {
    this(unitsPerGpu, ctaScopeIsUnit, rewriting, null);
  }

  private RaceDetector(
      int unitsPerGpu,
      boolean ctaScopeIsUnit,
      UnaryOperator<Program> rewriting,
      @Nullable HandOverLog handOvers) {
    this.handOvers = handOvers;
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
    this.rewriting = rewriting;
  }

  /** Has someone listen to each launch from now on, and keep notes of its writes. */
  public void listen(BiFunction<Grid, NoteKinds, Listener> factory) {
    listeners = factory;
  }

  /** Has someone hear of races between launches that overlap. */
  public void tellLaunchRaces(Consumer<LaunchRace> receiver) {
    launchRaces = receiver;
  }

  /** What was found in all launches so far, in the order of finding. */
  public List<Race> races() {
    return log.races();
  }

  /**
   * Hand-overs that nothing orders though every access is strong, in the order of finding; none of
   * a detector that takes instructions for others.
   */
  public List<HandOver> handOvers() {
    return handOvers == null ? List.of() : handOvers.all();
  }

  /** What could not be checked, a sentence each; none for most runs. */
  public List<String> unchecked() {
    List<String> sentences = new ArrayList<>(unchecked);
    if (log.dropped() > 0) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "%,d pairs of instructions race and are told; other pairs raced %,d times and are not",
              RaceLog.MOST,
              log.dropped()));
    }
    return sentences;
  }

  /** How much there was to find races in, in all launches so far. */
  public RaceCheckExtent extent() {
    return extent;
  }

  private void add(RaceCheckExtent addition) {
    extent = extent.plus(addition);
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  @Override
  public void overlapping(List<Grid> grids) {
    overlap = new LaunchOverlap(grids, race -> launchRaces.accept(race));
  }

  @Override
  public List<? extends OrderListener> listeners(
      Grid grid, IntToLongFunction clock, NoteKinds notes) {
    String refusal = LaunchCheck.refusal(grid);
    if (refusal != null) {
      unchecked.add(refusal);
      return List.of();
    }
    LaunchOverlap ofSequence = overlap != null && overlap.has(grid) ? overlap : null;
    SyncGraph ofLaunch = ofSequence == null ? graph : new SyncGraph();
    ofLaunch.clear();
    Program program = grid.kernel().program;
    InstructionReading reading = new InstructionReading(program, rewriting.apply(program));
    Listener listener = listeners == null ? null : listeners.apply(grid, notes);
    LaunchCheck check =
        new LaunchCheck(
            grid,
            reading,
            unitsPerGpu,
            ctaScopeIsUnit,
            ofLaunch,
            log,
            handOvers,
            listener,
            unchecked::add,
            this::add,
            ofSequence,
            notes);
    return listener == null ? List.of(check) : List.of(listener, check);
  }
}
