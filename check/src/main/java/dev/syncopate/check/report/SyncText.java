package dev.syncopate.check.report;

import dev.syncopate.check.sync.SyncError;
import dev.syncopate.check.sync.SyncError.Branches;
import dev.syncopate.check.sync.SyncError.Exchange;
import dev.syncopate.check.sync.SyncError.Left;
import dev.syncopate.check.sync.SyncError.OnLimit;
import dev.syncopate.check.sync.SyncError.OnObject;
import dev.syncopate.check.sync.SyncError.OnRegisters;
import dev.syncopate.check.sync.SyncError.RegisterMisuse;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A wrong use of a barrier, an mbarrier object or an exchange, for people. */
public final class SyncText {
  private final SyncError error;
  private final Grid grid;
  private final ThreadText threads;

  private SyncText(SyncError error) {
    this.error = error;
    this.grid = error.grid();
    this.threads = new ThreadText(grid);
  }

  /** What was wrong, who did it where, and what would mend it. */
  public static Finding finding(SyncError error) {
    return new SyncText(error).finding();
  }

  private Finding finding() {
    Program program = grid.kernel().program;
    Position ptx = grid.kernel().position(error.pc());
    return new Finding(
        Check.SYNC,
        rule(),
        program.name(),
        title(),
        details(),
        ptx,
        program.sourceLines().of(ptx),
        error.count(),
        identity(),
        related());
  }

  private String identity() {
    return error.pc()
        + switch (error.problem()) {
          case Branches branches -> " " + branches.otherPc();
          case OnObject object when object.otherPc() >= 0 -> " " + object.otherPc();
          case OnRegisters registers when registers.otherPc() >= 0 -> " " + registers.otherPc();
          case OnLimit limit when limit.otherPc() >= 0 -> " " + limit.otherPc();
          default -> "";
        };
  }

  /** The two instructions of a misuse of an mbarrier object or of registers. */
  private List<Finding.Related> related() {
    if (error.problem() instanceof OnRegisters registers && registers.otherPc() >= 0) {
      return List.of(
          threads.related(registers.otherPc(), error.cta(), error.thread()),
          threads.related(error.pc(), error.cta(), error.thread()));
    }
    if (!(error.problem() instanceof OnObject object) || object.otherPc() < 0) {
      return List.of();
    }
    return List.of(
        threads.related(object.otherPc(), object.otherCta(), object.otherThread()),
        threads.related(error.pc(), error.cta(), error.thread()));
  }

  private String rule() {
    return switch (error.problem()) {
      case Exchange exchange -> exchange.misuse().name().toLowerCase(Locale.ROOT).replace('_', '-');
      case Left departure -> "barrier-count";
      case Branches branches -> "barrier-branches";
      case OnObject object -> object.misuse().rule();
      case OnRegisters registers -> registers.misuse().rule();
      case OnLimit limit -> "setmaxnreg-warpgroup";
    };
  }

  private String title() {
    return switch (error.problem()) {
      case Exchange exchange ->
          switch (exchange.misuse()) {
            case LANE_NOT_NAMED -> "mask without the lane itself";
            case ABSENT_SOURCE -> "shuffle from a lane that takes no part";
            case ABSENT_LANE -> "mask with lanes that are elsewhere";
            case EXITED_LANE -> "mask with lanes that have exited";
            case BARRIER_DIVERGENT -> "barrier in a diverged warp";
          };
      case Left departure -> "barrier that not all threads reach equally often";
      case Branches branches -> "one barrier in several branches";
      case OnObject object -> MbarrierText.title(object);
      case OnRegisters registers ->
          switch (registers.misuse()) {
            case NO_FENCE -> "wgmma.mma_async without a wgmma.fence";
            case IN_FLIGHT -> "access to a register of a product that may still be in flight";
          };
      case OnLimit limit -> "setmaxnreg that the warps of a warpgroup do not execute alike";
    };
  }

