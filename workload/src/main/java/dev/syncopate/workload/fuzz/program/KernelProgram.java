package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Both;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Call;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Exchange;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A kernel and the functions it calls.
 *
 * @param seed of everything that is drawn when it is written as text
 * @param ctas of the grid
 * @param x threads of a CTA along x
 * @param y threads of a CTA along y
 * @param body of the kernel
 * @param functions each of two values; none calls another
 */
public record KernelProgram(
    long seed,
    int ctas,
    int x,
    int y,
    List<FuzzStatement> body,
    List<List<FuzzStatement>> functions) {
  /** Variables of a thread; those of a function are others. */
  public static final int VARIABLES = 6;

  /** Words of a thread in the output: its variables, its words of global memory, a spare one. */
  public static final int WORDS = VARIABLES + FuzzSpace.GLOBAL.words() + 1;

  /** Threads of a CTA. */
  public int threads() {
    return x * y;
  }

  /** How many statements it has, those inside others among them. */
  public int statements() {
    return StatementWalk.count(body) + functions.stream().mapToInt(StatementWalk::count).sum();
  }

  /** The same with other statements. */
  public KernelProgram with(List<FuzzStatement> newBody, List<List<FuzzStatement>> newFunctions) {
    return new KernelProgram(seed, ctas, x, y, newBody, newFunctions);
  }

  /** The same with other numbers of threads. */
  public KernelProgram sized(int newCtas, int newX, int newY) {
    return new KernelProgram(seed, newCtas, newX, newY, body, functions);
  }

  /** Whether lanes of a warp work together anywhere, including functions that are never called. */
  public boolean exchanges() {
    return exchanges(body) || functions.stream().anyMatch(this::exchanges);
  }

  /** Whether lanes must name each other somewhere in these statements. */
  public boolean exchanges(List<FuzzStatement> statements) {
    return StatementWalk.any(
        statements,
        statement ->
            switch (statement) {
              case Exchange _ -> true;
              case Apart apartStatement -> apartStatement.commonStep() != Both.CTA_BARRIER;
              case Call call ->
                  exchanges(functions.get(call.function()))
                      || (call.selector() != null
                          && exchanges(functions.get(call.otherFunction())));
              default -> false;
            });
  }

  /** Whether it ends only where lanes of a warp make progress one without the other. */
  public boolean needsIndependentThreads() {
    Predicate<FuzzStatement> isApart =
        statement ->
            switch (statement) {
              case Apart _ -> true;
              case Switch choice -> meetsBehindFall(choice);
              default -> false;
            };
    return StatementWalk.any(body, isApart)
        || functions.stream().anyMatch(f -> StatementWalk.any(f, isApart));
  }

  /** Whether lanes that fall into a case exchange values with those that branched there. */
  private boolean meetsBehindFall(Switch choice) {
    List<FuzzStatement> reached = new ArrayList<>();
    boolean falling = false;
    for (FuzzStatement.Case switchCase : choice.cases()) {
      if (falling) {
        reached.addAll(switchCase.body());
      }
      falling = switchCase.falls();
    }
    return exchanges(reached);
  }
}
