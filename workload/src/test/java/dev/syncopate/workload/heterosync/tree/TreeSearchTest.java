package dev.syncopate.workload.heterosync.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.suite.WorkloadOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search visits every node once, and is convicted when it does not. */
class TreeSearchTest {
  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "clang, srsp-8cu, gpu, hrf",
    "nvcc, srsp-8cu, gpu, drfrlx",
    "clang, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf"
  })
  void everyNodeIsVisitedOnce(String compiler, String machine, String protocol, String model) {
    TreeSearch search = new TreeSearch(Runs.kernels(compiler));
    WorkloadOutcome outcome = Runs.small(search, machine, protocol, model, "units=8", "ctas=64");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    assertThat(outcome.message()).isEqualTo("every one of 299 nodes was visited once");
  }

  @ParameterizedTest
  @CsvSource({
    "units=1",
    "ctas=1",
    "ctas=7",
    "block=1",
    "block=100",
    "arity=3",
    "fertility=0",
    "stacks=1",
    "capacity=2"
  })
  void everyOptionIsRight(String option) {
    TreeSearch search = new TreeSearch(KernelLibrary.bundled());
    String fewer = option.startsWith("ctas=") ? "stacks=15" : "ctas=64";
    WorkloadOutcome outcome = Runs.small(search, "srsp-8cu", "gpu", "hrf", fewer, option);
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void leavesThatAreAddedUpInTwoHalvesAreConvicted() {
    TreeSearch search = new TreeSearch(KernelLibrary.bundled());
    WorkloadOutcome outcome = Runs.small(search, "srsp-8cu", "gpu", "hrf", "ctas=64", "fault=torn");
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).contains("nodes, leaves, sum");
  }

  /** A root with two children, of which one has two. */
  @Test
  void aTreeIsNumberedLevelByLevel() {
    RandomTree tree = RandomTree.of(RandomInputs.random(1), 5, 2, 100);
    assertThat(tree.children()).containsExactly(1, 3, 0, 0, 0);
    assertThat(tree.depths(2)).containsExactly(0, 1, 1, 2, 2);
    assertThat(tree.leaves()).isEqualTo(3);
    assertThat(tree.sum()).isEqualTo(tree.values()[2] + tree.values()[3] + tree.values()[4]);
  }

  @Test
  void aTreeOfOneNodeIsALeaf() {
    RandomTree tree = RandomTree.of(RandomInputs.random(1), 2, 2, 100);
    assertThat(tree.children()).containsExactly(0);
    assertThat(tree.leaves()).isEqualTo(1);
  }
}
