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

  private record Channel(Node sender, Node receiver) {}

  private final List<Channel> channels = new ArrayList<>();
  private final int[][] numbers;
  private final int[][] incoming;

  /**
   * @param used whether one node sends messages to another
   */
  public Channels(Topology topology, BiPredicate<Node, Node> used) {
    List<Node> nodes = topology.nodes();
    numbers = new int[nodes.size()][nodes.size()];
    incoming = new int[nodes.size()][0];
    for (int[] row : numbers) {
      Arrays.fill(row, NONE);
    }
    for (Node sender : nodes) {
      for (Node receiver : nodes) {
        if (sender.kind() == Kind.TILE && receiver.number() >= sender.number()) {
          add(sender, receiver, used); // requests in addition to answers
          add(receiver, sender, used);
        } else if (sender.kind() != Kind.TILE && receiver.kind() != Kind.TILE) {
          add(sender, receiver, used);
        }
      }
    }
  }

  private void add(Node sender, Node receiver, BiPredicate<Node, Node> used) {
    if (numbers[sender.number()][receiver.number()] == NONE && used.test(sender, receiver)) {
      int number = channels.size();
      numbers[sender.number()][receiver.number()] = number;
      channels.add(new Channel(sender, receiver));
      int[] oldNumbers = incoming[receiver.number()];
      incoming[receiver.number()] = Arrays.copyOf(oldNumbers, oldNumbers.length + 1);
      incoming[receiver.number()][oldNumbers.length] = number;
    }
  }

  /**
   * Whether one node sends another messages where an L1 talks with the banks of its GPU, these with
   * one another and with the memory side, and this with the tiles that it answers.
   */
  public static boolean hierarchical(Node sender, Node receiver) {
    boolean sameGpu = sender.gpu() == receiver.gpu();
    if (sender.isBank() && receiver.isBank()) {
      return sameGpu || sender.isMemorySide() || receiver.isMemorySide();
    }
    return (sender.isBank() || receiver.isBank()) && (sameGpu || sender.isMemorySide());
  }

  /**
   * The channel from one node to another.
   *
   * @throws IllegalStateException when there is none: the protocol says that it sends nothing there
   */
  public int between(Node sender, Node receiver) {
    int number = numbers[sender.number()][receiver.number()];
    if (number == NONE) {
      throw new IllegalStateException(
          sender + " sends to " + receiver + ", which its protocol says it does not");
    }
    return number;
  }

  /** How many there are. */
  public int count() {
    return channels.size();
  }

  /** The channels that lead to a node, in the order of their senders' numbers. */
  public int[] into(Node node) {
    return incoming[node.number()].clone();
  }

  /** The node that a channel comes from. */
  public Node from(int channel) {
    return channels.get(channel).sender();
  }

  /** The node that a channel leads to. */
  public Node to(int channel) {
    return channels.get(channel).receiver();
  }

  /**
   * Whether a channel leads from the memory side to a GPU's bank: what comes by it is never
   * refused, nor kept waiting by what was.
   */
  public boolean comesDown(int channel) {
    return from(channel).isMemorySide() && !to(channel).isMemorySide() && to(channel).isBank();
  }
}
