package dev.syncopate.check.confluence;

import dev.syncopate.check.confluence.OrderError.OrderStep;
import dev.syncopate.check.confluence.PhaseOrderSearch.Violation;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.OrderObserver;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;

/**
 * Decides for the launches that it watches whether another order of the operations on mbarrier
 * objects gives other phases, an error or a deadlock. Paths, counts, bytes and parities are those
 * of the run.
 */
public final class ConfluenceCheck implements OrderObserver {
  private static final int MOST_EVENTS = 1 << 20;

  /** Of objects without a certificate, in one search. */
  private static final int MOST_SEARCHED_EVENTS = 1 << 11;

  private static final int MOST_STATES = 100_000;
  private static final int FEWEST_STATES = 1_000;

  /** Words of memory that a search may compare. */
  private static final long SEARCH_WORK = 500_000_000;

  private record Key(String kernel, OrderError.Kind kind, int pc) {}

  private final Map<Key, OrderError> errors = new LinkedHashMap<>();
  private final Map<Key, Long> counts = new LinkedHashMap<>();
  private final Set<String> unchecked = new TreeSet<>();
  private ConfluenceExtent extent = ConfluenceExtent.NONE;

  /** What was found in all launches so far, in the order of finding. */
  public List<OrderError> errors() {
    List<OrderError> counted = new ArrayList<>();
    errors.forEach((key, error) -> counted.add(error.counted(counts.getOrDefault(key, 1L))));
    return counted;
  }

  /** What could not be checked, a sentence each; none for most runs. */
  public List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  /** What was examined so far. */
  public ConfluenceExtent extent() {
    return extent;
  }

  @Override
  public List<? extends OrderListener> listeners(
      Grid grid, IntToLongFunction clock, NoteKinds notes) {
    Program program = grid.kernel().program;
    boolean uses = program.code().stream().anyMatch(MemoryBarrierObject.class::isInstance);
    return uses
        ? List.of(
            new ProgramRecorder(
                MOST_EVENTS,
                notes,
                recorded -> examine(grid, recorded),
                reason -> unchecked.add(program.name() + ": " + reason)))
        : List.of();
  }

  @Override
  public boolean watchesOverlap() {
    return true;
  }

  private void examine(Grid grid, MbarrierProgram program) {
    BitSet certified = PhaseCertificate.of(program);
    BitSet heldPlaces = new BitSet(); // with an object that has none
    for (int i = 0; i < program.lifeCount(); i++) {
      heldPlaces.set(
          program.life(i).place, heldPlaces.get(program.life(i).place) || !certified.get(i));
    }
    for (int i = 0; i < program.lifeCount(); i++) {
      if (heldPlaces.get(program.life(i).place)) {
        certified.clear(i); // an object before or after it at its place has none
      }
    }
    extent = extent.plus(new ConfluenceExtent(certified.cardinality(), 0, 0));
    for (BitSet component : components(program, certified)) {
      search(grid, program, certified, component);
    }
  }

  /** Objects without a certificate, by groups whose operations do not follow one another. */
  private static List<BitSet> components(MbarrierProgram program, BitSet certified) {
    int[] group = new int[program.size()];
    Arrays.setAll(group, i -> i);
    int[] first = new int[program.lifeCount()];
    Arrays.fill(first, -1);
    for (int i = 0; i < group.length; i++) {
      MbarrierEvent event = program.event(i);
      for (int p : event.predecessors) {
        merge(group, p, i);
      }
      if (event.life >= 0) {
        int formerLife = program.life(event.life).former;
        int representative = first[event.life];
        if (representative < 0 && formerLife >= 0) {
          representative = first[formerLife];
        }
        if (representative < 0) {
          representative = i;
        }
        first[event.life] = representative;
        merge(group, representative, i);
      }
    }
    Map<Integer, BitSet> lives = new LinkedHashMap<>();
    for (int i = 0; i < program.lifeCount(); i++) {
      if (!certified.get(i)) {
        lives.computeIfAbsent(root(group, first[i]), _ -> new BitSet()).set(i);
      }
    }
    return List.copyOf(lives.values());
  }

  private static int root(int[] group, int event) {
    int top = event;
    while (group[top] != top) {
      group[top] = group[group[top]];
      top = group[top];
    }
    return top;
  }

  private static void merge(int[] group, int left, int right) {
    group[root(group, right)] = root(group, left);
  }

  private void search(Grid grid, MbarrierProgram program, BitSet certified, BitSet lives) {
    BitSet chosen = new BitSet();
    for (int i = 0; i < program.size(); i++) {
      int life = program.event(i).life;
      chosen.set(i, life >= 0 && lives.get(life));
    }
    String kernel = grid.kernel().program.name();
    int events = chosen.cardinality();
    if (events > MOST_SEARCHED_EVENTS) {
      unchecked.add(
          "%s: orders of %,d operations on mbarriers without a certificate; at most %,d are tried"
              .formatted(kernel, events, MOST_SEARCHED_EVENTS));
      return;
    }
    long work = (long) events * (events / Long.SIZE + 1);
    int states = Math.clamp(SEARCH_WORK / work, FEWEST_STATES, MOST_STATES);
    PhaseOrderSearch.Result result =
        PhaseOrderSearch.of(program, PartialOrder.of(program, chosen, certified), states);
    result.violations().forEach(violation -> add(grid, program, violation));
    if (!result.complete()) {
      unchecked.add(
          "%s: orders of operations on mbarriers beyond the first %,d states"
              .formatted(kernel, states));
    } else if (result.violations().isEmpty()) {
      extent = extent.plus(new ConfluenceExtent(0, lives.cardinality(), result.states()));
    }
  }

  private void add(Grid grid, MbarrierProgram program, Violation violation) {
    MbarrierEvent event = program.event(violation.event());
    Key key = new Key(grid.kernel().program.name(), violation.kind(), event.pc);
    if (counts.merge(key, 1L, Long::sum) > 1) {
      return;
    }
    int place = program.life(event.life).place;
    List<OrderStep> witness = new ArrayList<>();
    for (int number : violation.order()) {
      MbarrierEvent step = program.event(number);
      if (program.life(step.life).place == place) {
        witness.add(OrderStep.of(step));
      }
    }
    errors.put(
        key,
        new OrderError(
            grid,
            violation.kind(),
            OrderStep.of(event),
            program.life(event.life).cta,
            program.life(event.life).offset,
            violation.fact(),
            witness,
            1));
  }
}
