package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.barrier.BarrierPassage;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.generate.LoopedTests;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a refusal is said to come from is enough for it. */
class ConflictCauseTest {
  private static final int TESTS = 60;
  private static final int TRIES = 12;

  private int refused;
  private int facts;
  private int factsOfCauses;

  @ParameterizedTest
  @ValueSource(strings = {"sc", "drfrlx", "hrf-direct", "hrf-rsp", "ptx-6.0", "ptx"})
  void anExecutionWithNoMoreThanTheCauseIsRefusedToo(String name) {
    CatModel model = ModelCatalog.named(name);
    for (int seed = 1; seed <= TESTS; seed++) {
      Random random = new Random(seed);
      LitmusTest test = LoopedTests.of(seed, 2 + seed % 2, 3);
      ExecutionSkeleton skeleton = skeleton(test, random);
      for (int tries = 0; skeleton != null && tries < TRIES; tries++) {
        compare(skeleton, model.evaluator(), random, "seed " + seed);
      }
    }
    assertThat(refused).isGreaterThan(100);
    assertThat(factsOfCauses).isLessThan(facts / 2);
  }

  private static @Nullable ExecutionSkeleton skeleton(LitmusTest test, Random random) {
    TestLocations locations = new TestLocations(test);
    List<MemoryEvent> initial = new ArrayList<>();
    for (int i = 0; i < locations.count(); i++) {
      initial.add(MemoryEvent.initial(i, locations.initial(i)));
    }
    List<ThreadPath> paths = new ArrayList<>();
    for (int t = 0; t < test.threads().size(); t++) {
      List<ThreadPath> threadPaths =
          new Unroller(test.threads().get(t), t, locations, 2, 2).paths();
      if (threadPaths.isEmpty()) {
        return null;
      }
      paths.add(threadPaths.get(random.nextInt(threadPaths.size())));
    }
    return new ExecutionSkeleton(test, initial, paths);
  }

  private void compare(
      ExecutionSkeleton skeleton, CatEvaluator evaluator, Random random, String about) {
    CandidateExecution execution = unsettled(skeleton);
    evaluator.enter(Stage.SKELETON, execution);
    for (int read : skeleton.reads()) {
      if (random.nextInt(3) > 0) {
        int[] sources = skeleton.sources(read);
        int write = sources[random.nextInt(sources.length)];
        execution = execution.with(execution.matching().with(read, write));
      }
    }
    for (int[] pair : skeleton.pairs()) {
      int forth = random.nextInt(3);
      if (forth < 2 && !execution.isOrdered(pair[0], pair[1])) {
        execution = execution.ordered(pair[forth], pair[1 - forth]);
      }
    }
    evaluator.enter(Stage.READS, execution);
    if (!evaluator.isHopeless()) {
      return;
    }
    ConflictCause cause = new ConflictCause(execution, skeleton.initialOrder());
    evaluator.whyHopeless(cause);
    ConflictCause fullCause = new ConflictCause(execution, skeleton.initialOrder());
    fullCause.all();
    CandidateExecution leastExecution = unsettled(skeleton);
    for (int read : cause.reads()) {
      leastExecution =
          leastExecution.with(
              leastExecution.matching().with(read, execution.matching().source(read)));
    }
    int[] later = cause.after();
    for (int i = 0; i < later.length; i++) {
      leastExecution = leastExecution.ordered(cause.before()[i], later[i]);
    }
    evaluator.enter(Stage.READS, leastExecution);
    assertThat(evaluator.isHopeless()).as(about).isTrue();
    refused++;
    facts += fullCause.size();
    factsOfCauses += cause.size();
  }

  /** The execution of a skeleton of which nothing is settled. */
  private static CandidateExecution unsettled(ExecutionSkeleton skeleton) {
    BarrierPassage passage = new BarrierPassage(Set.of(), skeleton.first, skeleton::hangsOn);
    return new CandidateExecution(
        skeleton, new ReadMatching(skeleton), skeleton.initialOrder(), passage.waits());
  }
}
