package dev.syncopate.app.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.extract.RaceJudgement.Standing;
import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Recorder;
import dev.syncopate.check.extract.RecordingCut;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the model says of the accesses of a finding. */
class RaceJudgementTest {
  private static final String RELEASE = "st.release.gpu.global.u32 [%rd2], 1;";
  private static final String ACQUIRE = "ld.acquire.gpu.global.u32 %r6, [%rd2];";
  private static final String RELAXED = "st.relaxed.gpu.global.u32 [%rd2], 1;";

  /** A finding that is an error of the check, if the cut is of ordered accesses. */
  private static RaceJudgement judgement(RecordingCut cut) {
    Finding finding =
        new Finding(Check.RACES, "race", "k", "data race on data[0]", List.of(), null, null, 1, "");
    return RaceJudgement.of(new Checker.Recorded(finding, cut, false, List.of()));
  }

  @Test
  void aRaceIsOneByTheModel() {
    assertThat(Kernels.checked(2, 32, Kernels.between(RELAXED, ACQUIRE)).recorded())
        .isNotEmpty()
        .allSatisfy(
            recorded -> assertThat(RaceJudgement.of(recorded).standing()).isEqualTo(Standing.RACE));
  }

  @Test
  void accessesThatReleaseAndAcquireOrderAreNone() {
    Recorder recorder = new Recorder(8, false, 8);
    Kernels.record(2, 32, Kernels.between(RELEASE, ACQUIRE), recorder);
    assertThat(recorder.handOvers())
        .isNotEmpty()
        .allSatisfy(way ->
            assertThat(judgement(new RecordingCut(way, "")).standing())
                .isEqualTo(Standing.ORDERED));
  }

  @Test
  void whatWasNotRecordedIsNotJudged() {
    RaceJudgement judgement = judgement(new RecordingCut(List.of(), "nothing was kept"));
    assertThat(judgement.standing()).isEqualTo(Standing.NOT_JUDGED);
    assertThat(judgement.problem()).isEqualTo("nothing was kept");
  }
}
