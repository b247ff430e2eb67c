package dev.syncopate.workload.dnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts of long sums that tell what all terms take. */
class LoopPartTest {
  @Test
  void twoPartsTellWhatGrowsWithTheTermsAndWhatDoesNot() {
    for (int terms = 1025; terms < 20_000; terms += 37) {
      List<LoopPart> parts = LoopPart.sample(terms);
      assertThat(parts).hasSize(2);
      double once = 0;
      double representedTerms = 0;
      for (LoopPart part : parts) {
        once += part.weight();
        representedTerms += part.weight() * part.terms();
      }
      assertThat(once).as("what a CTA takes beside its loop, of %d terms", terms).isOne();
      assertThat(representedTerms).as("terms").isCloseTo(terms, within(1e-6));
    }
  }

  @Test
  void partsHaveNoTermInCommon() {
    List<LoopPart> parts = LoopPart.sample(9216);
    assertThat(parts.getFirst()).isEqualTo(new LoopPart(0, 128, -34.5));
    assertThat(parts.getLast()).isEqualTo(new LoopPart(128, 512, 35.5));
  }

  @Test
  void shortSumsAreAddedWhole() {
    assertThat(LoopPart.sample(1024)).containsExactly(new LoopPart(0, 1024, 1));
    assertThat(LoopPart.whole(9216)).containsExactly(new LoopPart(0, 9216, 1));
  }
}
