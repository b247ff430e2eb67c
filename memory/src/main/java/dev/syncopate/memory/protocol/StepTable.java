package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A protocol's table: synchronisation instruction, as performed, to steps. The load-store unit
 * executes these rows and {@link #describe} prints them.
 */
public final class StepTable {
  /**
   * One row.
   *
   * @param instruction as performed, after the consistency model
   * @param alternatives what is done for lines of which the L1 says so in place of performing them,
   *     one after the other
   * @param blocks whether the warp's later memory instructions wait until all steps are done
   */
  public record Row(
      Ordering instruction, List<Step> steps, List<Alternative> alternatives, boolean blocks) {

    /** A row without alternatives. */
    public Row(Ordering instruction, List<Step> steps, boolean blocks) {
      this(instruction, steps, List.of(), blocks);
    }

    /** For example {@code ld.acquire.gpu: PERFORM_AT_L2, FLUSH, INVALIDATE; blocks}. */
    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(instruction.toString()).append(": ");
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

  /**
   * @throws IllegalArgumentException when two rows are for one instruction
   */
  public StepTable(List<Row> rows) {
    this.rows = List.copyOf(rows);
    for (Row row : rows) {
      int index = row.instruction().index();
      if (byIndex[index] != null) {
        throw new IllegalArgumentException(row.instruction() + " has two rows");
      }
      byIndex[index] = row;
    }
  }

  /** The rows, in the order in which the protocol gives them. */
  public List<Row> describe() {
    return rows;
  }

  /** The row of an instruction as performed, or null when the protocol lists none. */
  public @Nullable Row row(Ordering performed) {
    return byIndex[performed.index()];
  }

  /** Collects rows. */
  public static final class Builder {
    private final List<Row> rows = new ArrayList<>();

    /** A weak access: data, without scope, that blocks nothing. */
    public Builder data(Kind kind, Step... steps) {
      rows.add(
          new Row(new Ordering(kind, Order.WEAK, Scope.CTA, false, false), List.of(steps), false));
      return this;
    }

    /** A weak load that passes the L1 by ({@code ld.cg}). */
    public Builder dataPastL1(Step... steps) {
      rows.add(
          new Row(
              new Ordering(Kind.LOAD, Order.WEAK, Scope.GPU, false, false), List.of(steps), false));
      return this;
    }

    /** A relaxed access, that blocks nothing. */
    public Builder relaxed(Kind kind, Scope scope, Step... steps) {
      rows.add(
          new Row(new Ordering(kind, Order.RELAXED, scope, false, false), List.of(steps), false));
      return this;
    }

    /** A commutative atomic, that blocks nothing. */
    public Builder commutative(Scope scope, Step... steps) {
      rows.add(
          new Row(
              new Ordering(Kind.ATOMIC, Order.RELAXED, scope, false, true), List.of(steps), false));
      return this;
    }

    /** An ordering access or fence: blocks the warp's memory instructions until it is done. */
    public Builder ordered(Kind kind, Order order, Scope scope, Step... steps) {
      rows.add(new Row(new Ordering(kind, order, scope, false, false), List.of(steps), true));
      return this;
    }

    /** A remote access: blocks as well. */
    public Builder remote(Kind kind, Order order, Scope scope, Step... steps) {
      rows.add(new Row(new Ordering(kind, order, scope, true, false), List.of(steps), true));
      return this;
    }

    /** Gives the last row another list of steps, for when the one before does not apply. */
    public Builder when(String condition, Step... steps) {
      Row last = rows.removeLast();
      List<Alternative> alternatives = new ArrayList<>(last.alternatives());
      alternatives.add(new Alternative(condition, List.of(steps)));
      rows.add(new Row(last.instruction(), last.steps(), alternatives, last.blocks()));
      return this;
    }

    public StepTable build() {
      return new StepTable(rows);
    }
  }
}
