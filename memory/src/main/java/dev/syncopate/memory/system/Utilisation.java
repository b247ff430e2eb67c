package dev.syncopate.memory.system;

import dev.syncopate.memory.topology.Node;
import org.jspecify.annotations.Nullable;

/**
 * Work that a link, a bank or a channel has done so far.
 *
 * @param kind what it is, and what is counted
 * @param node where it is; null for a part of the network or of memory alone
 * @param name for people, within the node if there is one
 * @param amount what has been done since the machine was made
 */
public record Utilisation(Kind kind, @Nullable Node node, String name, long amount) {
  /** What is loaded. */
  public enum Kind {
    /** A link or a node's port: cycles in which it carried. */
    LINK,
    /** A bank: requests, of which it takes one a cycle. */
    BANK,
    /** A channel of DRAM: bytes. */
    CHANNEL
  }
}
