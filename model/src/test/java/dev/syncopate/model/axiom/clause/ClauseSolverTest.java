package dev.syncopate.model.axiom.clause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the solver with all assignments, one after the other. */
class ClauseSolverTest {
  private static final int ROUNDS = 400;

  /** Theory of clauses that the solver is not told before it breaks them. */
  private static final class Hidden implements ClauseSolver.Theory {
    private final List<int[]> clauses = new ArrayList<>();
    private @Nullable ClauseSolver solver;
    private int conflicts;
    private int confirmed;
    private int denied;

    @Override
    public int @Nullable [] conflict() {
      ClauseSolver current = solver;
      for (int[] clause : clauses) {
        if (current != null && Arrays.stream(clause).allMatch(current::isFalse)) {
          conflicts++;
          return clause.clone();
        }
      }
      return null;
    }

    /** Whether a clause follows from a hidden one. */
    @Override
    public boolean confirms(int[] literals) {
      boolean holds =
          clauses.stream()
              .anyMatch(clause ->
                  Arrays.stream(clause)
                      .allMatch(a -> Arrays.stream(literals).anyMatch(b -> a == b)));
      confirmed += holds ? 1 : 0;
      denied += holds ? 0 : 1;
      return holds;
    }
  }

  @Test
  void randomClausesHaveAnAssignmentIfAndOnlyIfOneOfAllIsGood() {
    int satisfiable = 0;
    int conflicts = 0;
    for (int seed = 1; seed <= ROUNDS; seed++) {
      Random random = new Random(seed);
      int variables = 5 + random.nextInt(10);
      Hidden theory = new Hidden();
      ClauseSolver solver = solver(theory, variables);
      List<int[]> clauses = new ArrayList<>();
      for (int i = 0; i < variables * 4; i++) {
        int[] clause = clause(random, variables);
        clauses.add(clause);
        solver.add(clause.clone());
      }
      satisfiable += agrees(solver, clauses, variables, seed) ? 1 : 0;
      conflicts += (int) solver.conflicts();
    }
    assertThat(satisfiable).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    assertThat(conflicts).isGreaterThan(ROUNDS);
  }

  @Test
  void theoriesAddTheirClausesWhenTheyAreBroken() {
    int satisfiable = 0;
    int theoryConflicts = 0;
    int confirmed = 0;
    int denied = 0;
    for (int seed = 1; seed <= ROUNDS; seed++) {
      Random random = new Random(seed);
      int variables = 5 + random.nextInt(10);
      Hidden theory = new Hidden();
      ClauseSolver solver = solver(theory, variables);
      List<int[]> clauses = new ArrayList<>();
      for (int i = 0; i < variables * 4; i++) {
        int[] clause = clause(random, variables);
        switch (random.nextInt(4)) {
          case 0 -> {
            clauses.add(clause);
            solver.add(clause.clone());
          }
          case 1 -> {
            clauses.add(clause);
            theory.clauses.add(clause);
            solver.addTentatively(clause.clone());
          }
          case 2 -> solver.addTentatively(clause.clone()); // most likely wrong
          default -> {
            clauses.add(clause);
            theory.clauses.add(clause);
          }
        }
      }
      satisfiable += agrees(solver, clauses, variables, seed) ? 1 : 0;
      theoryConflicts += theory.conflicts;
      confirmed += theory.confirmed;
      denied += theory.denied;
    }
    assertThat(satisfiable).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    assertThat(theoryConflicts).isGreaterThan(ROUNDS);
    assertThat(confirmed).isGreaterThan(ROUNDS);
    assertThat(denied).isGreaterThan(ROUNDS);
  }

  /** More pigeons than holes: thousands of learnt clauses, of which some are forgotten. */
  @Test
  void pigeonsDoNotFitFewerHoles() {
    int holes = 8;
    ClauseSolver solver = solver(new Hidden(), (holes + 1) * holes);
    for (int pigeon = 0; pigeon <= holes; pigeon++) {
      int[] clause = new int[holes];
      for (int hole = 0; hole < holes; hole++) {
        clause[hole] = 2 * (pigeon * holes + hole);
        for (int other = 0; other < pigeon; other++) {
          solver.add(clause[hole] + 1, 2 * (other * holes + hole) + 1);
        }
      }
      solver.add(clause);
    }
    assertThat(solver.solve()).isFalse();
    assertThat(solver.conflicts()).isGreaterThan(4000);
  }

  @Test
  void restartsComeInTheSequenceOfLuby() {
    assertThat(LongStream.range(0, 15).map(ClauseSolver::luby))
        .containsExactly(1L, 1L, 2L, 1L, 1L, 2L, 4L, 1L, 1L, 2L, 1L, 1L, 2L, 4L, 8L);
  }

  private static ClauseSolver solver(Hidden theory, int variables) {
    ClauseSolver solver = new ClauseSolver(theory);
    theory.solver = solver;
    for (int variable = 0; variable < variables; variable++) {
      assertThat(solver.variable(variable % 2 == 0)).isEqualTo(2 * variable);
    }
    return solver;
  }

  private static int[] clause(Random random, int variables) {
    return random.ints(2 + random.nextInt(2), 0, 2 * variables).toArray();
  }

  private static boolean agrees(ClauseSolver solver, List<int[]> clauses, int variables, int seed) {
    boolean expected = false;
    for (int assignment = 0; assignment < 1 << variables && !expected; assignment++) {
      int bits = assignment;
      expected =
          clauses.stream()
              .allMatch(clause ->
                  Arrays.stream(clause)
                      .anyMatch(literal -> (bits >>> (literal >> 1) & 1) != (literal & 1)));
    }
    assertThat(solver.solve()).as("seed %d", seed).isEqualTo(expected);
    if (expected) {
      assertThat(clauses)
          .as("seed %d", seed)
          .allMatch(clause -> Arrays.stream(clause).anyMatch(solver::isTrue));
    }
    return expected;
  }
}
