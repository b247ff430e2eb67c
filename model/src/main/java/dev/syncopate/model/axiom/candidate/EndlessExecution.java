package dev.syncopate.model.axiom.candidate;

import java.util.List;

/**
 * An execution that never ends and that a model allows: each thread ends, repeats its last round
 * forever, or is not scheduled any more.
 *
 * @param execution with one of the rounds that are repeated
 * @param remarks what goes on forever, for people: which thread reads which write, and who waits
 */
public record EndlessExecution(CandidateExecution execution, List<String> remarks) {
  /** Keeps a copy. */
  public EndlessExecution {
    remarks = List.copyOf(remarks);
  }
}
