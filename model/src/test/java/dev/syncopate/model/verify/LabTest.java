package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.Request;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.verdict.Binding;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local atomic buffers in front of protocols keep to {@code hrf-comm}; wrong ones do not. */
class LabTest {
  private static final String SMALL = "gpu-lab2";

  static List<String> commutative() {
    return Library.names().stream().filter(test -> Library.text(test).contains(".comm")).toList();
  }

  /** One line, so that every second one evicts; two; and room for all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu-lab1",
        "gpu-lab2",
        "gpu-lab8",
        "brsp-lab1",
        "brsp-lab8",
        "srsp-lab1",
        "srsp-lab8"
      })
  void whatABufferDoesIsAllowed(String protocol) {
    Request request = Request.of(protocol, "hrf").withBound(1_000_000).with(Request.Reduction.ON);
    Verifier verifier = new Verifier(new Binding(protocol, "hrf", "hrf-comm"), request);
    int explored = 0;
    for (String test : commutative()) {
      Result result = verifier.check(Library.test(test), (setup, states, depth) -> true);
      assertThat(result.standing())
          .as("%s: %s", test, result.reason())
          .isIn(Standing.CONFORMS, Standing.RACY, Standing.REFUSED);
      explored += result.standing() == Standing.CONFORMS ? 1 : 0;
    }
    assertThat(explored).isGreaterThan(9);
  }

  static Stream<Seeded> mutants() {
    return Seeded.of(SMALL).stream();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aWrongBufferIsFoundByTheTestThatSaysSo(Seeded seeded) {
    assertThat(Refuter.claiming(seeded)).as("tests that say they find %s", seeded).hasSize(1);
    Refutation refutation = Refuter.search(seeded, Refuter.BOUND, (setup, states, depth) -> true);
    assertThat(refutation.found()).as(seeded.fault()).isTrue();
    assertThat(refutation.tests()).as("%s is found by the first test", seeded).isEqualTo(1);
  }

  @Test
  void everyMutantThatATestNamesExists() {
    List<String> labels = Seeded.of(SMALL).stream().map(Seeded::mutant).toList();
    for (String test : Library.names()) {
      assertThat(labels).containsAll(Library.refutes(test, SMALL));
    }
  }

  @Test
  void itIsBoundWhereScopesCountAndWhereTheBufferStaysEmpty() {
    assertThat(Binding.of(SMALL))
        .containsExactly(new Binding(SMALL, "hrf", "hrf-comm"), new Binding(SMALL, "drf0", "drf0"));
    assertThat(Binding.of("gpu-lab0")).isEmpty();
    assertThat(Protocols.named("srsp-lab-unlimited").name()).isEqualTo("srsp-lab-unlimited");
  }
}
