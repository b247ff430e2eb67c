package dev.syncopate.model.axiom.witness;

import dev.syncopate.model.axiom.candidate.EventView;
import dev.syncopate.model.axiom.candidate.OutcomeRefusal;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;

/**
 * Why an outcome is forbidden, in a few lines: an execution with this outcome, and the requirements
 * it breaks.
 */
public final class RefusalText {
  private RefusalText() {}

  /**
   * The execution's lines, then one for each requirement that it breaks, such as {@code causality:
   * a po b rf c}; each after an indent.
   */
  public static String of(LitmusTest test, OutcomeRefusal refusal, String indent) {
    StringBuilder text = new StringBuilder(WitnessText.of(test, refusal.execution(), indent));
    List<EventView> events = refusal.execution().view(test);
    for (Judgement.Violation violation : refusal.judgement().violations()) {
      text.append(indent).append("breaks ").append(violation.requirement());
      List<Judgement.Step> steps = violation.steps();
      for (int i = 0; i < steps.size(); i++) {
        Judgement.Step step = steps.get(i);
        text.append(i == 0 ? ": " + events.get(step.tail()).name() : "")
            .append(" --")
            .append(step.relationName())
            .append("--> ")
            .append(events.get(step.head()).name());
      }
      text.append('\n');
    }
    return text.toString();
  }
}
