package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Case;
import dev.syncopate.workload.fuzz.program.FuzzStatement.If;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Loop;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import java.util.List;
import java.util.function.Predicate;

/** Looks into statements. */
final class StatementWalk {
  private StatementWalk() {}

  /** The blocks right inside a statement. */
  static List<List<FuzzStatement>> blocks(FuzzStatement statement) {
    return switch (statement) {
      case If branch -> List.of(branch.thenBlock(), branch.otherwise());
      case Loop loop -> List.of(loop.body());
      case Switch choice -> choice.cases().stream().map(Case::body).toList();
      case Apart apartStatement -> List.of(apartStatement.thenBlock(), apartStatement.otherwise());
      default -> List.of();
    };
  }

  /** Whether it holds for one of these statements or of those inside them. */
  static boolean any(List<FuzzStatement> statements, Predicate<FuzzStatement> test) {
    for (FuzzStatement statement : statements) {
      if (test.test(statement)) {
        return true;
      }
      for (List<FuzzStatement> block : blocks(statement)) {
        if (any(block, test)) {
          return true;
        }
      }
    }
    return false;
  }

  static int count(List<FuzzStatement> statements) {
    int count = statements.size();
    for (FuzzStatement statement : statements) {
      count += blocks(statement).stream().mapToInt(StatementWalk::count).sum();
    }
    return count;
  }
}
