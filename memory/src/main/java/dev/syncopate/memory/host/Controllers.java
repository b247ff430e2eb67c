package dev.syncopate.memory.host;

import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.topology.Node;

/** The controllers of a machine, as the host finds them. */
public interface Controllers {
  /** The controller of a bank. */
  L2Controller bank(Node node);

  /** The L1 of a tile. */
  L1Controller l1(Node node);
}
