package dev.syncopate.memory.topology;

import dev.syncopate.memory.topology.Node.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The ways that messages take between nodes where there is no time, each from one node to another;
 * messages on one stay in order, of all virtual networks.
 */
public final class Channels {
  private static final int NONE = -1;

  private record Channel(Node from, Node to) {}

  private final List<Channel> channels = new ArrayList<>();
  private final int[][] numbers;
  private final int[][] into;

  /**
   * @param used whether one node sends messages to another
   */
  public Channels(Topology topology, BiPredicate<Node, Node> used) {
    List<Node> nodes = topology.nodes();
    numbers = new int[nodes.size()][nodes.size()];
    into = new int[nodes.size()][0];
    for (int[] row : numbers) {
      Arrays.fill(row, NONE);
    }
    for (Node from : nodes) {
      for (Node to : nodes) {
        if (from.kind() == Kind.TILE && to.number() >= from.number()) {
          add(from, to, used); // what is asked beside what is answered
          add(to, from, used);
        } else if (from.kind() != Kind.TILE && to.kind() != Kind.TILE) {
          add(from, to, used);
        }
      }
    }
  }

  private void add(Node from, Node to, BiPredicate<Node, Node> used) {
    if (numbers[from.number()][to.number()] == NONE && used.test(from, to)) {
      int number = channels.size();
      numbers[from.number()][to.number()] = number;
      channels.add(new Channel(from, to));
      int[] before = into[to.number()];
      into[to.number()] = Arrays.copyOf(before, before.length + 1);
      into[to.number()][before.length] = number;
    }
  }

  /**
   * Whether one node sends another messages where an L1 talks with the banks of its GPU, these with
   * one another and with the memory side, and this with the tiles that it answers.
   */
  public static boolean hierarchical(Node from, Node to) {
    boolean sameGpu = from.gpu() == to.gpu();
    if (from.isBank() && to.isBank()) {
      return sameGpu || from.isMemorySide() || to.isMemorySide();
    }
    return (from.isBank() || to.isBank()) && (sameGpu || from.isMemorySide());
  }

  /**
   * The channel from one node to another.
   *
   * @throws IllegalStateException when there is none: the protocol says that it sends nothing there
   */
  public int between(Node from, Node to) {
    int number = numbers[from.number()][to.number()];
    if (number == NONE) {
      throw new IllegalStateException(
          from + " sends to " + to + ", which its protocol says it does not");
    }
    return number;
  }

  /** How many there are. */
  public int count() {
    return channels.size();
  }

  /** The channels that lead to a node, in the order of their senders' numbers. */
  public int[] into(Node node) {
    return into[node.number()].clone();
  }

  /** The node that a channel comes from. */
  public Node from(int channel) {
    return channels.get(channel).from();
  }

  /** The node that a channel leads to. */
  public Node to(int channel) {
    return channels.get(channel).to();
  }

  /**
   * Whether a channel leads from the memory side to a GPU's bank: what comes by it is never
   * refused, nor kept waiting by what was.
   */
  public boolean comesDown(int channel) {
    return from(channel).isMemorySide() && !to(channel).isMemorySide() && to(channel).isBank();
  }
}
