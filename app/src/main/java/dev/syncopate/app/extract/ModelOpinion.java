package dev.syncopate.app.extract;

import dev.syncopate.app.extract.TestMaker.Made;
import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusTest;
import org.jspecify.annotations.Nullable;

/** Answers of two memory models, PTX's and sequential consistency, to a test in the making. */
final class ModelOpinion {
  /** Tests have no loops. */
  private static final int BOUND = 1;

  private final CatModel ptx = ModelCatalog.named("ptx");
  private final CatModel sc = ModelCatalog.named("sc");

  private static boolean allows(CatModel model, @Nullable LitmusTest test) {
    return test == null || ModelAnswer.of(test, model, BOUND).verdict();
  }

  /** Whether PTX allows a test's outcome. */
  boolean allows(LitmusTest test) {
    return allows(ptx, test);
  }

  /** Whether PTX allows the outcome. */
  boolean allows(Made madeTest) {
    return allows(ptx, madeTest.test());
  }

  /** Whether the outcome is one that no order of the threads' steps has. */
  boolean isWeak(Made madeTest) {
    return !allows(sc, madeTest.test());
  }

  /** Whether PTX forbids the outcome though threads hand on as they did, which they can. */
  boolean forbids(Made madeTest) {
    return !allows(ptx, madeTest.test()) && allows(sc, madeTest.handedOn());
  }
}
