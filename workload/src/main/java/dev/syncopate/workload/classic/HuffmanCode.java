package dev.syncopate.workload.classic;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Huffman's codes of 256 symbols (1952): the two rarest become one, until one is left.
 *
 * @param codes of every symbol, the first bit lowest
 * @param lengths in bits; 0 for symbols that do not occur
 * @param root of the tree
 */
record HuffmanCode(int[] codes, int[] lengths, Node root) {
  private static final int SYMBOLS = 256;

  /** A symbol, or two nodes. */
  record Node(long count, int symbol, @Nullable Node zero, @Nullable Node oneChild) {}

  static HuffmanCode of(int[] counts) {
    PriorityQueue<Node> rarest =
        new PriorityQueue<>(Comparator.comparingLong(Node::count).thenComparingInt(Node::symbol));
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      if (counts[symbol] != 0) {
        rarest.add(new Node(Integer.toUnsignedLong(counts[symbol]), symbol, null, null));
      }
    }
    // A pair's number only decides between equal counts. A symbol that is alone gets a bit, too.
    for (int pair = SYMBOLS; rarest.size() > 1 || pair == SYMBOLS; pair++) {
      Node zero = rarest.remove();
      Node oneChild = rarest.isEmpty() ? zero : rarest.remove();
      rarest.add(new Node(zero.count() + oneChild.count(), pair, zero, oneChild));
    }
    HuffmanCode code = new HuffmanCode(new int[SYMBOLS], new int[SYMBOLS], rarest.remove());
    code.assign(code.root, 0, 0);
    return code;
  }

  private void assign(Node node, int code, int length) {
    if (node.zero() != null && node.oneChild() != null) {
      assign(node.oneChild(), code | 1 << length, length + 1);
      assign(node.zero(), code, length + 1);
    } else {
      codes[node.symbol()] = code;
      lengths[node.symbol()] = length;
    }
  }

  /** Bits of a text whose symbols occur so often. */
  long bits(int[] counts) {
    long bits = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      bits += (long) counts[symbol] * lengths[symbol];
    }
    return bits;
  }

  /**
   * Follows the tree.
   *
   * @param words whose bits are read from the lowest of word {@code firstWord} on
   * @param target gets the symbols, from {@code first} to before {@code end}; no symbol where bits
   *     ran out
   * @return the word behind the last that was read
   */
  int decode(int[] words, int firstWord, int[] target, int first, int end) {
    long bit = (long) firstWord * Integer.SIZE;
    long bitEnd = (long) words.length * Integer.SIZE;
    for (int i = first; i < end; i++) {
      Node node = root;
      while (node.zero() != null && node.oneChild() != null && bit < bitEnd) {
        node = (words[(int) (bit / Integer.SIZE)] >>> bit & 1) == 0 ? node.zero() : node.oneChild();
        bit++;
      }
      target[i] = node.symbol();
    }
    return (int) Math.ceilDiv(bit, Integer.SIZE);
  }
}
