package dev.syncopate.workload.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** References and what hosts prepare, against what is known of them. */
class ReferenceTest {
  private static final int EDGE = 13;

  /** Both wavelets have vanishing moments: what is flat has no high frequencies. */
  @Test
  void aFlatPictureHasOnlyLowFrequencies() {
    int[] picture = new int[EDGE * EDGE];
    Arrays.fill(picture, 77);
    float[] real = new float[EDGE * EDGE];
    Arrays.fill(real, 1);
    int[] integers = new Lifting53(picture, EDGE).transformed(2);
    float[] floats = new Lifting97(real, EDGE).transformed(2);
    for (int i = 0; i < EDGE * EDGE; i++) {
      boolean low = i % EDGE < 4 && i / EDGE < 4;
      assertThat(integers[i]).isEqualTo(low ? 77 : 0);
      // The low-pass filter sums to the square root of two, in two directions and twice.
      assertThat(floats[i]).isCloseTo(low ? 4 : 0, within(1e-5f));
    }
  }

  /** The lengths of the example in Cormen, Leiserson, Rivest and Stein, §16.3. */
  @Test
  void codesAreAsLongAsInTheTextbook() {
    int[] counts = new int[256];
    int[] textbook = {45, 13, 12, 16, 9, 5};
    System.arraycopy(textbook, 0, counts, 'a', textbook.length);
    HuffmanCode code = HuffmanCode.of(counts);
    assertThat(Arrays.copyOfRange(code.lengths(), 'a', 'a' + textbook.length))
        .containsExactly(1, 3, 3, 3, 4, 4);
    assertThat(code.bits(counts)).isEqualTo(224);
  }

  @Test
  void bitsThatRunOutAreNoSymbol() {
    int[] counts = new int[256];
    counts['x'] = 1;
    HuffmanCode code = HuffmanCode.of(counts);
    int[] symbols = new int[34];
    code.decode(new int[1], 0, symbols, 0, symbols.length);
    assertThat(symbols[31]).isEqualTo('x');
    assertThat(symbols[33]).isNotEqualTo('x');
  }

  @Test
  void aTreeIsAsFullAsCanBe() {
    int[] keys = {2, 3, 5, 7, 11};
    PackedTree tree = PackedTree.of(keys, new int[] {20, 30, 50, 70, 110}, 2);
    int free = Integer.MAX_VALUE;
    int smallest = Integer.MIN_VALUE;
    assertThat(tree.height()).isEqualTo(3);
    assertThat(tree.leaves()).isEqualTo(3);
    assertThat(tree.keys())
        .containsExactly(smallest, 11, smallest, 5, smallest, free, 2, 3, 5, 7, 11, free);
    assertThat(tree.children()).containsExactly(1, 2, 3, 4, 5, 0, 20, 30, 50, 70, 110, 0);
  }

  @Test
  void theKernelsExponentialIsNearTheExponential() {
    for (float x = -8; x <= 8; x += 0.01f) {
      assertThat(Exponential.of(x) / Math.exp(x)).as("%f", x).isCloseTo(1, within(1e-5));
    }
    assertThat(Exponential.of(0)).isOne();
  }

  /** The tree of a known word has a leaf a suffix that begins no other, and the root's children. */
  @Test
  void aSuffixTreeSpellsEverySuffix() {
    byte[] text = {0, 1, 0, 2, 0, 1, 0, 3, 3, 1};
    int[] tree = SuffixTree.of(text);
    for (int suffix = 0; suffix < text.length; suffix++) {
      int node = 0;
      int position = suffix;
      while (position < text.length) {
        node = tree[node * SuffixTree.WORDS + text[position]];
        assertThat(node).as("a node for what follows place %d", position).isPositive();
        for (int edge = tree[node * SuffixTree.WORDS + 4];
            position < text.length && edge < tree[node * SuffixTree.WORDS + 5];
            edge++) {
          assertThat(text[edge]).isEqualTo(text[position++]);
        }
      }
    }
  }
}
