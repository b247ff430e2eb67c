package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bounded version of {@code verify}: the library on every hardware, as far as some hundred
 * states go.
 */
class LibraryVerifiedTest {
  private static final long BOUND = 400;

  static List<ModelBinding> bindings() {
    return ModelBinding.all();
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void nothingIsSeenThatTheModelForbids(ModelBinding binding) {
    ExplorationRequest request =
        ExplorationRequest.of(binding.protocol(), binding.hardware()).withBound(BOUND);
    Verifier verifier = new Verifier(binding, request);
    List<String> wrong = new ArrayList<>();
    Tally tally = new Tally(binding);
    for (String name : Library.names()) {
      VerificationResult result =
          verifier.check(Library.test(name), (setup, states, depth) -> true);
      tally.add(result);
      if (result.standing().isWrong()) {
        wrong.add(name + ": " + result);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tally.count(ModelStanding.CONFORMS)).isGreaterThan(20);
    assertThat(tally.states()).isGreaterThan(10_000);
  }

  @Test
  void theScalesHaveTheLibraryAndEveryTestOfTheirShapesOnce() {
    List<LitmusTest> quick = VerificationSuite.tests(VerificationSuite.Scale.QUICK, true, false);
    assertThat(quick).hasSizeGreaterThan(Library.names().size() + 100).doesNotHaveDuplicates();
    assertThat(VerificationSuite.tests(VerificationSuite.Scale.QUICK, false, false))
        .hasSizeLessThan(quick.size());
  }
}
