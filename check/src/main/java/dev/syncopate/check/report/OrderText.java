package dev.syncopate.check.report;

import dev.syncopate.check.confluence.OrderError;
import dev.syncopate.check.confluence.OrderError.OrderStep;
import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.List;

/** What goes wrong at an mbarrier object in another order, for people. */
public final class OrderText {
  /** Steps of the order that are told. */
  private static final int MOST_STEPS = 4;

  private static final int MBARRIER_BYTES = 8;

  private OrderText() {}

  /** What goes wrong, where, behind which steps, and what would mend it. */
  public static Finding finding(OrderError error) {
    Grid grid = error.grid();
    Program program = grid.kernel().program;
    Position ptx = grid.kernel().position(error.step().pc());
    ThreadText threads = new ThreadText(grid);
    return new Finding(
        Check.CONFLUENCE,
        error.kind().rule(),
        program.name(),
        title(error),
        details(error, threads),
        ptx,
        program.sourceLines().of(ptx),
        error.count(),
        error.kind() + " " + error.step().pc(),
        lastSteps(error).stream()
            .map(step -> threads.related(step.pc(), step.cta(), step.thread()))
            .toList());
  }

  private static String title(OrderError error) {
    String object = SharedNames.name(error.grid().kernel().program, error.offset(), MBARRIER_BYTES);
    return switch (error.kind()) {
          case NO_OBJECT -> "another order uses an mbarrier before it is initialised: ";
          case REINIT -> "another order initialises a valid mbarrier: ";
          case OVER_ARRIVAL -> "another order has more arrivals than the phase waits for: ";
          case NOT_AWAITED -> "another order arrives before a wait has seen the last phase end: ";
          case LAPPED -> "another order waits for a phase that ended before the last one: ";
          case COUNTED_ELSEWHERE -> "another order counts a copy in another phase: ";
          case OTHER_PHASE -> "another order ends a wait by another phase: ";
          case DEADLOCK -> "another order is a deadlock: ";
        }
        + object
        + (error.owner() == error.step().cta()
            ? ""
            : " of CTA " + error.grid().indices(error.owner()));
  }

  private static List<String> details(OrderError error, ThreadText threads) {
    List<String> details = new ArrayList<>();
    OrderStep step = error.step();
    String fact = error.fact().isEmpty() ? "" : ": " + error.fact();
    String end = error.kind() == OrderError.Kind.DEADLOCK ? " never ends" : fact;
    details.add(threads.side(step.pc(), step.cta(), step.thread()) + end);
    List<OrderStep> steps = lastSteps(error);
    if (!steps.isEmpty()) {
      int left = error.witness().size() - steps.size();
      details.add(
          left == 0
              ? "the order, by operations on this mbarrier:"
              : "the order, by operations on this mbarrier, behind %,d others:".formatted(left));
      for (OrderStep earlier : steps) {
        details.add("  " + threads.side(earlier.pc(), earlier.cta(), earlier.thread()));
      }
    }
    details.add(advice(error));
    return List.copyOf(details);
  }

  private static List<OrderStep> lastSteps(OrderError error) {
    int count = error.witness().size();
    return error.witness().subList(Math.max(0, count - MOST_STEPS), count);
  }

  private static String advice(OrderError error) {
    return switch (error.kind()) {
      case NO_OBJECT ->
          error.owner() == error.step().cta()
              ? "nothing orders it behind mbarrier.init: __syncthreads() must stand between them"
              : "nothing orders it behind mbarrier.init: a barrier of the cluster (cluster.sync())"
                  + " must stand between them";
      case REINIT -> "nothing orders it behind mbarrier.inval and all uses before";
      case OVER_ARRIVAL, NOT_AWAITED ->
          "an arrival in the next phase must follow a wait that has seen the last one end, by its"
              + " own thread or through a barrier";
      case LAPPED, OTHER_PHASE ->
          "each thread must wait for a phase before the next but one can end, and behind the end of"
              + " the one before: a second mbarrier at which the waiting threads arrive does both";
      case COUNTED_ELSEWHERE ->
          "what the phase expects of a copy must precede an arrival of this phase by a thread, and"
              + " the copy follow a wait for the phase before";
      case DEADLOCK ->
          "two phases can end before the wait looks, or its phase lacks an arrival that another has"
              + " taken: the next phase needs an arrival behind each wait for this one";
    };
  }
}
