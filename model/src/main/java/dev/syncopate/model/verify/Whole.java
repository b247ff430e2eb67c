package dev.syncopate.model.verify;

import dev.syncopate.model.litmus.Comparison;
import dev.syncopate.model.litmus.Condition;
import dev.syncopate.model.litmus.Condition.Term;
import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tests that look at everything: what hardware does is compared in all that can be seen of it. */
final class Whole {
  private Whole() {}

  /** The same test, asking for every register that is set and every location. */
  static LitmusTest of(LitmusTest test) {
    Set<Term> terms = new LinkedHashSet<>();
    for (LitmusThread thread : test.threads()) {
      for (Instruction instruction : thread.instructions()) {
        String target = target(instruction);
        if (target != null) {
          terms.add(new Term.Register(thread.id(), target));
        }
      }
    }
    test.locations().keySet().forEach(location -> terms.add(new Term.Content(location)));
    Condition all = null;
    for (Term term : terms) {
      Condition asks = new Condition.Compare(Comparison.EQ, term, new Term.Constant(0));
      all = all == null ? asks : new Condition.And(all, asks);
    }
    return all == null
        ? test
        : new LitmusTest(
            test.name(),
            test.locations(),
            test.aliases(),
            test.threads(),
            null,
            LitmusTest.Quantifier.EXISTS,
            all);
  }

  private static @Nullable String target(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> load.target();
      case Instruction.Atomic atomic -> atomic.target();
      case Instruction.Move move -> move.target();
      case Instruction.Compute compute -> compute.target();
      case Instruction.Store _,
          Instruction.Fence _,
          Instruction.ProxyFence _,
          Instruction.Barrier _,
          Instruction.Branch _,
          Instruction.Goto _ ->
          null;
    };
  }
}