  private List<String> details() {
    String sideText = side(error.pc(), error.thread());
    return switch (error.problem()) {
      case Exchange exchange -> List.of(sideText, exchange.text(), advice(exchange));
      case Left departure ->
          List.of(
              sideText + ": its barrier number " + departure.times(),
              "%s had exited after %s%s"
                  .formatted(
                      thread(departure.goneThread()),
                      departure.goneTimes() == 1
                          ? "1 barrier"
                          : departure.goneTimes() + " barriers",
                      departure.otherCount() == 0
                          ? ""
                          : ", and so had %d other %s"
                              .formatted(
                                  departure.otherCount(),
                                  departure.otherCount() == 1 ? "thread" : "threads")),
              "hardware goes on without threads that have exited; CUDA asks that all threads of a"
                  + " CTA reach a barrier or none: take it out of the branch or the loop, or let"
                  + " threads without work go on to it");
      case Branches branches ->
          List.of(
              sideText,
              side(branches.otherPc(), branches.otherThread()) + " meets it",
              branches.oneWarp()
                  ? "all lanes of a warp must execute the same barrier instruction: put it behind the"
                      + " branch"
                  : "CUDA asks that all threads of a CTA evaluate the conditions around"
                      + " __syncthreads() alike: put it behind the branch, or name a barrier and"
                      + " its number of threads");
      case OnObject object -> object(object, sideText);
      case OnRegisters registers -> registers(registers, sideText);
      case OnLimit limit -> limit(limit, sideText);
    };
  }

  private List<String> object(OnObject object, String sideText) {
    List<String> details = new ArrayList<>();
    details.add(sideText + (object.fact().isEmpty() ? "" : ": " + object.fact()));
    if (object.otherPc() >= 0) {
      String otherText = threads.side(object.otherPc(), object.otherCta(), object.otherThread());
      details.add(otherText + " " + MbarrierText.otherRole(object.misuse()));
    }
    details.add(MbarrierText.advice(object));
    return List.copyOf(details);
  }

  private List<String> registers(OnRegisters registers, String sideText) {
    int otherPc = registers.otherPc();
    String otherText = otherPc < 0 ? "" : side(otherPc, error.thread());
    if (registers.misuse() == RegisterMisuse.IN_FLIGHT) {
      String wait =
          registers.latestWait() < 0
              ? ""
              : "; %s is not for its group".formatted(threads.instruction(registers.latestWait()));
      return List.of(
          sideText,
          otherText + " has its sums or its A in that register" + wait,
          "the sums are there, and registers of A are free, behind a wgmma.wait_group for the product's"
              + " group: wgmma.commit_group behind the product, and the wait before the access");
    }
    return otherPc < 0
        ? List.of(
            sideText + ": its warp has executed no wgmma.fence",
            "wgmma.fence.sync.aligned must stand before the first wgmma.mma_async of a warpgroup")
        : List.of(
            sideText,
            otherText + " accesses a register of it, with no wgmma.fence between them",
            "wgmma.fence.sync.aligned must stand between an access to registers of the sums or of A and a"
                + " wgmma.mma_async that has them: else the product is undefined. Products of one"
                + " shape alone may add to the same sums without one");
  }

  private List<String> limit(OnLimit limit, String sideText) {
    int otherThread = limit.otherThread();
    String otherText =
        switch (limit.misuse()) {
          case DIFFERENT ->
              side(limit.otherPc(), otherThread) + ", of the same warpgroup, executes another";
          case AHEAD ->
              "%s, of the same warpgroup, has not executed the one before: %s"
                  .formatted(thread(otherThread), threads.instruction(limit.otherPc()));
          case MISSING -> thread(otherThread) + ", of the same warpgroup, ends without it";
        };
    return List.of(
        sideText,
        otherText,
        "all four warps of a warpgroup must execute the same setmaxnreg, and synchronise before the"
            + " next: else the number of registers is undefined");
  }

  private static String advice(Exchange exchange) {
    return switch (exchange.misuse()) {
      case LANE_NOT_NAMED -> "a lane that executes it must be in its own mask";
      case ABSENT_SOURCE ->
          "PTX leaves the value undefined: read lanes that are in the mask and execute it too";
      case ABSENT_LANE -> "all lanes in the mask that have not exited must execute it together";
      case EXITED_LANE ->
          "PTX goes on without them, and their values are missing; CUDA asks all lanes in the mask"
              + " that have not exited to come, and nothing says that they exit first: name those"
              + " that do come, as __ballot_sync before the branch gives them";
      case BARRIER_DIVERGENT -> "all lanes of the warp must come to the barrier together";
    };
  }

  private String side(int pc, int thread) {
    return threads.side(pc, error.cta(), thread);
  }

  private String thread(int thread) {
    return threads.thread(error.cta(), thread);
  }
}
