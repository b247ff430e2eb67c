package dev.syncopate.workload.classic;

import java.util.Arrays;

/**
 * The suffix tree of a text over four letters, as kernels walk it. A node has eight words: four
 * children (0 for none), begin and end of the letters on the edge to the node, the begin of a
 * suffix through it, and an unused word. Node 0 is the root. Suffixes that are the beginning of
 * another one end within an edge or at an inner node.
 *
 * <p>Construction inserts suffixes in sequence (Weiner 1973, §2), which for a random text of n
 * letters takes n log n steps.
 */
final class SuffixTree {
  static final int WORDS = 8;
  private static final int LETTERS = 4;
  private static final int BEGIN = 4;
  private static final int END = 5;
  private static final int SUFFIX = 6;

  private final byte[] text;
  private int[] nodes;
  private int count = 1;

  private SuffixTree(byte[] text) {
    this.text = text;
    nodes = new int[2 * WORDS * (text.length + 1)];
  }

  /** The nodes, the root first. */
  static int[] of(byte[] text) {
    SuffixTree tree = new SuffixTree(text);
    for (int suffix = 0; suffix < text.length; suffix++) {
      tree.insert(suffix);
    }
    return Arrays.copyOf(tree.nodes, tree.count * WORDS);
  }

  private void insert(int suffix) {
    int node = 0;
    int position = suffix;
    while (position < text.length) {
      int child = nodes[node * WORDS + text[position]];
      if (child == 0) {
        nodes[node * WORDS + text[position]] = node(position, text.length, suffix);
        return;
      }
      int edge = nodes[child * WORDS + BEGIN];
      int end = nodes[child * WORDS + END];
      while (edge < end && position < text.length && text[edge] == text[position]) {
        edge++;
        position++;
      }
      if (position == text.length) {
        return; // the beginning of another suffix
      }
      node = edge < end ? split(node, child, edge) : child;
    }
  }

  /** Puts a node into the edge from a node to its child. */
  private int split(int parent, int child, int edge) {
    int begin = nodes[child * WORDS + BEGIN];
    int middle = node(begin, edge, nodes[child * WORDS + SUFFIX]);
    nodes[parent * WORDS + text[begin]] = middle;
    nodes[child * WORDS + BEGIN] = edge;
    nodes[middle * WORDS + text[edge]] = child;
    return middle;
  }

  private int node(int begin, int end, int suffix) {
    int words = count * WORDS;
    if (words == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * nodes.length);
    }
    Arrays.fill(nodes, words, words + LETTERS, 0);
    nodes[words + BEGIN] = begin;
    nodes[words + END] = end;
    nodes[words + SUFFIX] = suffix;
    return count++;
  }
}
