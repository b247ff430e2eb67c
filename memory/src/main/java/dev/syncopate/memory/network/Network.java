package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.List;

/**
 * Carrier of envelopes between nodes, with its timing. Envelopes from one node to another on one
 * virtual network arrive in the order sent. A network keeps its state with the nodes' parts, for
 * parts share none.
 */
public interface Network {
  /** A node's entrance to the network. */
  interface Port {
    /**
     * Sends a message; to be called from within the events of the node's part.
     *
     * @param ready the cycle from which it may leave, not before the present one
     */
    void send(Node destination, MemoryMessage message, long ready);
  }

  /** Receiver of a node's envelopes. */
  interface Receiver {
    /** An envelope is through, in this cycle. */
    void arrive(Envelope envelope, long now);

    /**
     * An envelope is at the node's port and will be through at {@link Envelope#readyAt}.
     *
     * @return whether it has been put into a queue from which it is not taken earlier; else {@link
     *     #arrive} will be called then
     */
    default boolean queue(Envelope envelope) {
      return false;
    }
  }

  /**
   * Connects a node.
   *
   * @param part in which it runs
   * @param receiver of what is sent to it
   */
  Port connect(Node node, Part part, Receiver receiver);

  /** The longest window in which parts may run apart, in cycles: the least time between two. */
  int window();

  /** The network's parts, which the engine runs together with those of the nodes. */
  default List<Part> parts() {
    return List.of();
  }

  /** What each link between its routers has carried; of none where it has no routers. */
  default List<LinkLoad> links() {
    return List.of();
  }

  /** What each node's port has carried; of none where links say more. */
  default List<PortLoad> ports() {
    return List.of();
  }

  /** What these links count, for statistics. */
  default List<?> routerCounters() {
    return List.of();
  }

  /** Logs from now on which messages a perturbed schedule delays. */
  void logPerturbations();

  /** What was logged, by node. */
  List<PerturbationLog.Entry> perturbations();

  /** For a report of a hang: where messages wait. */
  default List<String> waiting() {
    return List.of();
  }

  /** What its ports have counted, those of links between GPUs apart. */
  List<PortCounters> counters();

  /** What ports that lead to links between GPUs have counted. */
  List<PortCounters> linkCounters();
}
