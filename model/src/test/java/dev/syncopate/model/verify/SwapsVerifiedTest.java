package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.Request;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.Placement;
import dev.syncopate.model.explore.machine.setup.Setup;
import dev.syncopate.model.explore.machine.setup.Size;
import dev.syncopate.model.generate.Generator;
import dev.syncopate.model.generate.Shape;
import dev.syncopate.model.generate.Shape.Kind;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.Scope;
import dev.syncopate.model.verdict.Binding;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compare-and-swaps of every scope that succeed and fail, mixed with plain loads and stores of
 * their location: one that fails undoes no store, under any protocol.
 */
class SwapsVerifiedTest {
  private static final long BOUND = 50_000;

  private static List<Binding> bindings() {
    return Protocols.all().stream()
        .map(Protocol::name)
        .flatMap(name -> Binding.of(name).stream())
        .filter(binding -> binding.model().equals("ptx"))
        .toList();
  }

  private static List<LitmusTest> tests() {
    List<LitmusTest> tests = new ArrayList<>();
    EnumSet<Kind> kinds = EnumSet.of(Kind.WEAK, Kind.SWAP);
    Stream.of(
            new Shape(2, 1, 1, EnumSet.of(Scope.CTA, Scope.GPU), kinds, 1),
            new Shape(2, 1, 1, EnumSet.of(Scope.GPU, Scope.SYS), kinds, 2))
        .forEach(shape -> new Generator(shape).forEach(tests::add));
    return tests;
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void oneThatFailsUndoesNoStore(Binding binding) {
    Setup roomy = new Setup(Size.ROOMY, Layout.APART, Placement.APART);
    Request request =
        Request.of(binding.protocol(), binding.hardware())
            .withSetups(List.of(roomy, roomy.warmed()))
            .withBound(BOUND);
    Verifier verifier = new Verifier(binding, request);
    int conforming = 0;
    for (LitmusTest test : tests()) {
      Result result = verifier.check(test, (setup, states, depth) -> true);
      assertThat(result.standing())
          .as("%s: %s", test, result.reason())
          .isIn(Standing.CONFORMS, Standing.REFUSED);
      conforming += result.standing() == Standing.CONFORMS ? 1 : 0;
    }
    assertThat(conforming).isGreaterThan(30);
  }

  @Test
  void verificationHasThem() {
    for (Suite.Scale scale : Suite.Scale.values()) {
      assertThat(Suite.shapes(scale, false))
          .as("%s", scale)
          .anyMatch(shape -> shape.kinds().containsAll(EnumSet.of(Kind.WEAK, Kind.SWAP)));
    }
  }
}
