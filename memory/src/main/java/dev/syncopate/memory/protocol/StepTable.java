package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Step table of a protocol: the steps of each synchronisation instruction, as performed, of a
 * kernel's begin and end, and of the host's reads and writes of memory. The load-store unit and the
 * host execute these rows, and {@link #describe} renders them for printing.
 */
public final class StepTable {
  /**
   * A row of the table.
   *
   * @param agent who asks for it
   * @param instruction as performed, after the consistency model; of a kernel's beginning and end
   *     the fence as which it counts, of the host a weak access
   * @param alternatives what is done for lines of which the L1 says so in place of performing them,
   *     one after the other
   * @param blocks whether the warp's later memory instructions wait until all steps are done, or
   *     those of all warps of a tile for which a kernel begins
   */
  public record Row(
      Agent agent,
      Ordering instruction,
      List<Step> steps,
      List<Alternative> alternatives,
      boolean blocks) {

    /** A warp's row without alternatives. */
    public Row(Ordering instruction, List<Step> steps, boolean blocks) {
      this(Agent.WARP, instruction, steps, List.of(), blocks);
    }

    /** The same row with other steps. */
    public Row with(List<Step> newSteps, List<Alternative> otherAlternatives) {
      return new Row(agent, instruction, newSteps, otherAlternatives, blocks);
    }

    /** For example {@code ld.acquire.gpu}, {@code kernel begin} or {@code kernel begin.sc}. */
    public String name() {
      return agent == Agent.WARP
          ? instruction.toString()
          : agent.label() + (instruction.order() == Order.SC ? ".sc" : "");
    }

    /** For example {@code ld.acquire.gpu: PERFORM_AT_L2, FLUSH, INVALIDATE; blocks}. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(name()).append(": ");
      text.append(names(steps));
      for (Alternative alternative : alternatives) {
        text.append("; ").append(alternative.condition()).append(": ");
        text.append(names(alternative.steps()));
      }
      return text.append(blocks ? "; blocks" : "").toString();
    }

    private static String names(List<Step> steps) {
      return steps.stream().map(Step::name).collect(Collectors.joining(", "));
    }
  }

  /**
   * Another list of steps.
   *
   * @param condition under which the L1 asks for it, for people
   */
  public record Alternative(String condition, List<Step> steps) {}

  private final List<Row> rows;
  private final @Nullable Row[] byIndex = new @Nullable Row[Ordering.COUNT];

  /** Those of other agents than warps, by name. */
  private final Map<String, Row> rowsByName = new HashMap<>();

  /**
   * @throws IllegalArgumentException when two rows are for one instruction
   */
  public StepTable(List<Row> rows) {
    this.rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.agent() == Agent.WARP) {
        int index = row.instruction().index();
        refuseSecond(byIndex[index]);
        byIndex[index] = row;
      } else {
        refuseSecond(rowsByName.put(row.name(), row));
      }
    }
  }

  private static void refuseSecond(@Nullable Row first) {
    if (first != null) {
      throw new IllegalArgumentException(first.name() + " has two rows");
    }
  }

  /** The rows, in the order in which the protocol gives them. */
  public List<Row> describe() {
    return rows;
  }

  /**
   * The row of an instruction as performed, or null when the protocol lists none. CTAs of a cluster
   * may talk through global memory, and on several compute units: where the protocol has no row of
   * its own for {@code .cluster} scope, that of component scope counts.
   */
  public @Nullable Row row(Ordering performed) {
    Row row = byIndex[performed.index()];
    return row == null && performed.scope() == Scope.CLUSTER
        ? byIndex[performed.at(Scope.GPU).index()]
        : row;
  }

  /**
   * What is done for another agent than a warp, or null when the protocol lists nothing.
   *
   * @param performed the order after the consistency model; where everything is performed
   *     sequentially consistent and the protocol does nothing particular, its plain row counts
   */
  public @Nullable Row row(Agent agent, Order performed) {
    Row particular = performed == Order.SC ? rowsByName.get(agent.label() + ".sc") : null;
    return particular == null ? rowsByName.get(agent.label()) : particular;
  }

  /**
   * This table with other steps in one row, which keeps no alternatives.
   *
   * @param name of the row, for example {@code ld.acquire.gpu}
   * @throws IllegalArgumentException when no row has the name
   */
  public StepTable with(String name, Step... steps) {
    if (rows.stream().noneMatch(row -> row.name().equals(name))) {
      throw new IllegalArgumentException("found no row " + name);
    }
    return new StepTable(
        rows.stream()
            .map(row -> row.name().equals(name) ? row.with(List.of(steps), List.of()) : row)
            .toList());
  }

  /** This table with steps left out of some rows and of their alternatives. */
  public StepTable without(Predicate<Row> chosen, Step... missing) {
    UnaryOperator<List<Step>> removal = steps -> without(steps, List.of(missing));
    return edited(chosen, removal, removal);
  }

  /** This table with steps left out of all rows' alternatives alone. */
  public StepTable withoutInAlternatives(Step... missing) {
    return edited(row -> true, UnaryOperator.identity(), steps -> without(steps, List.of(missing)));
  }

  private static List<Step> without(List<Step> steps, List<Step> missing) {
    return steps.stream().filter(step -> !missing.contains(step)).toList();
  }

  /**
   * This table with a step of some rows done late: behind the other steps of the cache that come
   * before the access is performed.
   */
  public StepTable late(Predicate<Row> chosen, Step step) {
    return edited(chosen, steps -> late(steps, step), UnaryOperator.identity());
  }

  private static List<Step> late(List<Step> steps, Step step) {
    if (!steps.contains(step)) {
      return steps;
    }
    List<Step> late = new ArrayList<>(steps);
    late.remove(step);
    int index = 0;
    while (index < late.size() && late.get(index).place() != Step.Place.LINES) {
      index++;
    }
    late.add(index, step);
    return late;
  }

  /** This table with another step in the place of one, in all rows and alternatives. */
  public StepTable replacing(Step step, Step replacement) {
    UnaryOperator<List<Step>> edit =
        steps ->
            steps.stream()
                .map(candidate -> candidate.equals(step) ? replacement : candidate)
                .toList();
    return edited(row -> true, edit, edit);
  }

  private StepTable edited(
      Predicate<Row> chosen,
      UnaryOperator<List<Step>> steps,
      UnaryOperator<List<Step>> alternativeSteps) {
    return new StepTable(
        rows.stream()
            .map(row ->
                !chosen.test(row)
                    ? row
                    : row.with(
                        steps.apply(row.steps()),
                        row.alternatives().stream()
                            .map(alternative ->
                                new Alternative(
                                    alternative.condition(),
                                    alternativeSteps.apply(alternative.steps())))
                            .toList()))
            .toList());
  }

  /** Collects rows. */
  public static final class Builder {
    private final List<Row> rows = new ArrayList<>();

    /** A weak access: data, without scope, that blocks nothing. */
    public Builder data(AccessKind kind, Step... steps) {
      rows.add(
          new Row(new Ordering(kind, Order.WEAK, Scope.CTA, false, false), List.of(steps), false));
      return this;
    }

    /** A weak load that passes the L1 by ({@code ld.cg}). */
    public Builder dataPastL1(Step... steps) {
      rows.add(
          new Row(
              new Ordering(AccessKind.LOAD, Order.WEAK, Scope.GPU, false, false),
              List.of(steps),
              false));
      return this;
    }

    /** A relaxed access, that blocks nothing. */
    public Builder relaxed(AccessKind kind, Scope scope, Step... steps) {
      rows.add(
          new Row(new Ordering(kind, Order.RELAXED, scope, false, false), List.of(steps), false));
      return this;
    }

    /** A commutative atomic, that blocks nothing. */
    public Builder commutative(Scope scope, Step... steps) {
      rows.add(
          new Row(
              new Ordering(AccessKind.ATOMIC, Order.RELAXED, scope, false, true),
              List.of(steps),
              false));
      return this;
    }

    /** An ordering access or fence: blocks the warp's memory instructions until it is done. */
    public Builder ordered(AccessKind kind, Order order, Scope scope, Step... steps) {
      rows.add(new Row(new Ordering(kind, order, scope, false, false), List.of(steps), true));
      return this;
    }

    /** A remote access: blocks as well. */
    public Builder remote(AccessKind kind, Order order, Scope scope, Step... steps) {
      rows.add(new Row(new Ordering(kind, order, scope, true, false), List.of(steps), true));
      return this;
    }

    /** What a tile does before it issues anything of a kernel; what it issues comes behind that. */
    public Builder kernelBegin(Step... steps) {
      return boundary(Agent.KERNEL_BEGIN, Order.ACQUIRE, false, steps);
    }

    /** The same, and nothing is issued before it is done. */
    public Builder kernelBeginBlocking(Step... steps) {
      return boundary(Agent.KERNEL_BEGIN, Order.ACQUIRE, true, steps);
    }

    /** What a tile does when it has no more work of a kernel. */
    public Builder kernelEnd(Step... steps) {
      return boundary(Agent.KERNEL_END, Order.RELEASE, false, steps);
    }

    /** The last row's agent where everything is performed sequentially consistent. */
    public Builder whenAllIsSequential(Step... steps) {
      Row last = rows.getLast();
      return boundary(last.agent(), Order.SC, last.blocks(), steps);
    }

    private Builder boundary(Agent agent, Order order, boolean blocks, Step... steps) {
      Ordering fence = new Ordering(AccessKind.FENCE, order, Scope.SYS, false, false);
      rows.add(new Row(agent, fence, List.of(steps), List.of(), blocks));
      return this;
    }

    /** Where the host reads and writes. */
    public Builder host(Step... steps) {
      host(Agent.HOST_READ, AccessKind.LOAD, steps);
      return host(Agent.HOST_WRITE, AccessKind.STORE, steps);
    }

    private Builder host(Agent agent, AccessKind kind, Step... steps) {
      Ordering access = new Ordering(kind, Order.WEAK, Scope.SYS, false, false);
      rows.add(new Row(agent, access, List.of(steps), List.of(), false));
      return this;
    }

    /** Gives the last row another list of steps, for when the one before does not apply. */
    public Builder when(String condition, Step... steps) {
      Row last = rows.removeLast();
      List<Alternative> alternatives = new ArrayList<>(last.alternatives());
      alternatives.add(new Alternative(condition, List.of(steps)));
      rows.add(last.with(last.steps(), alternatives));
      return this;
    }

    public StepTable build() {
      return new StepTable(rows);
    }
  }
}
