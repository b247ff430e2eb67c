package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.perturb.PeerChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ways that messages take between parts of the machine: those of the memory system, and behind
 * them those between tiles that run CTAs of one cluster. Messages on one stay in order.
 */
public final class ExploredChannels {
  /** Way of a kind of messages between two tiles. */
  private record Link(Node sender, Node receiver, PeerChannel kind) {}

  private final Channels memory;
  private final List<Link> links = new ArrayList<>();

  /**
   * @param clusters tiles whose CTAs reach each other's shared memory, those of a cluster together
   */
  ExploredChannels(Channels memory, List<List<Node>> clusters) {
    this.memory = memory;
    for (List<Node> tiles : clusters) {
      for (Node sender : tiles) {
        for (Node receiver : tiles) {
          if (!sender.equals(receiver)) {
            for (PeerChannel kind : PeerChannel.values()) {
              add(new Link(sender, receiver, kind));
            }
          }
        }
      }
    }
  }

  /** Two tiles may run CTAs of several clusters. */
  private void add(Link link) {
    if (!links.contains(link)) {
      links.add(link);
    }
  }

  /** How many there are. */
  public int count() {
    return memory.count() + links.size();
  }

  /** The channel of the memory system from one node to another. */
  int between(Node sender, Node receiver) {
    return memory.between(sender, receiver);
  }

  /** The channel of a kind of messages between tiles. */
  int between(Node sender, Node receiver, PeerChannel kind) {
    int index = links.indexOf(new Link(sender, receiver, kind));
    if (index < 0) {
      throw new IllegalStateException(
          "%s and %s run no CTAs of one cluster".formatted(sender, receiver));
    }
    return memory.count() + index;
  }

  /** The tiles, as bits of their numbers, from which messages of CTAs come to one. */
  int peers(Node tile) {
    int peers = 0;
    for (Link link : links) {
      peers |= link.receiver.equals(tile) ? 1 << link.sender.number() : 0;
    }
    return peers;
  }

  /** The channels that lead to a node. */
  public int[] into(Node node) {
    int[] channels = memory.into(node);
    for (int i = 0; i < links.size(); i++) {
      if (links.get(i).receiver.equals(node)) {
        channels = Arrays.copyOf(channels, channels.length + 1);
        channels[channels.length - 1] = memory.count() + i;
      }
    }
    return channels;
  }

  /** The node that a channel comes from. */
  public Node from(int channel) {
    return isOfMemory(channel) ? memory.from(channel) : link(channel).sender;
  }

  /** The node that a channel leads to. */
  public Node to(int channel) {
    return isOfMemory(channel) ? memory.to(channel) : link(channel).receiver;
  }

  /** Whether a channel leads from the memory side to a GPU's bank. */
  boolean comesDown(int channel) {
    return isOfMemory(channel) && memory.comesDown(channel);
  }

  /** Whether a channel carries messages of the memory system. */
  boolean isOfMemory(int channel) {
    return channel < memory.count();
  }

  private Link link(int channel) {
    return links.get(channel - memory.count());
  }
}
