package dev.syncopate.model.verdict;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.LitmusTest;

/** Which memory model hardware is bound to. */
public final class Bindings {
  private Bindings() {}

  /**
   * The name of the model that an exploration's hardware promises: the one of its consistency
   * model, with remote scope promotion where the protocol has it.
   */
  public static String model(Exploration exploration) {
    return switch (exploration.model()) {
      case "drf0" -> "drf0";
      case "drfrlx" -> "drfrlx";
      default ->
          exploration.protocol().equals("gpu") && !promotes(exploration.test())
              ? "hrf-indirect-relaxed"
              : "hrf-rsp";
    };
  }

  private static boolean promotes(LitmusTest test) {
    return test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .anyMatch(instruction ->
            switch (instruction) {
              case Instruction.Load load -> load.remote();
              case Instruction.Store store -> store.remote();
              case Instruction.Atomic atomic -> atomic.remote();
              default -> false;
            });
  }
}
