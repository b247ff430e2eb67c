package dev.syncopate.app.extract;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Compare;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks models of litmus tests, and takes instructions out of these. */
final class Tests {
  private Tests() {}

  /** Whether a model allows the outcome that a test asks for, whichever way it asks. */
  static boolean allows(String model, LitmusTest test) {
    return ModelAnswer.of(
            test.asking(Quantifier.EXISTS, test.condition()), ModelCatalog.named(model), 1)
        .verdict();
  }

  /** Each thread's instructions but for branches, as in {@code st.weak x, 1; bar.cta.sync 0}. */
  static List<String> threads(LitmusTest test) {
    return test.threads().stream()
        .map(thread ->
            thread.instructions().stream()
                .filter(candidate -> !(candidate instanceof LitmusInstruction.Branch))
                .map(LitmusInstructionText::of)
                .collect(Collectors.joining("; ")))
        .toList();
  }

  private static List<FinalCondition> clauses(FinalCondition condition) {
    return condition instanceof FinalCondition.And(List<FinalCondition> clauses)
        ? clauses
        : List.of(condition);
  }

  /** A test whose last clause is not asked; null if there is no other. */
  static @Nullable LitmusTest withoutLastClause(LitmusTest test) {
    List<FinalCondition> clauses = clauses(test.condition());
    return clauses.size() == 1
        ? null
        : test.asking(
            Quantifier.EXISTS, new FinalCondition.And(clauses.subList(0, clauses.size() - 1)));
  }

  /**
   * A test without one instruction, the branch that waits for what it reads, and what is asked of
   * that; null if nothing is asked then.
   */
  static @Nullable LitmusTest without(LitmusTest test, int thread, int instruction) {
    LitmusThread old = test.threads().get(thread);
    String read =
        switch (old.instructions().get(instruction)) {
          case LitmusInstruction.Load load -> load.target();
          case LitmusInstruction.Atomic atomic -> atomic.target();
          default -> null;
        };
    boolean waits =
        instruction + 1 < old.instructions().size()
            && old.instructions().get(instruction + 1) instanceof LitmusInstruction.Branch branch
            && branch.a().toString().equals(read);
    List<LitmusInstruction> keptInstructions = new ArrayList<>(old.instructions());
    keptInstructions.remove(instruction);
    if (waits) {
      keptInstructions.remove(instruction);
    }
    keptInstructions.replaceAll(candidate ->
        candidate instanceof LitmusInstruction.Branch branch
            ? new LitmusInstruction.Branch(
                branch.comparison(), branch.a(), branch.b(), keptInstructions.size())
            : candidate);
    List<LitmusThread> threads = new ArrayList<>(test.threads());
    threads.set(
        thread,
        new LitmusThread(
            old.id(), old.cta(), old.gpu(), old.warp(), old.registers(), keptInstructions));
    List<FinalCondition> remainingClauses = new ArrayList<>(clauses(test.condition()));
    remainingClauses.removeIf(clause ->
        clause instanceof Compare(var _, Term.Register(int threadId, String name), var _)
            && threadId == old.id()
            && name.equals(read));
    return remainingClauses.isEmpty()
        ? null
        : test.with(threads).asking(Quantifier.EXISTS, new FinalCondition.And(remainingClauses));
  }
}
