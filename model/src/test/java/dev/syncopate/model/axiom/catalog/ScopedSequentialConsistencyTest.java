package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sequentially consistent accesses and fences whose scopes include each other only in part. */
class ScopedSequentialConsistencyTest {
  /** Models in which fence.sc has a scope. */
  private static final String[] FENCED = {
    "hrf-comm", "hrf-indirect-relaxed", "hrf-rsp", "ptx", "ptx-6.0", "ptx-7.5", "ptx-9-async"
  };

  private static final String[] NO_MODEL = {};

  /** The models that allow what a test asks for, of some. */
  private static Set<String> allowing(String text, String... models) {
    LitmusTest test = LitmusTest.read("t.litmus", text);
    Set<String> allowing = new TreeSet<>();
    for (String model : models) {
      if (ExecutionSearch.of(test, ModelCatalog.named(model), Observables.asked(test), 3)
          .verdict(test)) {
        allowing.add(model);
      }
    }
    return allowing;
  }

  private static String storeBuffering(String second, String store, String load) {
    return """
    PTX SB
    { x=0; y=0; }
     P0@cta 0,gpu 0 | P1@%1$s ;
     %2$s x, 1      | %2$s y, 1            ;
     %3$s r0, y     | %3$s r0, x           ;
    exists (P0:r0 == 0 /\\ P1:r0 == 0)
    """
        .formatted(second, store, load);
  }

  @ParameterizedTest
  @CsvSource({"drf0", "drfrlx", "hrf-indirect-relaxed", "hrf-rsp", "hrf-comm"})
  void accessesOfScopesThatIncludeEachOtherHaveOneOrder(String model) {
    String test = storeBuffering("cta 1,gpu 0", "st.sc.gpu", "ld.sc.gpu");
    assertThat(allowing(test, model)).isEmpty();
  }

  @Test
  void narrowScopesLeaveAccessesUnordered() {
    String twoBlocks = storeBuffering("cta 1,gpu 0", "st.sc.cta", "ld.sc.cta");
    assertThat(allowing(twoBlocks, "hrf-rsp", "drfrlx")).containsExactly("hrf-rsp");
    String oneBlock = storeBuffering("cta 0,gpu 0", "st.sc.cta", "ld.sc.cta");
    assertThat(allowing(oneBlock, "hrf-rsp")).isEmpty();
    String cluster = storeBuffering("cta 1,cluster 2,gpu 0", "st.sc.cluster", "ld.sc.cluster");
    assertThat(allowing(cluster, "hrf-rsp")).containsExactly("hrf-rsp");
    assertThat(
            allowing(cluster.replace("P0@cta 0,gpu", "P0@cta 0,cluster 2,gpu"), "hrf-rsp", "ptx"))
        .as("PTX takes such an access for a release or an acquire")
        .containsExactly("ptx");
  }

  @Test
  void anAccessIsOrderedWithFencesAndNotLikeOne() {
    String fenced =
        """
        PTX mixed
        { x=0; y=0; }
         P0@cta 0,gpu 0 | P1@cta 1,gpu 0      ;
         st.sc.gpu x, 1 | st.relaxed.gpu y, 1 ;
         ld.sc.gpu r0, y | fence.sc.gpu       ;
                        | ld.relaxed.gpu r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)
        """;
    assertThat(allowing(fenced, "hrf-rsp")).isEmpty();
    String around =
        """
        PTX around
        { x=0; y=0; z=0; }
         P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;
         st.relaxed.gpu x, 1  | st.relaxed.gpu y, 1  ;
         st.sc.gpu z, 1       | fence.sc.gpu         ;
         ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)
        """;
    assertThat(allowing(around, "hrf-rsp", "drfrlx", "sc"))
        .as("an access does not order the accesses around it as a fence does")
        .containsExactly("drfrlx", "hrf-rsp");
  }

