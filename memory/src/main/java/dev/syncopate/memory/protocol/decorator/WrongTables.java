package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.StepTable.Alternative;
import dev.syncopate.memory.protocol.StepTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Tables of steps with something left out, for mutants. */
public final class WrongTables {
  private WrongTables() {}

  /** Leaves steps out of some rows and of their alternatives. */
  public static StepTable without(StepTable table, Predicate<Row> rows, Step... missing) {
    UnaryOperator<List<Step>> left = steps -> without(steps, List.of(missing));
    return changed(table, rows, left, left);
  }

  /** Leaves steps out of all rows' alternatives alone. */
  public static StepTable withoutInAlternatives(StepTable table, Step... missing) {
    return changed(
        table, row -> true, UnaryOperator.identity(), steps -> without(steps, List.of(missing)));
  }

  /** Does a step of some rows late: behind those of the cache before the access is performed. */
  public static StepTable late(StepTable table, Predicate<Row> rows, Step step) {
    return changed(table, rows, steps -> late(steps, step), UnaryOperator.identity());
  }

  private static List<Step> late(List<Step> steps, Step step) {
    if (!steps.contains(step)) {
      return steps;
    }
    List<Step> late = new ArrayList<>(steps);
    late.remove(step);
    int at = 0;
    while (at < late.size() && late.get(at).place() != Step.Place.LINES) {
      at++;
    }
    late.add(at, step);
    return late;
  }

  /** Puts a step in the place of another. */
  public static StepTable with(StepTable table, Step right, Step wrong) {
    UnaryOperator<List<Step>> changed =
        steps -> steps.stream().map(step -> step.equals(right) ? wrong : step).toList();
    return changed(table, row -> true, changed, changed);
  }

  private static List<Step> without(List<Step> steps, List<Step> missing) {
    return steps.stream().filter(step -> !missing.contains(step)).toList();
  }

  private static StepTable changed(
      StepTable table,
      Predicate<Row> rows,
      UnaryOperator<List<Step>> steps,
      UnaryOperator<List<Step>> alternatives) {
    return new StepTable(
        table.describe().stream()
            .map(row ->
                !rows.test(row)
                    ? row
                    : row.with(
                        steps.apply(row.steps()),
                        row.alternatives().stream()
                            .map(each ->
                                new Alternative(each.condition(), alternatives.apply(each.steps())))
                            .toList()))
            .toList());
  }
}
