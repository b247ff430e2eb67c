package dev.syncopate.workload.fuzz.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Exchange;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Loop;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Meet;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Return;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What is drawn, and how it is made smaller. */
class ShrinkerTest {
  private static KernelProgram first(Predicate<KernelProgram> test) {
    for (long seed = 0; seed < 1000; seed++) {
      KernelProgram program = KernelGenerator.generate(seed);
      if (test.test(program)) {
        return program;
      }
    }
    throw new AssertionError("nothing of the kind among 1000 kernels");
  }

  @Test
  void oneSeedGivesOneKernel() {
    assertThat(KernelGenerator.generate(17)).isEqualTo(KernelGenerator.generate(17));
    assertThat(KernelGenerator.generate(17)).isNotEqualTo(KernelGenerator.generate(18));
  }

  @Test
  void everyKindOfStatementIsDrawn() {
    List<Class<? extends FuzzStatement>> kinds =
        List.of(Apart.class, Exchange.class, Loop.class, Meet.class, Return.class, Switch.class);
    for (Class<? extends FuzzStatement> kind : kinds) {
      assertThat(first(program -> StatementWalk.any(program.body(), kind::isInstance))).isNotNull();
    }
    assertThat(first(program -> !program.exchanges() && program.statements() > 10)).isNotNull();
    assertThat(first(KernelProgram::needsIndependentThreads)).isNotNull();
  }

  @Test
  void onlyWhatMattersIsLeft() {
    Predicate<KernelProgram> loopWithReturn =
        program ->
            StatementWalk.any(
                program.body(),
                s ->
                    s instanceof Loop loop
                        && StatementWalk.any(loop.body(), r -> r instanceof Return));
    KernelProgram program = first(p -> p.statements() > 20 && loopWithReturn.test(p));
    KernelProgram small = new Shrinker(loopWithReturn, 10_000).shrink(program);
    assertThat(small.statements()).isEqualTo(2);
    assertThat(small.ctas()).isEqualTo(1);
    assertThat(small.threads()).isLessThanOrEqualTo(40);
  }

  @Test
  void whatHoldsForNothingSmallerStays() {
    KernelProgram program = KernelGenerator.generate(5);
    assertThat(new Shrinker(candidate -> false, 10_000).shrink(program)).isEqualTo(program);
  }
}
