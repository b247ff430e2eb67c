package dev.syncopate.study.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubmissionTest {
  @ParameterizedTest
  @CsvSource({"0, 10", "1, 20", "300, 20", "301, 30", "3600, 130", "3601, 140"})
  void theTimeLimitIsTwiceTheExpectedTimeAndTenMinutesInStepsOfTen(double seconds, long minutes) {
    assertThat(Submission.minutes(seconds)).isEqualTo(minutes);
  }

  @Test
  void aLabelIsWhatKubernetesTakes() {
    assertThat(Submission.label("sweep-L1 sizes, all!")).isEqualTo("sweep-l1-sizes-all");
    assertThat(Submission.label("---")).isEqualTo("study");
    assertThat(Submission.label("a".repeat(39) + "-b")).isEqualTo("a".repeat(39));
  }
}
