package dev.syncopate.app.bench;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.generate.TestGenerator;
import dev.syncopate.model.generate.TestShape;
import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Litmus tests like those of public lists: the library's, and generated tests of two threads that
 * ask for one outcome. The outcome is drawn at random with a fixed seed; for most of these no
 * execution is allowed, so that the search has to refuse all.
 */
final class AskedTests {
  private static final long SEED = 1;

  private AskedTests() {}

  /** Texts of so many tests, the library's first. */
  static List<String> texts(int count) {
    List<String> texts = new ArrayList<>();
    for (String name : Library.names()) {
      texts.add(LitmusWriter.text(Library.test(name)));
    }
    Set<LitmusScope> scopes = EnumSet.of(LitmusScope.CTA, LitmusScope.GPU);
    List<LitmusTest> generated = new ArrayList<>();
    for (TestShape shape :
        List.of(
            new TestShape(2, 2, 2, scopes, EnumSet.of(Kind.WEAK, Kind.SYNCHRONISING), 1),
            new TestShape(2, 3, 2, scopes, EnumSet.of(Kind.RELAXED, Kind.FENCE), 1),
            new TestShape(2, 2, 2, scopes, EnumSet.of(Kind.WEAK, Kind.ATOMIC, Kind.SWAP), 1))) {
      new TestGenerator(shape).forEach(generated::add);
    }
    Random random = new Random(SEED);
    Collections.shuffle(generated, random);
    for (LitmusTest test : generated.subList(0, count - texts.size())) {
      texts.add(LitmusWriter.text(asking(test, random)));
    }
    return texts;
  }

  private static LitmusTest asking(LitmusTest test, Random random) {
    List<FinalCondition> conditions = new ArrayList<>();
    for (Term term : Observables.all(test).terms()) {
      if (term instanceof Term.Register || random.nextInt(3) == 0) {
        Term value = new Term.Constant(random.nextInt(3));
        conditions.add(new FinalCondition.Compare(ComparisonOperator.EQ, term, value));
      }
    }
    if (conditions.isEmpty()) {
      return test;
    }
    LitmusTest.Quantifier quantifier =
        random.nextBoolean() ? LitmusTest.Quantifier.EXISTS : LitmusTest.Quantifier.NOT_EXISTS;
    return test.asking(quantifier, new FinalCondition.And(conditions));
  }
}
