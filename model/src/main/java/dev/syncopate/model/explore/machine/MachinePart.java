package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.model.explore.snapshot.SharedObject;
import dev.syncopate.sim.perturb.PeerChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of the machine: it shares nothing with the others, and what it does next depends on its
 * state and one event alone. It works on whichever state it is given and keeps none itself.
 */
public abstract class MachinePart implements SharedObject {
  /**
   * A message on its way.
   *
   * @param channel by which it goes
   * @param message of the memory system, or of CTAs of a cluster
   */
  public record Sent(int channel, Object message) {
    /** One of the memory system. */
    MemoryMessage toController() {
      return (MemoryMessage) message;
    }
  }

  private final Machine machine;
  private final Node node;
  private final List<Sent> sent = new ArrayList<>();

  MachinePart(Machine machine, Node node) {
    this.machine = machine;
    this.node = node;
  }

  /** As messages name it, for example {@code tile 0}. */
  public final String name() {
    return node.toString();
  }

  /** Where it is in the topology. */
  public final Node node() {
    return node;
  }

  /** Who else there is. */
  public final Topology topology() {
    return machine.topology();
  }

  /** A state as when the test starts. */
  public abstract PartState initial();

  /**
   * What can happen without a message.
   *
   * @param target receives events' codes
   * @return how many
   */
  public abstract int events(PartState state, int[] target);

  /** Lets one of those events happen; false when it was refused. */
  public abstract boolean happen(PartState state, int event);

  /** What an event is about, for people. */
  public abstract String describe(PartState state, int event);

  /**
   * Offers a message.
   *
   * @return false when it is refused: then it stays where it is
   */
  public abstract boolean receive(PartState state, Sent sent);

  /** Gives numbers their smallest values, so that states that will behave alike are alike. */
  public abstract void canonicalize(PartState state);

  /** Whether nothing is left to do. */
  public abstract boolean finished(PartState state);

  /**
   * The numbers of the parts, as bits, from which a message may come before this part has sent any
   * more; all for those that are not known to send nothing.
   */
  public int expects(PartState state) {
    return -1;
  }

  /** What does not hold and always should. */
  public abstract List<String> checkInvariants(PartState state);

  /** Who waits, and what for. */
  public abstract List<String> waiting(PartState state);

  /** Sends a message to another part. */
  public final void send(Node receiver, MemoryMessage message) {
    int channel = machine.channels().between(node, receiver);
    if (!machine.mayCarry(channel)) {
      throw new UnaskedException(name() + " sends " + message + " to " + receiver);
    }
    sent.add(new Sent(channel, message));
    sends(receiver);
  }

  /** Sends a message of a CTA to another tile. */
  final void sendToPeer(int receiver, PeerChannel kind, Object message) {
    Node tile = topology().node(receiver);
    sent.add(new Sent(machine.channels().between(node, tile, kind), message));
  }

  /** It has sent a message. */
  void sends(Node receiver) {}

  /** Takes what was sent since this was last asked. */
  public final List<Sent> takeSent() {
    List<Sent> takenMessages = List.copyOf(sent);
    sent.clear();
    return takenMessages;
  }
}
