package dev.syncopate.workload.heterosync.semaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each semaphore is right under every model and protocol, and is convicted when it is not. */
class SemaphoreTest {
  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "clang, srsp-8cu, gpu, hrf",
    "nvcc, srsp-8cu, gpu, drfrlx",
    "clang, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf"
  })
  void everySemaphoreIsRight(String compiler, String machine, String protocol, String model) {
    for (boolean backsOff : new boolean[] {false, true}) {
      for (Sharing sharing : Sharing.values()) {
        Semaphore semaphore = new Semaphore(backsOff, sharing, Runs.kernels(compiler));
        WorkloadOutcome outcome = Runs.small(semaphore, machine, protocol, model, "units=6");
        assertThat(outcome.verified()).as("%s: %s", semaphore.name(), outcome.message()).isTrue();
        assertThat(outcome.figures())
            .containsEntry("visits", 72L)
            .containsEntry("semaphores", sharing == Sharing.LOCAL ? 6L : 1L)
            .containsEntry("places", 10L);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "barging, drf0, writers inside semaphore 0 of 10 places",
    "barging, hrf, writers inside semaphore 0 of 10 places",
    "crowding, drf0, 1 writers inside semaphore 0 of 10 places",
    "crowding, hrf, 1 writers inside semaphore 0 of 10 places",
    "hurrying, drf0, found write|digest of loads",
    "hurrying, hrf, found write|digest of loads"
  })
  void aSemaphoreThatIsWrongIsConvicted(String fault, String model, String reason) {
    for (boolean backsOff : new boolean[] {false, true}) {
      Semaphore semaphore = new Semaphore(backsOff, Sharing.GLOBAL);
      WorkloadOutcome outcome = Runs.small(semaphore, "srsp-8cu", "gpu", model, "fault=" + fault);
      assertThat(outcome.verified()).isFalse();
      assertThat(outcome.message()).containsPattern(reason);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "units=1",
    "ctas=2",
    "ctas=7",
    "block=1",
    "block=100",
    "accesses=1",
    "places=1",
    "places=24"
  })
  void everyOptionIsRight(String option) {
    WorkloadOutcome outcome =
        Runs.small(new Semaphore(true, Sharing.GLOBAL), "srsp-8cu", "gpu", "hrf", option);
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void aWriterWithoutReadersIsRefused() {
    Semaphore semaphore = new Semaphore(false, Sharing.LOCAL);
    assertThatThrownBy(() -> Runs.small(semaphore, "srsp-8cu", "gpu", "hrf", "ctas=1"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("ctas of sps-l must be at least 2, of which one writes, not 1");
  }

  @Test
  void placesAreFewerOrMoreThanReaders() {
    WorkloadOutcome outcome =
        Runs.small(new Semaphore(false, Sharing.LOCAL), "srsp-8cu", "gpu", "hrf", "places=2");
    assertThat(outcome.message())
        .isEqualTo(
            "96 visits to 8 semaphores: readers never above 2, writers alone, every read whole");
  }
}
