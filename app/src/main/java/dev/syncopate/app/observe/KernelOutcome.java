package dev.syncopate.app.observe;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.FinalState;
import java.util.StringJoiner;

/** Final state of one run of a test's kernel, as it is in memory. */
final class KernelOutcome implements FinalState {
  private final LitmusKernel kernel;
  private final int[] memory;
  private final int[] results;

  /**
   * @param memory the locations in global memory, in words
   * @param results the results, in words
   */
  KernelOutcome(LitmusKernel kernel, int[] memory, int[] results) {
    this.kernel = kernel;
    this.memory = memory;
    this.results = results;
  }

  @Override
  public long register(int thread, String name) {
    return results[kernel.layout().result(thread, name) / KernelLayout.WORD];
  }

  @Override
  public long content(String location) {
    return kernel.layout().isShared(location)
        ? results[kernel.layout().result(location) / KernelLayout.WORD]
        : memory[kernel.layout().offset(location) / KernelLayout.WORD];
  }

  @Override
  public long address(String location) {
    throw new IllegalStateException("a kernel's results hold no addresses");
  }

  /** The observed values, as models write an outcome: {@code 1:r0=1 x=2}. */
  String text(Observables observables) {
    StringJoiner text = new StringJoiner(" ");
    for (Term term : observables.terms()) {
      text.add(Observables.name(term) + "=" + value(term));
    }
    return text.toString();
  }
}
