package dev.syncopate.workload.heterosync.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.WorkloadInputException;
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
    Outcome outcome = Runs.small(search, machine, protocol, model, "units=8");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    assertThat(outcome.message()).isEqualTo("every one of 644 nodes was visited once");
  }

  @ParameterizedTest
  @CsvSource({"units=1", "ctas=1", "ctas=7", "block=1", "block=100", "arity=3", "chance=0"})
  void everyOptionIsRight(String option) {
    TreeSearch search = new TreeSearch(KernelLibrary.bundled());
    Outcome outcome = Runs.small(search, "srsp-8cu", "gpu", "hrf", option);
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void aQueueThatIsFreeTooEarlyIsConvicted() {
    TreeSearch search = new TreeSearch(KernelLibrary.bundled());
    Outcome outcome = Runs.small(search, "srsp-8cu", "gpu", "hrf", "fault=hasty");
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).endsWith("visits to the 644 nodes of the tree");
  }

  @Test
  void nodesThatAreMissingDoubleOrInventedAreConvicted() {
    long[] nodes = {-5, 3, 8};
    assertThat(TreeSearch.onceEach(nodes, new long[] {8, -5, 3, 0}, 3).equal()).isTrue();
    assertThat(TreeSearch.onceEach(nodes, new long[] {8, -5, 3, 0}, 2).message())
        .isEqualTo("2 visits to the 3 nodes of the tree");
    assertThat(TreeSearch.onceEach(nodes, new long[] {8, -5, 8}, 3).message())
        .isEqualTo("node 0000000000000003 was not visited");
    assertThat(TreeSearch.onceEach(nodes, new long[] {-5, -5, 3}, 3).message())
        .isEqualTo("node fffffffffffffffb was visited too often or is none");
  }

  /** The mixing of SplitMix64, first outputs for seed 0 as published with it. */
  @Test
  void childrenAreThoseOfSplitMix() {
    assertThat(BinomialTree.child(0, 0)).isEqualTo(0xE220A8397B1DCDAFL);
    assertThat(BinomialTree.child(0, 1)).isEqualTo(0x6E789E6AA1B965F4L);
    assertThat(BinomialTree.child(0, 2)).isEqualTo(0x06C45D188009454FL);
  }

  @Test
  void aTreeThatDoesNotEndIsRefused() {
    assertThatThrownBy(() -> BinomialTree.of(1, 100, 4, 0x5000_0000, 1 << 16))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "the tree of uts has more than 65536 nodes: choose fewer roots or another seed");
  }
}
