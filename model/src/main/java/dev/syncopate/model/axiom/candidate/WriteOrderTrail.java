package dev.syncopate.model.axiom.candidate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The orders of two writes of which the execution that is being completed left no choice, each with
 * its cause.
 */
final class WriteOrderTrail {
  private record Forced(CandidateExecution previous, int a, int b, ConflictCause cause) {}

  private final List<Forced> forced = new ArrayList<>();

  /** How many there are. */
  int size() {
    return forced.size();
  }

  /**
   * Puts a write before another.
   *
   * @param cause of that it cannot be after it
   */
  CandidateExecution force(CandidateExecution previous, int a, int b, ConflictCause cause) {
    forced.addLast(new Forced(previous, a, b, cause));
    return previous.ordered(a, b);
  }

  /** Takes back the last ones, and gives the cause of something without them. */
  @Nullable ConflictCause unwind(@Nullable ConflictCause cause, int size) {
    while (forced.size() > size) {
      Forced last = forced.removeLast();
      if (cause != null && cause.remove(last.previous(), last.a(), last.b())) {
        cause.add(last.cause());
      }
    }
    return cause;
  }
}
