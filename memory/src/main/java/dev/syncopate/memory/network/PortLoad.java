package dev.syncopate.memory.network;

import dev.syncopate.memory.topology.Node;

/**
 * Traffic of a node's port.
 *
 * @param name which port of the node, and which way
 * @param cycles in which it carried
 */
public record PortLoad(Node node, String name, long cycles) {}
