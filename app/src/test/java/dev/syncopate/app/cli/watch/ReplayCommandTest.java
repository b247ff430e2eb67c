package dev.syncopate.app.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that replays a schedule. */
class ReplayCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run mis --perturb 20 --quiet | 0 | run mis --perturb-seed 7 --quiet",
        "run mis --perturb=20 --perturb-seed=3 -o a=b | 0 | run mis --perturb-seed 7 -o a=b",
        "launch k.ptx --arg u32[4]=zero --perturb 2 | 0 | launch k.ptx --arg 'u32[4]=zero'"
            + " --perturb-seed 7",
        "launch k.ptx --check races --schedules 4 | 0 | launch --perturb-seed 7 k.ptx --check races",
        "launch k.ptx --perturb 2 --expect same --ignore 0 --expect sorted(0) | 0 | launch k.ptx"
            + " --perturb-seed 7 --expect 'sorted(0)'",
        "cuda --check races -- ./p --schedules 9 | 3 | cuda --perturb-seed 7 --check races -- ./p"
            + " --schedules 9",
        "cuda --perturb 2 ./p --perturb 9 it's | 4 | cuda --perturb-seed 7 ./p --perturb 9 'it'\\''s'",
        "cuda --perturb-seed 3 --perturb 2 -- ./p --perturb-seed 9 | 3 | cuda --perturb-seed 7 --"
            + " ./p --perturb-seed 9",
      })
  void hasTheSeedInPlaceOfTheNumberOfSchedules(String words, int program, String replay) {
    assertThat(ReplayCommand.of(List.of(words.split(" ")), program, 7))
        .isEqualTo("./syncopate " + replay);
  }
}
