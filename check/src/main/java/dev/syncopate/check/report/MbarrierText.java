package dev.syncopate.check.report;

import dev.syncopate.check.sync.SyncError.ObjectMisuse;
import dev.syncopate.check.sync.SyncError.OnObject;

/** A wrong use of an mbarrier object, for people. */
final class MbarrierText {
  private MbarrierText() {}

  static String title(OnObject object) {
    return switch (object.misuse()) {
      case NO_OBJECT ->
          object.otherPc() < 0
              ? "use of an mbarrier that is not initialised"
              : "use of an mbarrier that was made invalid";
      case REINIT -> "initialisation over a valid mbarrier";
      case PLAIN -> "plain access to a valid mbarrier";
      case OVER_ARRIVAL -> "more arrivals at an mbarrier than its phase waits for";
      case NOT_AWAITED ->
          "arrival at an mbarrier though no wait has seen the end of its last phase";
      case LAPPED -> "wait for a phase of an mbarrier that ended before the last one";
      case BYTES -> "bytes at an mbarrier that do not add up";
      case COMPLETES -> "arrival with .noComplete that completes the phase";
    };
  }

  /** What the other instruction did, behind its name. */
  static String otherRole(ObjectMisuse misuse) {
    return switch (misuse) {
      case NO_OBJECT -> "made it invalid";
      case REINIT, PLAIN, COMPLETES -> "initialised it";
      case OVER_ARRIVAL -> "was the arrival before";
      case NOT_AWAITED, LAPPED -> "ended the last phase";
      case BYTES -> "takes part";
    };
  }

  static String advice(OnObject object) {
    return switch (object.misuse()) {
      case NO_OBJECT ->
          object.otherPc() < 0
              ? "mbarrier.init must come first, and __syncthreads() between it and uses by other"
                  + " threads"
              : "mbarrier.init must make it an object again";
      case REINIT -> "mbarrier.inval must come before its memory holds another object";
      case PLAIN ->
          "only mbarrier instructions may touch its 8 bytes; mbarrier.inval frees them for other use";
      case OVER_ARRIVAL ->
          "the counts of all arrivals in a phase must be that of mbarrier.init together";
      case NOT_AWAITED ->
          "PTX asks for a wait that has found a phase over before the first arrival in the next one";
      case LAPPED ->
          "only the last phase can be waited for: a waiting thread must have seen it before the next one"
              + " ends, as by a second mbarrier at which those arrive that have waited";
      case BYTES ->
          "mbarrier.expect_tx must name as many bytes in each phase as its transactions complete";
      case COMPLETES ->
          "PTX leaves it undefined: leave .noComplete out, or expect one more arrival";
    };
  }
}