  /**
   * P0's fence includes P1 alone. HRF orders each two operations whose scopes include each other,
   * and only what is released and acquired happens before; so nothing orders P0 and P2. In PTX,
   * fences are causality, which is transitive.
   */
  @Test
  void fencesAreTransitiveOverScopesInPtxAndNotInHrf() {
    String text =
        """
        PTX SB3
        { x=0; y=0; z=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 1,gpu 0       ;
         st.release.gpu x, 1  | st.release.gpu y, 1  | st.release.gpu z, 1  ;
         fence.sc.%s          | fence.sc.gpu         | fence.sc.gpu         ;
         ld.acquire.cta r0, y | ld.acquire.gpu r0, z | ld.acquire.gpu r0, x ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0 /\\ P2:r0 == 0)
        """;
    String[] models = {
      "sc", "drf0", "drfrlx", "hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"
    };
    assertThat(allowing(text.formatted("cta"), models))
        .containsExactly("hrf-indirect-relaxed", "hrf-rsp");
    assertThat(allowing(text.formatted("gpu"), models)).isEmpty();
  }

  @Test
  void clusterScopeIsBetweenThoseOfBlockAndGpu() {
    String text =
        """
        PTX MP
        { x=0; y=0; }
         P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster %s,gpu 0 ;
         st.weak x, 1             | ld.acquire.cluster r0, y  ;
         st.release.%s y, 1       | ld.weak r1, x             ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0)
        """;
    String[] models = {"hrf-rsp", "hrf-indirect-relaxed", "ptx-6.0", "ptx-7.5"};
    assertThat(allowing(text.formatted("0", "cluster"), models)).isEmpty();
    assertThat(allowing(text.formatted("0", "gpu"), models)).isEmpty();
    assertThat(allowing(text.formatted("1", "gpu"), models)).hasSize(4);
    assertThat(allowing(text.formatted("0", "cta"), models)).hasSize(4);
  }

  /** Four tests of fences of two scopes, by threads of one cluster or of two. */
  @ParameterizedTest
  @CsvSource({
    "cluster, cluster, 0, false",
    "cluster, cluster, 1, true",
    "cluster, gpu, 0, false",
    "cluster, gpu, 1, true",
    "cta, cluster, 0, true",
    "gpu, gpu, 1, false"
  })
  void fencesOfClusterScopeHaveOneOrderWithinTheCluster(
      String first, String second, int cluster, boolean allowed) {
    String test =
        """
        PTX SB
        { x=0; y=0; }
         P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster %d,gpu 0 ;
         st.relaxed.gpu x, 1      | st.relaxed.gpu y, 1       ;
         fence.sc.%s              | fence.sc.%s               ;
         ld.relaxed.gpu r0, y     | ld.relaxed.gpu r0, x      ;
        exists (P0:r0 == 0 /\\ P1:r0 == 0)
        """
            .formatted(cluster, first, second);
    assertThat(allowing(test, FENCED)).containsExactlyInAnyOrder(allowed ? FENCED : NO_MODEL);
  }

  /**
   * A read of the older value puts the reader's fence before the writer's: two threads that read
   * two writes see them in one order (IRIW), all in one cluster. Of another cluster they need not.
   */
  @ParameterizedTest
  @CsvSource({"0, 0, false", "0, 1, true", "1, 1, false"})
  void readsOfOlderValuesOrderFencesWithinTheCluster(int first, int second, boolean allowed) {
    String test =
        """
        PTX IRIW
        { x=0; y=0; }
         P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster %d,gpu 0 | P2@cta 2,cluster %d,gpu 0 | P3@cta 3,cluster 0,gpu 0 ;
         st.relaxed.gpu x, 1      | ld.relaxed.gpu r0, x      | ld.relaxed.gpu r0, y      | st.relaxed.gpu y, 1      ;
                                  | fence.sc.cluster          | fence.sc.cluster          |                          ;
                                  | ld.relaxed.gpu r1, y      | ld.relaxed.gpu r1, x      |                          ;
        exists (P1:r0 == 1 /\\ P1:r1 == 0 /\\ P2:r0 == 1 /\\ P2:r1 == 0)
        """
            .formatted(first, second);
    assertThat(allowing(test, FENCED)).containsExactlyInAnyOrder(allowed ? FENCED : NO_MODEL);
  }
}
